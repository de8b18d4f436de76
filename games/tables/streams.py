"""One game as the sockets of one process see it: a position that follows the log, and the frames
that lead from one position to the next, encoded once for each audience."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

import orjson
from django.utils import timezone

from games.tables import event_store, selectors, snapshots
from games.tables.access import Audience
from games.tables.event_store import Recorded
from games.tables.messages import Message
from games.tables.models import Game
from games.tables.presentation import clock_json, event_json, moves_json, seats_json
from games.tables.sitters import Sitter, sitters_of
from games.tables.snapshots import Snapshot
from rules import Edition, Observer, view_besides, view_of_all
from rules.kernel.layout import PUBLIC

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
        self.position = position
        self.tail = tail
        self.from_seq = tail[0].seq - 1 if tail else min(after, position.seq)
        self.clock = _encoded(clock_json(position.game, now))
        self.seats = _encoded(position.mark[-1])
        self.public_events: dict[int, orjson.Fragment] = {}
        self.view_of_all = b""  # as far as a view is the same for everyone; once it is wanted

    def frame(self, audience: Audience) -> Message:
        position, snapshot = self.position, self.position.snapshot
        body: dict[str, Any] = {
            "type": "frame",
            "game": str(position.game.id),
            "status": position.game.status,
            "from_seq": self.from_seq,
            "to_seq": position.seq,
            "digest": None,
            "events": [],
            "view": None,
            "moves": [],
            "clock": self.clock,
            "seats": self.seats,
        }
        if snapshot is not None:
            observer = audience.observer(snapshot.state.revealed)
            body["digest"] = snapshot.digest
            body["events"] = [self._event(snapshot, recorded, observer) for recorded in self.tail]
            body["view"] = self._view(snapshot, observer)
            body["moves"] = moves_json(snapshot, audience)
        return Message(orjson.dumps(body))

    def _view(self, snapshot: Snapshot, observer: Observer) -> orjson.Fragment:
        edition, state = snapshot.edition, snapshot.state
        if not self.view_of_all:
            self.view_of_all = orjson.dumps(view_of_all(edition, state))
        besides = orjson.dumps(view_besides(edition, state, observer))
        # Both are objects with something in them: no table is without a hidden card.
        return orjson.Fragment(self.view_of_all[:-1] + b"," + besides[1:])

    def _event(self, snapshot: Snapshot, recorded: Recorded, observer: Observer) -> Any:
        encoded = self.public_events.get(recorded.seq)
        if encoded is not None:
            return encoded
        shown = event_json(snapshot.edition, recorded, observer, snapshot.state.options)
        kind: Any = type(recorded.event)
        if not _is_public(snapshot.edition, kind):
            return shown
        encoded = self.public_events[recorded.seq] = _encoded(shown)
        return encoded


@cache
def _is_public(edition: Edition, kind: Any) -> bool:
    """Whether everyone sees the same of such an event."""
    return all(field.audience == PUBLIC for field in edition.layout_of[kind].fields.values())


def _encoded(value: Any) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(value))
