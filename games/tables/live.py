"""After a commit: who watches is told that there is something new, and what comes next is enqueued.

A notice carries a game's id and its new head, never an event or a card: each web process reads
for itself what its sockets may see. A lost notice does no harm: the hub asks for what it missed,
and the nudge enqueues what was not. So nothing here may hold up a move or fail it: notices and
tasks leave through a thread of their own.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import structlog
from celery import current_app
from channels.layers import get_channel_layer
from django.utils import timezone

from games.tables.event_store import Recorded
from games.tables.models import Game
from games.tables.sitters import Sitter, sitters_of
from games.tables.snapshots import Snapshot

log = structlog.get_logger()

GROUP = "moves"  # every web process listens to it, once
MOST_WAITING = 10_000
PROCESS = uuid4().hex  # so that a process does not hear itself

Notices = dict[str, int]  # a game's id and its head


class Moved(NamedTuple):
    """What was committed for one game. It stays in this process."""

    game: Game
    seats: Sequence[Sitter]
    snapshot: Snapshot | None
    events: list[Recorded]


# The hub of this process, where there is one: it hears of our own moves without a detour.
local_listeners: list[Callable[[list[Moved]], None]] = []


def after_commit(moves: list[Moved]) -> None:
    for listener in local_listeners:
        listener(moves)
    outbox = _outbox()
    if outbox.qsize() < MOST_WAITING:
        notices = {str(move.game.id): move.game.head_seq for move in moves}
        outbox.put((notices, [task for move in moves if (task := next_task(move.game))]))


def changed(game: Game) -> None:
    """Something else than a move: somebody sat down, somebody asks for a pause."""
    seats = sitters_of(game.id)
    for listener in local_listeners:
        listener([Moved(game, seats, None, [])])
    _outbox().put(({str(game.id): game.head_seq}, []))


def note_connection(game_id: UUID, seat: int, what: str) -> None:
    """For the auditor's ledger. One that is lost is missing there and nowhere else."""
    arguments = [str(game_id), seat, what, timezone.now().isoformat()]
    _outbox().put(({}, [("games.audit.tasks.note_connection", {"args": arguments})]))


def next_task(game: Game) -> tuple[str, dict[str, Any]] | None:
    """What the service owes a game now: the name of a task and how it is sent."""
    arguments = {"args": [str(game.id), game.head_seq]}
    if game.awaits == Game.Awaits.POLICY:
        return "games.tables.tasks.play_ai_turn", arguments | {"countdown": game.ai_pace / 1000}
    if game.awaits == Game.Awaits.SERVICE:
        return "games.tables.tasks.settle_due", arguments
    if game.status == Game.Status.OVER:
        return "games.audit.tasks.publish_game", {"args": [str(game.id)]}
    return None


@cache
def _outbox() -> SimpleQueue[tuple[Notices, list[tuple[str, dict[str, Any]]]]]:
    outbox: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_send_on, args=[outbox], name="outbox", daemon=True).start()
    return outbox


def _send_on(outbox: SimpleQueue[Any]) -> None:
    loop = asyncio.new_event_loop()
    while True:
        notices, tasks = outbox.get()
        # Whatever has gathered meanwhile goes into the same message.
        with suppress(Empty):
            while True:
                more_notices, more_tasks = outbox.get_nowait()
                notices.update(more_notices)
                tasks += more_tasks
        try:
            if notices:
                loop.run_until_complete(asyncio.wait_for(_send(notices), 2))
        except Exception as fault:
            log.warning("notice_lost", fault=type(fault).__name__)
        for name, arguments in tasks:
            try:
                current_app.send_task(name, **arguments)
            except Exception as fault:
                log.warning("task_not_enqueued", task=name, fault=type(fault).__name__)


async def _send(notices: Notices) -> None:
    message = {"type": "moved", "games": notices, "by": PROCESS}
    await get_channel_layer().group_send(GROUP, message)
