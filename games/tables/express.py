"""Moves that come over sockets, judged, written and told by the event loop itself.

They share commits as the committer's do (services/committer.py), but without a thread: nobody waits for another
to let go, and what was just touched is still at hand. While PostgreSQL writes one batch the next one gathers.
Only what this process knows by heart goes this way (services/from_memory.py); whatever it has to ask the log
for, and every move on SQLite, is the committer's.
"""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import structlog
from django.db import connection
from django.utils import timezone

from games import metrics
from games.accounts import rates
from games.metrics import Laps
from games.tables import live, snapshots, writer
from games.tables.hub import Hub, Prepared, hub_here
from games.tables.lean import answers_here
from games.tables.loop_connection import LoopConnection, Rows, connect
from games.tables.services import committer, from_memory
from games.tables.services.commands import traced
from games.tables.services.committer import MOST_TOGETHER, MOST_WAITING, Outcome, Request
from games.tables.services.judging import Accepted, Submission, Table
from games.tables.services.noting import note

log = structlog.get_logger()

TRY_AGAIN = 1.0  # seconds after a connection that could not be opened


class Moved(NamedTuple):
    """A game with what it is to be, if that is written."""

    table: Table
    prepared: Prepared
    outcomes: list[tuple[Request, Accepted]]


class Batch(NamedTuple):
    """On its way to the database."""

    moved: dict[bytes, Moved]  # by the game's id, as the database will name it
    laps: Laps
    spans: ExitStack


