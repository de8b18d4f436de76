"""One game as the sockets of one process see it: a position that follows the log, and the frames
that lead from one position to the next, encoded once for each audience."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

import orjson
import structlog
from django.db import Error as DatabaseProblem
from django.utils import timezone

from games.tables import event_store, selectors, snapshots
from games.tables.access import Audience
from games.tables.event_store import Recorded
from games.tables.messages import Message
from games.tables.models import Game
from games.tables.presentation import clock_json, event_json, moves_json, seats_json
from games.tables.sitters import Sitter, sitters_of, sitters_of_many
from games.tables.snapshots import Snapshot
from rules import Edition, Observer, view_besides, view_of_all
from rules.kernel.layout import PUBLIC

log = structlog.get_logger()

MOST_EVENTS = 500  # in one frame; who missed more is shown the end, and may read the rest


class Position:
    """A game at a moment, with what a frame needs. Made once, never changed."""

    def __init__(self, game: Game, seats: Sequence[Sitter], snapshot: Snapshot | None) -> None:
        self.game = game
        self.seats = seats
        self.snapshot = snapshot
        self.seq = snapshot.seq if snapshot else 0
        # What a frame would be sent for: a move, a beginning, a change of seats.
        self.mark = (self.seq, game.status, seats_json(seats))


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
        return Position(game, seats, snapshots.at_head(game))
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
        snapshot = before.snapshot and snapshots.reached(game, before.snapshot, tail)
        if snapshot is None and game.head_seq:
            # It has begun, or what is known of it does not lead to its head.
            snapshot = snapshots.at_head(game)
            tail = read_tail(Position(game, sitters[game_id], snapshot), before.seq)
        found[game_id] = Position(game, sitters[game_id], snapshot), tail[-MOST_EVENTS:]
    return found


def read_tail(position: Position, after: int) -> list[Recorded]:
    if position.snapshot is None or after >= position.seq:
        return []
    after = max(after, position.seq - MOST_EVENTS)
    return event_store.read(position.snapshot.edition, position.game.id, after, position.seq)


class Delivery:
    """Frames that lead from one position to another. What all audiences see is encoded once."""

    def __init__(
        self, position: Position, after: int, tail: Sequence[Recorded], now: datetime
    ) -> None:
        self.snapshot = position.snapshot
        self.tail = tail
        self.public_events: dict[int, bytes] = {}
        self.view_of_all = b""  # as far as a view is the same for everyone; once it is wanted
        self.beginning = orjson.dumps(
            {
                "type": "frame",
                "game": position.game.id,
                "status": position.game.status,
                "from_seq": tail[0].seq - 1 if tail else min(after, position.seq),
                "to_seq": position.seq,
                "digest": self.snapshot.digest if self.snapshot else None,
                "clock": clock_json(position.game, now),
                "seats": position.mark[-1],
            }
        )[:-1]

    def frame(self, audience: Audience) -> Message:
        events, view, moves = b"", b"null", b"[]"
        if self.snapshot is not None:
            observer = audience.observer(self.snapshot.state.revealed)
            events = b",".join([self._event(self.snapshot, one, observer) for one in self.tail])
            view = self._view(self.snapshot, observer)
            if offers := moves_json(self.snapshot, audience):
                moves = orjson.dumps(offers)
        return Message(
            b'%b,"events":[%b],"view":%b,"moves":%b}' % (self.beginning, events, view, moves)
        )

    def _view(self, snapshot: Snapshot, observer: Observer) -> bytes:
        edition, state = snapshot.edition, snapshot.state
        if not self.view_of_all:
            self.view_of_all = orjson.dumps(view_of_all(edition, state))[:-1]
        besides = orjson.dumps(view_besides(edition, state, observer))
        # Both are objects with something in them: no table is without a hidden card.
        return b"%b,%b" % (self.view_of_all, besides[1:])

    def _event(self, snapshot: Snapshot, recorded: Recorded, observer: Observer) -> bytes:
        encoded = self.public_events.get(recorded.seq)
        if encoded is None:
            edition, options = snapshot.edition, snapshot.state.options
            encoded = orjson.dumps(event_json(edition, recorded, observer, options))
            kind: Any = type(recorded.event)
            if is_public(edition, kind):
                self.public_events[recorded.seq] = encoded
        return encoded


@cache
def is_public(edition: Edition, kind: Any) -> bool:
    """Whether everyone sees the same of such an event."""
    return all(field.audience == PUBLIC for field in edition.layout_of[kind].fields.values())
