"""Which seats' pages came and went, for the auditor's ledger: gathered, and sent to a worker a few
times a second. Many come at once, after a restart say, and a task for each would cost more than the
sockets themselves. A note that is lost is missing there and nowhere else."""

import time
from functools import cache
from queue import Empty, Queue
from threading import Thread
from uuid import UUID

import structlog
from celery import current_app
from django.utils import timezone

from games import metrics

log = structlog.get_logger()

LINGER = 0.3  # seconds
MOST_WAITING = 10_000

Note = tuple[str, int, str, str]  # the game, the seat, what happened, when


class ConnectionNotes:
    def __init__(self) -> None:
        self._waiting: Queue[Note] = Queue()
        Thread(target=self._send_on, name="connection notes", daemon=True).start()

    def put(self, game_id: UUID, seat: int, what: str) -> None:
        """Never waits."""
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put((str(game_id), seat, what, timezone.now().isoformat()))
        else:
            metrics.NOTICES_LOST.labels("task").inc()

    def flush(self, seconds: float) -> None:
        """Returns when everything is sent, or after so long."""
        deadline = time.monotonic() + seconds
        while self._waiting.unfinished_tasks and time.monotonic() < deadline:
            time.sleep(0.01)

    def _send_on(self) -> None:
        while True:
            notes = self._gather()
            try:
                current_app.send_task("games.audit.tasks.note_connections", [notes])
            except Exception as fault:
                metrics.NOTICES_LOST.labels("task").inc()
                log.warning("connections_not_noted", fault=type(fault).__name__)
            for _ in notes:
                self._waiting.task_done()

    def _gather(self) -> list[Note]:
        notes = [self._waiting.get()]
        time.sleep(LINGER)
        try:
            while True:
                notes.append(self._waiting.get_nowait())
        except Empty:
            return notes


@cache
def connection_notes() -> ConnectionNotes:
    """Of this process; made when it is first wanted."""
    return ConnectionNotes()