class Express:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.loop = asyncio.get_running_loop()
        self.waiting: list[Request] = []
        self.batch: Batch | None = None
        self.connection: LoopConnection | None = None
        self.connecting: asyncio.Task[None] | None = None
        self.is_due = False  # to set off, at the end of this turn of the loop

    def submit(self, request: Request) -> None:
        """Never waits; `answer` is called by this event loop, once the outcome is durable."""
        if self.connection is None or not self.connection.is_open:
            self._connect()
            by_the_committer(request)
            return
        refused = rates.refusal("command_user", request.submission.user_id)
        request = Request(request.submission, request.answer, request.arrived, is_counted=True)
        if refused is None and len(self.waiting) >= MOST_WAITING:
            refused = committer.overloaded()
        if refused is not None:
            answer(request, refused)
            return
        self.waiting.append(request)
        if self.batch is None:
            self._set_off_soon()

    def _set_off_soon(self) -> None:
        """What else has arrived by now comes along."""
        if not self.is_due:
            self.is_due = True
            self.loop.call_soon(self._set_off, context=self.hub.context)

    def _set_off(self) -> None:
        """Judges what waits, and sends what came of it to the database."""
        self.is_due = False
        requests, self.waiting = self.waiting[:MOST_TOGETHER], self.waiting[MOST_TOGETHER:]
        if not requests:
            return
        assert self.connection is not None
        spans = ExitStack()
        submissions = spans.enter_context(traced([request.submission for request in requests]))
        laps = Laps(metrics.COMMIT_SECONDS)
        now = timezone.now()
        by_game: dict[UUID, list[tuple[Request, Submission]]] = {}
        for request, one in zip(requests, submissions, strict=True):
            by_game.setdefault(one.game_id, []).append((request, one))
        moved: dict[bytes, Moved] = {}
        # One game after the other, judged and its frames made while its state is at hand: a processor forgets.
        for game_id, theirs in by_game.items():
            table = from_memory.known_table(game_id)
            outcomes: list[tuple[Request, Accepted]] = []
            for request, one in theirs:
                outcome = from_memory.judged(table, one, now)
                if outcome is None:
                    by_the_committer(request)
                else:
                    outcomes.append((request, outcome))
            if table is not None and table.additions:
                prepared = self._prepared(move_of(table), now)
                moved[str(game_id).encode()] = Moved(table, prepared, outcomes)
        laps.end("judge")
        if not moved:
            spans.close()
            self._go_on()
            return
        self.batch = Batch(moved, laps, spans)
        try:
            written = from_memory.what_to_write([one.table for one in moved.values()])
            self.connection.send(writer.parameters(*written), self._arrived)
        except Exception as fault:
            log.error("express_failed", games=len(moved), fault=type(fault).__name__)
            self.connection.close()
            self._arrived(None)

    def _prepared(self, move: live.Moved, now: datetime) -> Prepared:
        """A view that can't be made holds up no move."""
        try:
            return self.hub.prepare(move, now)
        except Exception as fault:
            log.error("frames_failed", game=str(move.game.id), fault=type(fault).__name__)
            return Prepared(move, None, None)  # who watches will look for it

    def _arrived(self, rows: Rows | None) -> None:
        """Of these games everything is durable. What was not written, as somebody else had moved there, or of
        which that is not known, the committer looks into: nothing is carried out twice."""
        assert self.batch is not None
        (moved, laps, spans), self.batch = self.batch, None
        laps.end("append")
        try:
            written = [moved.pop(game_id) for game_id in rows or ()]
            for one in moved.values():
                for request, _ in one.outcomes:
                    by_the_committer(request)
            if written:
                self._tell(written)
        finally:
            spans.close()
            self._go_on()

    def _tell(self, written: Sequence[Moved]) -> None:
        outcomes = [outcome for one in written for outcome in one.outcomes]
        metrics.COMMIT_COMMANDS.observe(len(outcomes))
        for request, outcome in outcomes:
            answer(request, outcome)
        for table, _, _ in written:
            snapshots.remember(table.game, table.snapshot, table.seats)
        live.announce([one.prepared.move for one in written])
        self.hub.tell([one.prepared for one in written])

    def _go_on(self) -> None:
        if self.connection is None or not self.connection.is_open:
            waiting, self.waiting = self.waiting, []
            for request in waiting:
                by_the_committer(request)
        elif self.waiting:
            self._set_off_soon()

    def _connect(self) -> None:
        """Not where statements can't stay prepared, as behind some poolers."""
        options = connection.settings_dict["OPTIONS"]
        if connection.vendor != "postgresql" or options.get("prepare_threshold") is None:
            return
        if self.connecting is None or self.connecting.done():
            self.connecting = self.loop.create_task(self._open(), context=self.hub.context)

    async def _open(self) -> None:
        try:
            opened = await asyncio.to_thread(connect, writer.WRITE_WHAT_HOLDS)
        except Exception as fault:
            log.warning("express_not_connected", fault=type(fault).__name__)
            await asyncio.sleep(TRY_AGAIN)
        else:
            self.connection = LoopConnection(self.loop, *opened)

    async def finish(self) -> None:
        """Returns when everything that was submitted is answered, or is the committer's."""
        while self.batch is not None or self.is_due or self.waiting:
            await asyncio.sleep(0.01)
        if self.connecting is not None:
            await self.connecting
        if self.connection is not None:
            self.connection.close()


def answer(request: Request, outcome: Outcome) -> None:
    """One that can't be answered is in nobody else's way."""
    note(request.submission, outcome, request.arrived)
    try:
        request.answer(outcome)
    except Exception as fault:
        log.error("not_answered", fault=type(fault).__name__)


def move_of(table: Table) -> live.Moved:
    return live.Moved(table.game, table.seats, table.snapshot, table.fresh, table.origin)


def by_the_committer(request: Request) -> None:
    """Whose thread answers through this event loop."""
    answered = answers_here().expect(request.answer)
    committer.submit(request._replace(answer=answered))


_expresses: dict[Hub, Express] = {}


def express_here() -> Express:
    """Of this process; its first move starts it."""
    hub = hub_here()
    if hub not in _expresses:
        _expresses[hub] = Express(hub)
    return _expresses[hub]


async def finish() -> None:
    """At the end of a process."""
    while _expresses:
        _, express = _expresses.popitem()
        await express.finish()
