"""An entrant as the pairing sees it: what counts, and nothing else."""

from typing import NamedTuple


class Player(NamedTuple):
    number: int
    points: int = 0
    met: dict[int, int] = {}  # opponent: how often
    groups: tuple[int, ...] = ()  # never with others of the same group, while avoidable
    seats: tuple[int, ...] = ()  # the seats had so far, from 0; seat 0 moves first
    odd_tables: int = 0  # how often at a table of another size than most
    byes: int = 0
