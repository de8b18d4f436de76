"""The seats of a match: in each of its games somebody else moves first. Pure.

A table has its seats for the whole match, in the order of its first game, and results are counted in that
order. A game that begins with another of them goes round the table from there.
"""

from collections.abc import Sequence

from games.tournaments.state import Played, Table


def first_of_next_game(table: Table) -> int:
    """The seat of the table that has moved first in the fewest of the games that count."""
    had = [game.first for game in table.counting]
    return min(range(len(table.seats)), key=had.count)


def seats_in(table: Table, game: Played) -> tuple[int, ...]:
    """Who plays in a game, in the order of its seats."""
    return table.seats[game.first :] + table.seats[: game.first]


def by_table(figures: Sequence[int], game: Played) -> tuple[int, ...]:
    """What a game gave each of its own seats, in the order of the table's."""
    at_home = len(figures) - game.first
    return (*figures[at_home:], *figures[:at_home])
