"""Which of several moves does best in worlds that all fit what a seat has seen.

Every candidate is tried in the same worlds, with the same luck in each, so that what is compared
is the moves and not the deals. Sequential halving: the budget is cut into equal parts, and after
each part the worse half of the candidates is dropped.
"""

from collections.abc import Callable, Sequence

from rules.kernel.edition import Spent


def iterations(budget: int) -> Spent:
    """A budget without a clock: the same dice always lead to the same choice."""
    return lambda trials: trials / budget


def best_candidate(
    prior: Sequence[float], reward: Callable[[int, int], float], spent: Spent
) -> int:
    """The index of the best candidate; `reward(candidate, world)` plays it out in one world.

    The prior says what each is thought to be worth before anything was tried, in rewards.
    """
    left = sorted(range(len(prior)), key=lambda candidate: -prior[candidate])
    rounds = (len(left) - 1).bit_length()
    sums = list(prior)
    world = trials = 0
    for number in range(1, rounds + 1):
        while True:
            for candidate in left:
                sums[candidate] += reward(candidate, world)
            trials += len(left)
            world += 1
            if spent(trials) >= number / rounds:
                break
        # Sorting keeps the order of the prior where the sums are equal.
        left.sort(key=lambda candidate: -sums[candidate])
        left = left[: (len(left) + 1) // 2]
    return left[0]
