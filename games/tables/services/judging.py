"""One game, locked, while its commands of one batch are judged one after the other."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from games.problems import Problem
from games.tables import clock, event_store, projections, snapshots
from games.tables.access import PLAYER, PUBLIC, Audience, no_such_game
from games.tables.models import Game, GameCommand
from games.tables.presentation import events_text, open_text
from games.tables.sitters import Sitters
from games.tracing import NOWHERE, Origin
from rules import IllegalMove, Malformed, advance, decode_command
from rules.export import CommandRecord, chain
from rules.kernel.codec import command_layout

SITTER = "sitter"  # in what role: a player about the seat, where a `PLAYER` plays it
OF_A_SEAT = (PLAYER, SITTER)  # what they do takes that seat's time


class Submission(NamedTuple):
    """A command on its way in: what is to be done, and in whose name."""

    game_id: UUID
    command_id: UUID
    body: dict[str, Any]
    actor: str = PLAYER  # or "policy:easy", "judge", "service": in what role
    user_id: int | None = None
    expected_seq: int | None = None  # None: whatever the head is, for the service itself
    origin: Origin = NOWHERE
    wants_events: bool = True  # in the answer; over a socket they are in the frame that follows


class Accepted(NamedTuple):
    """The answer: what happened, as the one who asked may see it."""

    command_id: UUID
    first_seq: int
    seq: int
    events_text: bytes  # as JSON; nothing where they were not wanted

    @property
    def events(self) -> Any:
        return orjson.loads(self.events_text)


class Table:
    def __init__(
        self,
        game: Game,
        seats: Sitters,
        at_head: snapshots.Snapshot | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.stored_seq = game.head_seq
        self.known_digest = game.head_digest  # before any of this batch
        self.additions: list[event_store.Addition] = []
        self.fresh: list[event_store.Recorded] = []  # of this batch, not in the database yet
        self.at_head = at_head  # the game as its row says it is, where that is known
        self.snapshot: snapshots.Snapshot
        self.is_overdue = False  # somebody's time was over, and what follows has not been done yet
        self.origin: Origin = NOWHERE  # of the player's command that what comes next is owed to

    def judge(self, one: Submission, known: GameCommand | None, now: datetime) -> Accepted:
        """Raises a `Problem` where the command is refused; then nothing has changed."""
        own = self._own_seat(one) if one.actor == PLAYER else None
        if self.stored_seq == 0:
            raise Problem(409, "not-running", "The game has not begun.")
        if not self.additions:
            self.snapshot = self.at_head or snapshots.at_head(self.game)
        body = one.body if own is None else {"seat": own, **one.body}
        # What was carried out is answered as it was then, whatever has become of the seat since.
        if known is not None:
            if known.body != body or known.actor != one.actor:
                raise reused()
            return self._answer(one, known.first_seq, known.last_seq)
        for twin in self.additions:
            if twin.command_id != one.command_id:
                continue
            known_as = twin.command and (twin.command["body"], twin.command["actor"])
            if known_as != (body, one.actor):
                raise reused()
            return self._answer(one, twin.events[0].seq, twin.events[-1].seq)
        if own is not None:
            self._refuse_unless_move(one, own)
        deadline = self.game.deadline  # the first of any seat
        if deadline is not None and one.actor in OF_A_SEAT:
            self._refuse_too_late(body["seat"], deadline, now)
        if one.expected_seq is not None and one.expected_seq != self.game.head_seq:
            raise self._conflict(one, one.expected_seq)
        return self._decide(one, body, now)

    def _own_seat(self, one: Submission) -> int:
        """Asked first: whoever may not know of a game is told nothing else about it."""
        own = self._seat_of(one)
        if own is None:
            if self.game.visibility == Game.Visibility.PRIVATE:
                raise no_such_game()
            raise Problem(403, "not-your-seat", "You have no seat in this game.")
        return own

    def _refuse_unless_move(self, one: Submission, own: int) -> None:
        layout = self._layout(one)
        if layout.record in self.snapshot.edition.service_commands:
            raise Problem(403, "not-a-move", f"No player may send {layout.name}.")
        if one.body.get("seat", own) != own:
            raise Problem(403, "not-your-seat", f"Your seat is number {own}.", seat=own)
        if self.snapshot.state.handed_to[own]:
            raise Problem(409, "handed-over", "An AI plays your seat: take it back to move.")

    def _refuse_too_late(self, seat: int, deadline: datetime, now: datetime) -> None:
        """The recorded time decides, whether or not somebody has acted on it yet."""
        at = self._moment(now)
        if at < deadline:
            return
        if seat in clock.run_out(clock.from_json(self.game.clock), at):
            self.is_overdue = True
            raise Problem(409, "time-over", f"The time of seat {seat + 1} is over.", seat=seat)

    def _moment(self, now: datetime) -> datetime:
        """Clocks of several machines differ; time at one table never runs backwards."""
        return max(now, self.snapshot.recorded_at)

    def _seat_of(self, one: Submission) -> int | None:
        if one.user_id is not None:
            for seat in self.seats:
                if seat.user_id == one.user_id:
                    return seat.number
        return None

    def _layout(self, one: Submission) -> Any:
        try:
            return command_layout(self.snapshot.edition, one.body.get("type"))
        except Malformed as wrong:
            raise Problem(400, "malformed", str(wrong)) from None

    def _decide(self, one: Submission, body: dict[str, Any], now: datetime) -> Accepted:
        edition, chance, known_state, seq, digest, _ = self.snapshot
        try:
            command = decode_command(edition, body)
        except Malformed as wrong:
            raise Problem(400, "malformed", str(wrong)) from None
        state = known_state.copy()
        events = advance(edition, state, command, chance)
        if isinstance(events, IllegalMove):
            raise Problem(
                422, "illegal-move", events.message, rule=events.rule, figures=events.figures
            )
        at = self._moment(now)
        record: CommandRecord = {
            "command_id": str(one.command_id),
            "actor": one.actor,
            "body": body,
            "submitted_at": event_store.instant(at),
        }
        written = event_store.canonical(record)
        links = chain(edition, chance, (seq, digest), events, written, record["submitted_at"])
        head = event_store.Head(links[-1].seq, links[-1].digest, at)
        projections.project(self.game, self.seats, edition, state, events, head)
        self.snapshot = snapshots.Snapshot(edition, chance, state, *head)
        self.additions.append(
            event_store.Addition(self.game.id, one.command_id, record, one.user_id, links, at)
        )
        # What an AI's command leads to is a trace of its own: a game of AIs is not one long one.
        self.origin = one.origin if one.actor == PLAYER else NOWHERE
        fresh = [
            event_store.Recorded(
                link.seq,
                event,
                link.digest,
                at,
                one.command_id,
                open_text(edition, link.seq, event, at),
            )
            for link, event in zip(links, events, strict=True)
        ]
        self.fresh += fresh
        seen = self._as_seen(one, fresh) if one.wants_events else b""
        return Accepted(one.command_id, seq + 1, head.seq, seen)

    def _answer(self, one: Submission, first_seq: int, last_seq: int) -> Accepted:
        seen = self._shown(one, first_seq - 1, last_seq) if one.wants_events else b""
        return Accepted(one.command_id, first_seq, last_seq, seen)

    def _conflict(self, one: Submission, expected: int) -> Problem:
        head = self.game.head_seq
        if expected > head:
            return Problem(409, "conflict", f"The game is only at {head}.", seq=head, missed=[])
        return Problem(
            409,
            "conflict",
            f"The game has moved on from {expected} to {head}.",
            seq=head,
            missed=orjson.loads(self._shown(one, expected, head)),
        )

    def _shown(self, one: Submission, after: int, until: int) -> bytes:
        """The events in between, as the one who asks may see them, as JSON."""
        log = [x for x in self.fresh if after < x.seq <= until]
        if after < self.stored_seq:
            stored = min(until, self.stored_seq)
            log = event_store.read(self.snapshot.edition, self.game.id, after, stored) + log
        return self._as_seen(one, log)

    def _as_seen(self, one: Submission, log: list[event_store.Recorded]) -> bytes:
        seat = self._seat_of(one)
        own = PUBLIC if seat is None else Audience(PLAYER, seat)
        return events_text(self.snapshot, log, own.observer(self.snapshot.state.revealed))


def reused() -> Problem:
    return Problem(409, "command-id-reused", "This command_id was used for another command.")
