"""Where a game stands, as the sockets of one process see it: a position that follows the log."""

from collections.abc import Mapping
from uuid import UUID

import structlog
from django.db import Error as DatabaseProblem
from django.utils import timezone

from games.tables import event_store, selectors, snapshots
from games.tables.event_store import Recorded
from games.tables.models import Game
from games.tables.presentation import seats_text
from games.tables.sitters import Sitters, sitters_of, sitters_of_many
from games.tables.snapshots import Snapshot

log = structlog.get_logger()

MOST_EVENTS = 500  # in one frame; who missed more is shown the end, and may read the rest


class Position:
    """A game at a moment, with what a frame needs. Made once, never changed."""

    def __init__(self, game: Game, seats: Sitters, snapshot: Snapshot | None) -> None:
        self.game = game
        self.seats = seats
        self.snapshot = snapshot
        self.seq = snapshot.seq if snapshot else 0
        self.sitting = seats_text(seats)  # as JSON
        # What a frame would be sent for: a move, a beginning, a change of seats, or of whom one is kept for.
        self.mark = (self.seq, game.status, seats)


def read_position(game_id: UUID, delayed: bool, known: Position | None = None) -> Position:
    """Where the game stands, or for commentators where it stood; read from the database."""
    game = Game.objects.get(id=game_id)
    seats = sitters_of(game_id)
    now = timezone.now()
    revealed = game.status == Game.Status.OVER and not game.due
    seq = selectors.delayed_seq(game, now) if delayed and not revealed else game.head_seq
    if seq == 0:
        return Position(game, seats, None)
    if seq == game.head_seq:
        return Position(game, seats, snapshots.at_head(game, seats))
    if known is not None and known.snapshot is not None and known.seq <= seq:
        tail = event_store.read(known.snapshot.edition, game_id, known.seq, seq)
        return Position(game, seats, snapshots.followed(known.snapshot, tail))
    return Position(game, seats, snapshots.at(game, seq))


News = tuple[Position, list[Recorded]]  # where a game stands, and what has happened in it since


def catch_up(known: Mapping[UUID, Position]) -> dict[UUID, News]:
    """What is new at these games. A log that can't be read is in nobody else's way."""
    try:
        return _catch_up(known)
    except DatabaseProblem:
        raise
    except Exception as fault:
        if len(known) == 1:
            log.error("look_failed", game=str(*known), fault=type(fault).__name__)
            return {}
        return {
            game_id: news
            for one, position in known.items()
            for game_id, news in catch_up({one: position}).items()
        }


def _catch_up(known: Mapping[UUID, Position]) -> dict[UUID, News]:
    """All at once: to read one game costs nearly as much as to read many."""
    games = Game.objects.in_bulk(list(known))
    sitters = sitters_of_many(games)
    moved = {
        game_id: (before.snapshot.edition, before.seq)
        for game_id, before in known.items()
        if before.snapshot is not None and game_id in games
    }
    tails = event_store.read_tails(moved)
    found: dict[UUID, News] = {}
    for game_id, game in games.items():
        before = known[game_id]
        # Somebody may have moved between the two statements: that is for the next time.
        tail = [recorded for recorded in tails.get(game_id, ()) if recorded.seq <= game.head_seq]
        seats = sitters[game_id]
        snapshot = before.snapshot and snapshots.reached(game, seats, before.snapshot, tail)
        if snapshot is None and game.head_seq:
            # It has begun, or what is known of it does not lead to its head.
            snapshot = snapshots.at_head(game, seats)
            tail = read_tail(Position(game, seats, snapshot), before.seq)
        found[game_id] = Position(game, seats, snapshot), tail[-MOST_EVENTS:]
    return found


def read_tail(position: Position, after: int) -> list[Recorded]:
    if position.snapshot is None or after >= position.seq:
        return []
    after = max(after, position.seq - MOST_EVENTS)
    return event_store.read(position.snapshot.edition, position.game.id, after, position.seq)
