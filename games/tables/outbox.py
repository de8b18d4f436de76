"""What leaves the process after a commit: notices to the other web processes, tasks to the workers.

A thread of its own sends them, so that a slow or dead broker never holds up a move. What is lost here
is made up for: the hubs look for themselves, and the nudge enqueues again.

A message costs every process that hears it, our own too, as much as some moves. So where many games move at
once, the thread rests after each, and what happens meanwhile goes into the next.
"""

import asyncio
import time
from queue import Empty, Queue
from threading import Thread
from typing import Any
from uuid import uuid4

import redis
import structlog
from celery import current_app
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings

from games import metrics

log = structlog.get_logger()

GROUP = "moves"  # every web process listens to it, once
MOST_WAITING = 10_000
PROCESS = uuid4().hex  # so that a process does not hear itself
PATIENCE = 2  # seconds
MANY = 8  # games of one message: more than that, and it is followed by a rest ...
REST = 0.04  # ... of so many seconds

Notices = dict[str, int]  # a game's id and its head
Task = tuple[str, dict[str, Any]]  # its name and how it is sent


class Outbox:
    def __init__(self) -> None:
        self._waiting: Queue[tuple[Notices, list[Task]]] = Queue()
        Thread(target=self._send_on, name="outbox", daemon=True).start()

    def put(self, notices: Notices, tasks: list[Task]) -> None:
        """Never waits."""
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put((notices, tasks))
        else:
            metrics.NOTICES_LOST.labels("notice").inc()

    def flush(self, seconds: float) -> None:
        """Returns when everything is sent, or after so long."""
        deadline = time.monotonic() + seconds
        while self._waiting.unfinished_tasks and time.monotonic() < deadline:
            time.sleep(0.01)

    def _send_on(self) -> None:
        announcer = Announcer()
        while True:
            notices, tasks, gathered = self._gather()
            try:
                if notices:
                    announcer.tell(notices)
            except Exception as fault:
                metrics.NOTICES_LOST.labels("notice").inc()
                log.warning("notice_lost", fault=type(fault).__name__)
            for name, arguments in tasks:
                try:
                    current_app.send_task(name, **arguments)
                except Exception as fault:
                    metrics.NOTICES_LOST.labels("task").inc()
                    log.warning("task_not_enqueued", task=name, fault=type(fault).__name__)
            if len(notices) > MANY:
                rest()
            for _ in range(gathered):
                self._waiting.task_done()

    def _gather(self) -> tuple[Notices, list[Task], int]:
        """Whatever has come meanwhile goes into the same message."""
        notices, tasks = self._waiting.get()
        gathered = 1
        try:
            while True:
                more_notices, more_tasks = self._waiting.get_nowait()
                notices, tasks = notices | more_notices, tasks + more_tasks
                gathered += 1
        except Empty:
            return notices, tasks, gathered


def rest() -> None:
    time.sleep(REST)


class Announcer:
    """Tells every web process, by the channel layer."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        pool = redis.ConnectionPool.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        )
        self._connection: Any = pool.make_connection()  # opened once it is needed

    def tell(self, notices: Notices) -> None:
        message = {"type": "moved", "games": notices, "by": PROCESS}
        layer = get_channel_layer()
        if isinstance(layer, RedisPubSubChannelLayer):
            config: Any = settings.CHANNEL_LAYERS["default"]["CONFIG"]
            self._publish(f"{config['prefix']}__group__{GROUP}", layer.serialize(message))
        else:
            sent = layer.group_send(GROUP, message)
            self._loop.run_until_complete(asyncio.wait_for(sent, PATIENCE))

    def _publish(self, channel: str, message: bytes) -> None:
        """As the layer does it, without an event loop and a pool: that took four times as long."""
        for is_last in (False, True):
            try:
                self._connection.send_command("PUBLISH", channel, message)
                self._connection.read_response()
                return
            except (redis.RedisError, OSError):
                self._connection.disconnect()  # it may be an old one, from before Redis was restarted
                if is_last:
                    raise
