"""A tournament to take home: CSV for a spreadsheet, JSON for a program."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from games.tournaments.event_log import state_of
from games.tournaments.events import AI
from games.tournaments.models import Entrant, Tournament
from games.tournaments.rotation import by_table
from games.tournaments.selectors.history import log_json
from games.tournaments.selectors.overview import names_of, tournament_json
from games.tournaments.standings import standings

EVERYTHING = 10**9


def csv_of(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def harmless(cell: Any) -> Any:
    """A spreadsheet takes a text that begins like this for a formula, and runs it."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{cell}"
    return cell


def standings_csv(tournament: Tournament) -> str:
    state, known = state_of(tournament), names_of(tournament)
    criteria = [name for name in state.plan.tie_breaks if name != "head_to_head"]
    rows: list[Sequence[Any]] = [["place", "entrant", "name", "club", *criteria, "decided_by"]]
    for line in standings(state):
        own = known[line.entrant]
        figures = [f"{line.figures[name]:g}" for name in criteria]
        rows.append([line.place, own.number, own.name, own.club, *figures, line.decided_by])
    return csv_of(rows)


def pairings_csv(tournament: Tournament) -> str:
    state, known = state_of(tournament), names_of(tournament)
    rows: list[Sequence[Any]] = [["round", "table", "seat", "entrant", "name"]]
    for round in state.rounds:
        if round.status == "paired":
            continue
        for table in round.tables.values():
            for seat, number in enumerate(table.seats, 1):
                rows.append([round.number, table.number, seat, number, name_of(known, number)])
        rows += [[round.number, "bye", "", n, name_of(known, n)] for n in round.byes]
    return csv_of(rows)


def results_csv(tournament: Tournament) -> str:
    state, known = state_of(tournament), names_of(tournament)
    header = ["round", "table", "game", "game_id", "seat", "entrant", "name", "place", "score"]
    rows: list[Sequence[Any]] = [[*header, "tickets", "bonuses", "adjudicated"]]
    for round in state.rounds:
        for table in round.tables.values():
            for game in table.counting:
                if game.outcome is None:
                    continue
                figures = zip(
                    game.outcome.places,
                    game.outcome.scores,
                    game.outcome.tickets,
                    game.outcome.bonuses,
                    strict=True,
                )
                seats = by_table(range(1, len(table.seats) + 1), game)
                for seat, number, own in zip(seats, table.seats, figures, strict=True):
                    where = [round.number, table.number, game.number, game.game_id, seat]
                    rows.append([*where, number, name_of(known, number), *own, game.adjudicated])
    return csv_of(rows)


def name_of(known: dict[int, Entrant], number: int) -> str:
    return "AI" if number == AI else known[number].name


def whole_json(tournament: Tournament) -> dict[str, Any]:
    """What there is to see, and the chain that it follows from."""
    return {
        "format": "roundhouse-tournament/1",
        "tournament": tournament_json(tournament),
        "events": log_json(tournament, 0, EVERYTHING),
    }


CSV = {"standings": standings_csv, "pairings": pairings_csv, "results": results_csv}
