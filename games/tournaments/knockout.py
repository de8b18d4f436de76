"""A knock-out: the best of each table go on, until one table is left. Pure."""

import random
from collections.abc import Sequence

from games.tournaments.history import players
from games.tournaments.pairing import table_sizes
from games.tournaments.pairing.seats import seat_order
from games.tournaments.scoring import table_places
from games.tournaments.state import Round, State, Table


def knockout_tables(state: State, stage: int, seed: str, seats: range) -> list[tuple[int, ...]]:
    """The next round's tables: the strongest apart, the seats in balance."""
    rounds = [round for round in state.rounds if round.stage == stage]
    field = list(state.stages[stage].field)
    if rounds:
        field = going_on(state, rounds[-1], field)
    field = [number for number in field if state.entrants[number].status in PLAYING]
    size = state.plan.pod_size
    sizes = [s for s in (size, size - 1) if s in seats]
    tables = snake(field, table_sizes(len(field), sizes, "smaller", seats[0]).tables)
    known = {player.number: player for player in players(state, field, stage)}
    dice = random.Random(f"{seed}:knockout:{len(state.rounds) + 1}")
    return [seat_order([known[n] for n in table], len(table), dice) for table in tables]


PLAYING = ("registered", "checked_in")


def going_on(state: State, round: Round, seeding: Sequence[int]) -> list[int]:
    """Winners first, then the seconds, and so on; equals in the order of their seeding."""
    advance = state.plan.stages[round.stage].advance
    survivors: list[tuple[int, int]] = []
    for table in round.tables.values():
        ranked = table_order(state, table, seeding)
        # A table of two or three sends fewer, or nobody would ever be knocked out.
        for place, number in enumerate(ranked[: min(advance, len(ranked) - 1)]):
            survivors.append((place, number))
    survivors += [(0, number) for number in round.byes]
    return [n for _, n in sorted(survivors, key=lambda x: (x[0], seeding.index(x[1])))]


def table_order(state: State, table: Table, seeding: Sequence[int]) -> list[int]:
    """Best first. A shared place is broken by the raw score, then by the seeding."""
    places = table_places(state.plan, table.outcomes)
    raw = [sum(o.scores[seat] for o in table.outcomes) for seat in range(len(table.seats))]
    seats = sorted(
        range(len(table.seats)),
        key=lambda seat: (places[seat], -raw[seat], seeding.index(table.seats[seat])),
    )
    return [table.seats[seat] for seat in seats]


def snake(field: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Along the tables and back again, so that each gets as much strength as the others.

    >>> snake([1, 2, 3, 4, 5, 6, 7, 8], (4, 4))
    [[1, 4, 5, 8], [2, 3, 6, 7]]
    """
    tables: list[list[int]] = [[] for _ in sizes]
    ways = [list(range(len(sizes))), list(reversed(range(len(sizes))))]
    left = list(field)
    lap = 0
    while left:
        for t in ways[lap % 2]:
            if left and len(tables[t]) < sizes[t]:
                tables[t].append(left.pop(0))
        lap += 1
    return tables
