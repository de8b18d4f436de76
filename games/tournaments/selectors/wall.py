"""The director's wall: every table of the present round, as it stands now."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Avg
from django.utils import timezone

from games.tables.event_store import instant
from games.tables.hub import presence_here
from games.tables.models import Game
from games.tournaments import events as e
from games.tournaments.event_log import state_of
from games.tournaments.models import TableGame, Tournament
from games.tournaments.rotation import seats_in
from games.tournaments.round_time import ends_at
from games.tournaments.scoring import is_decided
from games.tournaments.state import Round, State, Table


def tiles(tournament: Tournament) -> list[dict[str, Any]]:
    """Every table of the present round as it stands now: one query, whatever their number."""
    state = state_of(tournament)
    round = state.round
    if round is None or round.status not in ("started", "finished"):
        return []
    rows = TableGame.objects.filter(tournament=tournament, round=round.number)
    games: dict[int, Game] = {}
    for row in rows.select_related("game").order_by("table", "number"):
        games[row.table] = row.game
    return [tile(state, round, table, games.get(table.number)) for table in round.tables.values()]


def tile(state: State, round: Round, table: Table, game: Game | None) -> dict[str, Any]:
    decided = is_decided(table, state.best_of(round))
    end = ends_at(state.plan, round, table)
    seats = seats_in(table, table.games[-1]) if table.games else table.seats
    return {
        "table": table.number,
        "seats": seats,  # of the game that is shown
        "game": str(game.id) if game else None,
        "status": "decided" if decided else game.status if game else "owed",
        "round": game.round if game else None,
        "phase": game.phase if game else "",
        "waiting_on": game.waiting_on if game and game.status == Game.Status.RUNNING else [],
        "scores": game.scores if game else [],
        "seq": game.head_seq if game else 0,
        "moved_at": instant(game.moved_at) if game and game.moved_at else None,
        "deadline": instant(game.deadline) if game and game.deadline else None,
        "paused": bool(game and game.paused),
        "calls": len(table.calls) + bool(game and game.judge_called),
        "no_shows": len(table.no_shows),
        "away": away(state, seats, game),
        "extension": table.extension,
        "ends_at": instant(end) if end and not decided else None,
    }


def away(state: State, seats: Sequence[int], game: Game | None) -> list[int]:
    """The seats of people who are not connected, as far as this process knows."""
    presence = presence_here()
    if game is None or game.status != Game.Status.RUNNING or presence is None:
        return []
    connected = presence.at(game.id).seats
    return [
        seat
        for seat, number in enumerate(seats)
        if number != e.AI and not state.entrants[number].policy and seat not in connected
    ]


def predicted_end(tournament: Tournament, now: datetime | None = None) -> datetime | None:
    """When the slowest table will be done: each goes on at its own pace, to the length that games
    of this edition have had."""
    state = state_of(tournament)
    round = state.round
    if round is None or round.status != "started":
        return None
    now = now or timezone.now()
    over = Game.objects.filter(edition=state.plan.edition, status=Game.Status.OVER)
    usual = over.aggregate(length=Avg("head_seq"))["length"]
    if usual is None:
        return None
    rows = TableGame.objects.filter(tournament=tournament, round=round.number, is_settled=False)
    ends = [
        _end_of(row.game, float(usual), now)
        for row in rows.select_related("game")
        if row.game.status == Game.Status.RUNNING and not row.game.paused
    ]
    return max((end for end in ends if end is not None), default=None)


def _end_of(game: Game, usual: float, now: datetime) -> datetime | None:
    if game.started_at is None or game.head_seq < 10:
        return None
    played = (now - game.started_at).total_seconds()
    left = max(0.02 * usual, usual - game.head_seq)
    return now + timedelta(seconds=played / game.head_seq * left)
