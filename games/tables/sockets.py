"""One connected client, and what it has not been sent yet."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from games.tables.access import COMMENTATOR, Audience

Send = Callable[[dict[str, Any]], Awaitable[None]]

MOST_WAITING = 64  # frames: who is that far behind is cut off, and may come back and resume


class TooSlow(Exception):
    """The client does not read what it is sent."""


class Socket:
    def __init__(self, game_id: UUID, audience: Audience, user_id: int | None, send: Send) -> None:
        self.game_id = game_id
        self.audience = audience
        self.user_id = user_id
        self.seq = -1  # what this client has been sent; -1: it is not in the stream yet
        self._send = send
        self._waiting: deque[str] = deque()
        self._more = asyncio.Event()
        self._cut_off = False

    @property
    def is_delayed(self) -> bool:
        return self.audience.role == COMMENTATOR

    def push(self, text: str) -> None:
        """Never waits: a slow client slows nobody else."""
        if len(self._waiting) >= MOST_WAITING:
            self._cut_off = True
        else:
            self._waiting.append(text)
        self._more.set()

    async def write(self) -> None:
        """Sends what is pushed, for as long as the connection lasts."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self._waiting:
                if self._cut_off:
                    raise TooSlow
                await self._send({"type": "websocket.send", "text": self._waiting.popleft()})
            if self._cut_off:
                raise TooSlow
