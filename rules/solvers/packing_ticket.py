"""A ticket as the searches for the best completion see it.

Besides the plain counts a ticket knows what it needs as one number, each color in a column of its
own, so that one subtraction pays for it. The highest bit of a column is its guard: from it a color
takes what it lacks, and so no column takes from the next.
"""

from collections.abc import Sequence
from typing import Final

from rules.pieces.colors import COLORS

COLUMN: Final = 7  # bits
MOST_OF_A_COLOR: Final = (1 << COLUMN - 1) - 1  # below the guard
GUARDS: Final = sum([1 << COLUMN * color + COLUMN - 1 for color in range(len(COLORS))])


class PackingTicket:
    """A ticket, and what completing it takes and counts for."""

    def __init__(self, id: str, points: int, need: tuple[int, ...], big_city_ends: int) -> None:
        if len(need) != len(COLORS) or min(need) < 0 or sum(need) > MOST_OF_A_COLOR:
            raise ValueError(
                f"{id} must need {len(COLORS)} counts, none below zero,"
                f" at most {MOST_OF_A_COLOR} together"
            )
        if points < 0 or not 0 <= big_city_ends <= 2:
            raise ValueError(f"{id} must have points and 0 to 2 big-city ends")
        self.id = id
        self.points = points
        self.need = need  # cards by color
        self.needed_colors = tuple([(color, count) for color, count in enumerate(need) if count])
        self.columns = in_columns(need)
        self.size = sum(need)
        self.big_city_ends = big_city_ends  # 0, 1 or 2


def in_columns(counts: Sequence[int]) -> int:
    number = 0
    for color in range(len(COLORS)):
        number += counts[color] << COLUMN * color
    return number
