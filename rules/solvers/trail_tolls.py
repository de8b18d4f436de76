"""What the undecided edges must lose at least, as if a trail did not have to hang together.

All that is left to ask then is that no more than two cities end up odd. That depends on nothing
but how many finished cities are odd and which cities of the frontier are. So the answers are
exact, and are found for all of these at once, from the last edge back to the first.

A trail that does not hang together is seldom the longest. So these tolls seldom are too low, and
they never are too high.
"""

from collections.abc import Sequence
from typing import Final

from rules.solvers.trail_frontier import Step

Tolls = list[list[int]]  # by the number of ends, then by the set of odd cities

IMPOSSIBLE: Final = 1 << 30  # more than all track


def tolls_after(steps: Sequence[Step]) -> list[Tolls]:
    """For each step, what the edges after it must lose at least.

    >>> from rules.solvers.trail_frontier import steps_through
    >>> star = steps_through([(0, 1, 3), (0, 2, 2), (0, 3, 1)])
    >>> tolls_after(star)[0][1][0b1]  # city 1 is an end, city 0 is odd
    1
    """
    tolls = [[0], [0], [0]]
    found = []
    for step in reversed(steps):
        found.append(tolls)
        for place in step.leaving:
            tolls = _with_finished_city(tolls, place)
        tolls = [_with_step(row, step) for row in tolls]
    return found[::-1]


def _with_step(row: list[int], step: Step) -> list[int]:
    """The same when the edge of this step is still to be decided: it is kept, or it is the toll."""
    flips, length = step.flips, step.length
    tolls: list[int] = []
    for odd in range(len(row) >> step.entering):
        kept, left_out = row[odd ^ flips], row[odd] + length
        tolls.append(kept if kept < left_out else left_out)
    return tolls


def _with_finished_city(tolls: Tolls, place: int) -> Tolls:
    """The same when a city is still to be finished here, without an edge: if odd, it is an end."""
    block = 1 << place
    one_more_end = [*tolls[1:], [IMPOSSIBLE] * len(tolls[0])]
    found: Tolls = []
    for even, odd in zip(tolls, one_more_end, strict=True):
        row: list[int] = []
        for start in range(0, len(even), block):
            row += even[start : start + block]
            row += odd[start : start + block]
        found.append(row)
    return found
