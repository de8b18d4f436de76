"""One connected client, and what it has not been sent yet."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, NamedTuple
from uuid import UUID

from games import metrics
from games.tables.access import COMMENTATOR, Audience
from games.tables.messages import Message, Together

Send = Callable[[dict[str, Any]], Awaitable[None]]
# What our own server (ttr_project/wire.py) offers besides: to write a message at once. It says no
# where the client has not taken what it was sent before, or is gone.
WRITE_AT_ONCE = "roundhouse.write_at_once"
WriteAtOnce = Callable[[Message | Together], bool]

# And to hand over each text that arrives at once, instead of putting it into a queue.
HEAR_AT_ONCE = "roundhouse.hear_at_once"
HearAtOnce = Callable[[Callable[[str], None]], None]

MOST_WAITING = 64  # frames: who is that far behind is cut off, and may come back and resume


class Farewell(NamedTuple):
    """What a client is told when its connection is ended."""

    code: int
    reason: str


TOO_SLOW = Farewell(4408, "You read too slowly: come back with after_seq.")
CHANGED = Farewell(4401, "Who you are here has changed: come back.")
AHEAD = Farewell(4409, "The game is not that far: forget what you have, and come back.")


class Dismissed(Exception):
    def __init__(self, farewell: Farewell) -> None:
        super().__init__(farewell.reason)
        self.farewell = farewell


_numbers = count()


class Socket:
    def __init__(
        self,
        game_id: UUID,
        audience: Audience,
        send: Send,
        user_id: int | None = None,
        scope: dict[str, Any] | None = None,
        wanted: str = "",
        wants_changes: bool = False,
    ) -> None:
        self.number = next(_numbers)
        self.game_id = game_id
        self.audience = audience
        self.user_id = user_id
        self.scope = scope or {}
        self.wanted = wanted
        self.wants_changes = wants_changes  # after a first whole view
        self.proof: Any = None  # what its person is known by (rechecks.py) ...
        self.last_session: Any = None  # ... and what that depended on, the last time
        self.seq = -1  # what this client has been sent; -1: it is not in the stream yet
        self.place = (
            0  # the last delivery to the crowd that it was sent, or need not be (crowds.py)
        )
        self.unanswered = 0  # moves of this client that are on their way
        self.request: str = self.scope.get("request_id", "")  # what opened it is called in the logs
        self.moves = count(1)  # of this client, by number
        self._send = send
        self._write_at_once: WriteAtOnce = self.scope.get("extensions", {}).get(
            WRITE_AT_ONCE, lambda message: False
        )
        self._waiting: deque[Message] = deque()
        self._held: Message | None = None  # until something else is pushed, or this turn ends
        self._more = asyncio.Event()
        self._dismissed: Farewell | None = None

    @property
    def is_dismissed(self) -> bool:
        return self._dismissed is not None

    @property
    def is_delayed(self) -> bool:
        return self.audience.role == COMMENTATOR

    def push(self, message: Message) -> None:
        """Never waits: a slow client slows nobody else."""
        if self._held is not None:
            held, self._held = self._held, None
            self.push_together(Together([held, message]))
        elif self._waiting or self._dismissed is not None or not self._write_at_once(message):
            self._keep(message)

    def push_with_next(self, message: Message) -> None:
        """In one write with what is pushed next, if that is in this turn of the event loop: to be told a
        move's outcome and its frame in two costs a twentieth of the move."""
        self._release()
        self._held = message
        asyncio.get_running_loop().call_soon(self._release)

    def _release(self) -> None:
        if self._held is not None:
            held, self._held = self._held, None
            self.push(held)

    def push_together(self, together: Together) -> None:
        self._release()
        if self._waiting or self._dismissed is not None or not self._write_at_once(together):
            for message in together.messages:
                self._keep(message)

    def _keep(self, message: Message) -> None:
        if len(self._waiting) >= MOST_WAITING:
            if self._dismissed is None:
                metrics.SOCKETS_TOO_SLOW.inc()
            self.dismiss(TOO_SLOW)
        else:
            self._waiting.append(message)
            self._more.set()

    def dismiss(self, why: Farewell) -> None:
        """Nothing more is sent, not even what waits."""
        self._dismissed = why
        self._more.set()

    async def write(self) -> None:
        """Sends what is pushed, for as long as the connection lasts."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self._dismissed is None and self._waiting:
                text = self._waiting[0].text.decode()
                await self._send({"type": "websocket.send", "text": text})
                self._waiting.popleft()
            if self._dismissed is not None:
                raise Dismissed(self._dismissed)
