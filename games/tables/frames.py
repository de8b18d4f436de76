"""The frames that lead from one position of a game to the next, encoded once for each audience."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

import orjson

from games.tables.access import Audience
from games.tables.event_store import Recorded
from games.tables.messages import Message
from games.tables.positions import Position
from games.tables.presentation import clock_json, event_json, moves_json
from games.tables.snapshots import Snapshot
from rules import Edition, Observer, view_besides, view_of_all
from rules.kernel.layout import PUBLIC


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
