"""How it came to this: the race, the cross-table, the log itself."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.tables.event_store import instant
from games.tournaments.models import Tournament
from games.tournaments.plan import POINT
from games.tournaments.scoring import is_decided, table_places, tally
from games.tournaments.standings import Standing
from games.tournaments.state import State


def race(state: State) -> list[dict[str, Any]]:
    """Everybody's points after each round: the chart of the race."""
    totals = dict.fromkeys(state.entrants, 0)
    lines: dict[int, list[float]] = {number: [] for number in totals}
    for round in state.rounds:
        if round.status != "finished":
            continue
        gained = tally(state, [round], totals)
        for number, own in gained.items():
            totals[number] += own.points
            lines[number].append(totals[number] / POINT)
    return [{"entrant": number, "points": points} for number, points in lines.items()]


def cross_table(state: State, lines: Iterable[Standing]) -> list[dict[str, Any]]:
    """For each entrant and round: table, seat, place and points."""
    by_entrant: Mapping[int, list[dict[str, Any]]] = {line.entrant: [] for line in lines}
    for round in state.rounds:
        gained = tally(state, [round], by_entrant)
        for number, cells in by_entrant.items():
            table = round.table_of(number)
            decided = table and is_decided(table, state.best_of(round))
            cells.append(
                {
                    "round": round.number,
                    "table": table.number if table else None,
                    "seat": table.seats.index(number) + 1 if table else None,
                    "place": table_places(state.plan, table.outcomes)[table.seats.index(number)]
                    if table and decided
                    else None,
                    "points": gained[number].by_round.get(round.number, 0) / POINT,
                    "bye": number in round.byes,
                }
            )
    return [{"entrant": number, "rounds": cells} for number, cells in by_entrant.items()]


def log_json(tournament: Tournament, after: int, limit: int) -> list[dict[str, Any]]:
    """The chain, as anybody may check it: who acted is a role, never a person."""
    rows = tournament.events.filter(seq__gt=after).order_by("seq")[:limit]
    return [
        {
            "seq": row.seq,
            "type": row.type,
            "version": row.version,
            "payload": row.payload,
            "actor": row.actor,
            "why": row.why,
            "recorded_at": instant(row.recorded_at),
            "digest": row.digest,
        }
        for row in rows
    ]
