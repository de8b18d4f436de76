"""The frames that lead from one position of a game to the next, encoded once for each audience."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache, cached_property
from typing import Any

import orjson

from games.tables.access import Audience
from games.tables.event_store import Recorded
from games.tables.messages import Message
from games.tables.positions import Position
from games.tables.presentation import clock_json, event_text, moves_text
from games.tables.snapshots import Snapshot
from rules import Edition, Observer, changes, view_besides, view_of_all
from rules.kernel.layout import PUBLIC, Changes


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
        self.revealed = self.snapshot is not None and self.snapshot.state.revealed
        # What they have seen, who are told of changes. Other eyes would see everything anew.
        self.known = known.snapshot if known is not None else None
        if self.known is not None and self.known.state.revealed != self.revealed:
            self.known = None
        self.tail = tail
        self.public_events: dict[int, bytes] = {}
        self.made: dict[tuple[Audience, bool], Message] = {}
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
        self.seats = b'"seats":%b,' % position.sitting
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
            view = self._view(self.snapshot, audience.observer(self.revealed))
        return self._message(audience, b'%b"view":%b' % (self.seats, view))

    def change(self, audience: Audience) -> Message:
        """For who has seen the last position: of the view only what looks different now."""
        if self.snapshot is None or self.known is None:
            return self.frame(audience)
        observer = audience.observer(self.revealed)
        besides = self.changes.besides(observer, self.snapshot.state.options)
        looks = both(self.changes_of_all, orjson.dumps(besides))
        return self._message(audience, b'%b"changes":%b' % (self.new_seats, looks))

    def _message(self, audience: Audience, looks: bytes) -> Message:
        events, moves = b"", b"[]"
        if self.snapshot is not None:
            observer = audience.observer(self.revealed)
            events = b",".join([self._event(self.snapshot, one, observer) for one in self.tail])
            moves = moves_text(self.snapshot, audience)
        return Message(b'%b,%b,"events":[%b],"moves":%b}' % (self.beginning, looks, events, moves))

    def _view(self, snapshot: Snapshot, observer: Observer) -> bytes:
        besides = view_besides(snapshot.edition, snapshot.state, observer)
        return both(self.view_of_all, orjson.dumps(besides))

    # What is the same for everyone, of a view and of what has changed in it: made once it is wanted.

    @cached_property
    def view_of_all(self) -> bytes:
        assert self.snapshot is not None
        return orjson.dumps(view_of_all(self.snapshot.edition, self.snapshot.state))

    @cached_property
    def changes(self) -> Changes:
        assert self.snapshot is not None
        assert self.known is not None
        return changes(self.snapshot.edition, self.known.state, self.snapshot.state)

    @cached_property
    def changes_of_all(self) -> bytes:
        return orjson.dumps(self.changes.of_all)

    def _event(self, snapshot: Snapshot, recorded: Recorded, observer: Observer) -> bytes:
        encoded = self.public_events.get(recorded.seq)
        if encoded is None:
            edition, options = snapshot.edition, snapshot.state.options
            encoded = event_text(edition, recorded, observer, options)
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
