"""Which of several moves does best in worlds that all fit what a seat has seen.

Every candidate is tried in the same worlds, with the same luck in each, so that what is compared
is the moves and not the deals. Sequential halving: the budget is cut into equal parts, and after
each part the worse half of the candidates is dropped. The first candidate, a policy's own choice,
is never dropped: another is taken only on clear evidence that it does better.

A budget is asked before every trial, and a trial that would not end in time is not begun.
"""

from collections.abc import Callable
from typing import Final

from rules.kernel.edition import Spent

# Standard errors that the last rival must be ahead of the first candidate.
CLEARLY: Final = 1.0
# How far beyond the budget a trial that is begun may be expected to end.
OVERRUN: Final = 1e-9


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
    part = 0.0  # of the budget that is spent
    for number in range(1, rounds + 1):
        while part < number / rounds:
            rewards = []
            for candidate in (0, *rivals):
                # As long as the trials so far, on average.
                if trials and part + part / trials > 1 + OVERRUN:
                    # A world in which not all were tried tells nothing fair.
                    return _clear_winner(rivals, leads, squares, worlds)
                rewards.append(reward(candidate, worlds))
                trials += 1
                part = spent(trials)
            for rival, rewarded in zip(rivals, rewards[1:], strict=True):
                lead = rewarded - rewards[0]
                leads[rival] += lead
                squares[rival] += lead * lead
            worlds += 1
        if number < rounds:
            rivals.sort(key=lambda rival: -leads[rival])
            del rivals[(len(rivals) + 1) // 2 :]
    return _clear_winner(rivals, leads, squares, worlds)


def _clear_winner(rivals: list[int], leads: list[float], squares: list[float], worlds: int) -> int:
    if not rivals or worlds < 2:
        return 0
    best = max(rivals, key=lambda rival: leads[rival])
    # The sum's standard error, from the spread of the leads over the worlds.
    spread = max(0.0, squares[best] - leads[best] * leads[best] / worlds)
    return best if leads[best] > CLEARLY * spread**0.5 else 0
