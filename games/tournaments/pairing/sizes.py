"""How many tables of which size, how many AIs to fill them, and how many byes."""

from collections.abc import Sequence
from typing import NamedTuple

from games.tournaments.records import Refused


class Sizes(NamedTuple):
    tables: tuple[int, ...]  # the sizes, largest first
    fillers: int = 0  # seats that AIs take
    byes: int = 0
    usual: int = 4  # a table of another size is an odd one


def table_sizes(entrants: int, sizes: Sequence[int], leftover: str, fewest: int) -> Sizes:
    """`sizes` are allowed, the preferred one first; `fewest` seats a table can have at all.

    >>> table_sizes(14, (4, 3), "smaller", 2)
    Sizes(tables=(4, 4, 3, 3), fillers=0, byes=0, usual=4)
    >>> table_sizes(14, (4,), "ai", 2)
    Sizes(tables=(4, 4, 4, 4), fillers=2, byes=0, usual=4)
    >>> table_sizes(14, (4,), "bye", 2)
    Sizes(tables=(4, 4, 4), fillers=0, byes=2, usual=4)
    """
    if entrants < max(2, fewest):
        raise Refused(
            "too-few", f"{entrants} can't be paired: at least {max(2, fewest)} must play."
        )
    tables, fillers, byes = _fit(entrants, sizes, leftover, fewest)
    return Sizes(tables, fillers, byes, sizes[0])


def _fit(
    entrants: int, sizes: Sequence[int], leftover: str, fewest: int
) -> tuple[tuple[int, ...], int, int]:
    size = sizes[0]
    tables, over = divmod(entrants, size)
    if not over:
        return (size,) * tables, 0, 0
    if leftover == "ai":
        return (size,) * (tables + 1), size - over, 0
    if leftover == "bye" and tables:
        return (size,) * tables, 0, over
    mixed = _mixed(entrants, sizes)
    if mixed is not None:
        return mixed, 0, 0
    # Too few for the sizes that the plan allows: one table for all, or two nearly even ones.
    if entrants <= size:
        return (entrants,), 0, 0
    if over >= fewest:
        return (*(size,) * tables, over), 0, 0
    half = (size + over) // 2
    if half >= fewest:
        return tuple(sorted([size] * (tables - 1) + [half, size + over - half], reverse=True)), 0, 0
    return (size,) * tables, 0, over


def _mixed(entrants: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    """As many tables of the preferred size as possible, the others of the second size."""
    if len(sizes) < 2:
        return None
    first, second = sizes[:2]
    for others in range(entrants // second + 1):
        if (entrants - others * second) % first == 0:
            tables = [first] * ((entrants - others * second) // first) + [second] * others
            return tuple(sorted(tables, reverse=True))
    return None
