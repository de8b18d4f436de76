"""Which of several moves does best in worlds that all fit what a seat has seen.

Every candidate is tried in the same worlds, with the same luck in each, so that what is compared
is the moves and not the deals. Sequential halving: the budget is cut into equal parts, and after
each part the worse half of the candidates is dropped. The first candidate, a policy's own choice,
is never dropped: another is taken only on clear evidence that it does better.
"""

from collections.abc import Callable

from rules.kernel.edition import Spent

# Standard errors that the last rival must be ahead of the first candidate.
CLEARLY = 1.0


def iterations(budget: int) -> Spent:
    """A budget without a clock: the same dice always lead to the same choice."""
    return lambda trials: trials / budget


def best_candidate(candidates: int, reward: Callable[[int, int], float], spent: Spent) -> int:
    """Its index; `reward(candidate, world)` plays a candidate out in one world."""
    rivals = list(range(1, candidates))
    rounds = len(rivals).bit_length()
    leads = [0.0] * candidates  # over the first candidate, summed over worlds
    squares = [0.0] * candidates
    worlds = trials = 0
    for number in range(1, rounds + 1):
        while True:
            first = reward(0, worlds)
            for rival in rivals:
                lead = reward(rival, worlds) - first
                leads[rival] += lead
                squares[rival] += lead * lead
            trials += 1 + len(rivals)
            worlds += 1
            if spent(trials) >= number / rounds:
                break
        if number < rounds:
            rivals.sort(key=lambda rival: -leads[rival])
            del rivals[(len(rivals) + 1) // 2 :]
    if not rivals:
        return 0
    best = max(rivals, key=lambda rival: leads[rival])
    # The sum's standard error, from the spread of the leads over the worlds.
    spread = max(0.0, squares[best] - leads[best] * leads[best] / worlds)
    return best if leads[best] > CLEARLY * spread**0.5 and worlds > 1 else 0
