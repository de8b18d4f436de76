"""The frames that lead from one position of a game to the next, encoded once for each audience."""

from collections.abc import Sequence
from datetime import datetime

import orjson

from games.tables.access import PUBLIC, Audience
from games.tables.event_store import Recorded
from games.tables.messages import Message
from games.tables.positions import Position
from games.tables.presentation import clock_json, event_text, moves_text, open_text
from games.tables.snapshots import Snapshot
from rules import Observer, changes, insiders, view_besides, view_of_all
from rules.kernel.changes import Changes


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
        self.events: list[bytes] = []  # as everyone sees them; "" where not everyone sees the same
        if self.snapshot is not None:
            edition = self.snapshot.edition
            self.events = [
                one.text or open_text(edition, one.seq, one.event, one.recorded_at) for one in tail
            ]
        self.are_open = all(self.events)
        self.events_of_all = b",".join(self.events)
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
        # Of a view, and of what has changed in it, what is the same for everyone: made once it is wanted.
        self.view_of_all = b""
        self.changes: Changes | None = None
        self.changes_of_all = b""
        self.insiders: set[int] = set()

    def to(self, audience: Audience, wants_changes: bool) -> Message:
        """The same message for all who share an audience and want the same."""
        made = self.made.get((audience, wants_changes))
        if made is None:
            made = self.change(audience) if wants_changes else self.frame(audience)
            self.made[audience, wants_changes] = made
        return made

    def frame(self, audience: Audience) -> Message:
        """With the whole view."""
        if self.snapshot is None:
            return Message(
                b'%b,%b"view":null,"events":[],"moves":[]}' % (self.beginning, self.seats)
            )
        observer = audience.observer(self.revealed)
        looks = b'%b"view":%b' % (self.seats, self._view(self.snapshot, observer))
        return self._message(self.snapshot, audience, observer, looks)

    def change(self, audience: Audience) -> Message:
        """For who has seen the last position: of the view only what looks different now."""
        if self.snapshot is None or self.known is None:
            return self.frame(audience)
        if self.changes is None:
            self._compare(self.snapshot, self.known)
        # Who plays, but sees no more of this than a spectator, shares their message.
        if audience.seat is not None and audience.seat not in self.insiders:
            return self.to(PUBLIC, wants_changes=True)
        observer = audience.observer(self.revealed)
        looks = self.new_seats + self._changes(self.snapshot, observer)
        return self._message(self.snapshot, audience, observer, looks)

    def _compare(self, snapshot: Snapshot, known: Snapshot) -> None:
        self.changes = changes(snapshot.edition, known.state, snapshot.state)
        self.changes_of_all = orjson.dumps(self.changes.of_all)
        self.insiders = self.changes.insiders().union(snapshot.state.waiting_on)
        for text, one in zip(self.events, self.tail, strict=True):
            if not text:
                self.insiders |= insiders(snapshot.edition, one.event)

    def _message(
        self, snapshot: Snapshot, audience: Audience, observer: Observer, looks: bytes
    ) -> Message:
        events = self.events_of_all if self.are_open else self._events(snapshot, observer)
        return Message(
            b'%b,%b,"events":[%b],"moves":%b}'
            % (self.beginning, looks, events, moves_text(snapshot, audience))
        )

    def _view(self, snapshot: Snapshot, observer: Observer) -> bytes:
        edition, state = snapshot.edition, snapshot.state
        if not self.view_of_all:
            self.view_of_all = orjson.dumps(view_of_all(edition, state))
        return both(self.view_of_all, orjson.dumps(view_besides(edition, state, observer)))

    def _changes(self, snapshot: Snapshot, observer: Observer) -> bytes:
        assert self.changes is not None
        members, parts = self.changes.besides(observer, snapshot.state.options)
        changed = self.changes_of_all
        if members:
            changed = both(changed, orjson.dumps(members))
        return b'"changes":%b,"parts":%b' % (changed, orjson.dumps(parts))

    def _events(self, snapshot: Snapshot, observer: Observer) -> bytes:
        edition, options = snapshot.edition, snapshot.state.options
        return b",".join(
            [
                text or event_text(edition, one, observer, options)
                for text, one in zip(self.events, self.tail, strict=True)
            ]
        )


def both(one: bytes, other: bytes) -> bytes:
    """Two encoded objects as one."""
    if b"{}" in (one, other):
        return other if one == b"{}" else one
    return b"%b,%b" % (one[:-1], other[1:])
