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
from rules import Edition, Observer, changes_besides, changes_of_all, view_besides, view_of_all
from rules.kernel.layout import PUBLIC


class Delivery:
    """Frames that lead from one position to another. What all audiences see is encoded once."""

    def __init__(
        self,
        position: Position,
        after: int,
        tail: Sequence[Recorded],
        now: datetime,
        known: Position | None = None,
    ) -> None:
        self.snapshot = position.snapshot
        # What they have seen, who are told of changes.
        self.known = known.snapshot if known is not None else None
        self.tail = tail
        self.public_events: dict[int, bytes] = {}
        self.made: dict[tuple[Audience, bool], Message] = {}
        # What is the same for everyone, of a view and of what has changed in it; once it is wanted.
        self.view_of_all = b""
        self.changes_of_all = b""
        self.beginning = orjson.dumps(
            {
                "type": "frame",
                "game": position.game.id,
                "status": position.game.status,
                "from_seq": tail[0].seq - 1 if tail else min(after, position.seq),
                "to_seq": position.seq,
                "digest": self.snapshot.digest if self.snapshot else None,
                "clock": clock_json(position.game, now),
            }
        )[:-1]
        self.seats = b'"seats":%b,' % orjson.dumps(position.sitting)
        self.new_seats = b"" if known and known.sitting == position.sitting else self.seats

    def to(self, audience: Audience, wants_changes: bool) -> Message:
        """The same message for all who share an audience and want the same."""
        made = self.made.get((audience, wants_changes))
        if made is None:
            made = self.change(audience) if wants_changes else self.frame(audience)
            self.made[audience, wants_changes] = made
        return made

    def frame(self, audience: Audience) -> Message:
        """With the whole view."""
        view = b"null"
        if self.snapshot is not None:
            view = self._view(self.snapshot, audience.observer(self.snapshot.state.revealed))
        return self._message(audience, b'%b"view":%b' % (self.seats, view))

    def change(self, audience: Audience) -> Message:
        """For who has seen the last position: of the view only what looks different now."""
        if self.snapshot is None or self.known is None:
            return self.frame(audience)
        observer = audience.observer(self.snapshot.state.revealed)
        if observer != audience.observer(self.known.state.revealed):
            return self.frame(audience)  # other eyes see everything anew
        changes = self._changes(self.known, self.snapshot, observer)
        return self._message(audience, b'%b"changes":%b' % (self.new_seats, changes))

    def _message(self, audience: Audience, looks: bytes) -> Message:
        events, moves = b"", b"[]"
        if self.snapshot is not None:
            observer = audience.observer(self.snapshot.state.revealed)
            events = b",".join([self._event(self.snapshot, one, observer) for one in self.tail])
            if offers := moves_json(self.snapshot, audience):
                moves = orjson.dumps(offers)
        return Message(b'%b,%b,"events":[%b],"moves":%b}' % (self.beginning, looks, events, moves))

    def _view(self, snapshot: Snapshot, observer: Observer) -> bytes:
        edition, state = snapshot.edition, snapshot.state
        if not self.view_of_all:
            self.view_of_all = orjson.dumps(view_of_all(edition, state))
        return both(self.view_of_all, orjson.dumps(view_besides(edition, state, observer)))

    def _changes(self, known: Snapshot, snapshot: Snapshot, observer: Observer) -> bytes:
        edition, before, after = snapshot.edition, known.state, snapshot.state
        if not self.changes_of_all:
            self.changes_of_all = orjson.dumps(changes_of_all(edition, before, after))
        besides = changes_besides(edition, before, after, observer)
        return both(self.changes_of_all, orjson.dumps(besides))

    def _event(self, snapshot: Snapshot, recorded: Recorded, observer: Observer) -> bytes:
        encoded = self.public_events.get(recorded.seq)
        if encoded is None:
            edition, options = snapshot.edition, snapshot.state.options
            encoded = orjson.dumps(event_json(edition, recorded, observer, options))
            kind: Any = type(recorded.event)
            if is_public(edition, kind):
                self.public_events[recorded.seq] = encoded
        return encoded


def both(one: bytes, other: bytes) -> bytes:
    """Two encoded objects as one."""
    if b"{}" in (one, other):
        return other if one == b"{}" else one
    return b"%b,%b" % (one[:-1], other[1:])


@cache
def is_public(edition: Edition, kind: Any) -> bool:
    """Whether everyone sees the same of such an event."""
    return all(field.audience == PUBLIC for field in edition.layout_of[kind].fields.values())
