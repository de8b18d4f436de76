"""The sockets of one game in this process, and how they are brought from one position to the next."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import timezone

from games.tables.access import Audience
from games.tables.crowds import Crowd
from games.tables.event_store import Recorded
from games.tables.frames import Delivery
from games.tables.positions import Position, read_position, read_tail
from games.tables.sockets import AHEAD, CHANGED, Socket


def call(work: Callable[..., Any], *given: Any) -> Any:
    return work(*given)


in_database = database_sync_to_async(call)  # made once: making it costs more than the hop


class Stream:
    """The sockets of one game that follow the same position: the live one, or a delayed one."""

    def __init__(self, game_id: UUID, delayed: bool) -> None:
        self.game_id = game_id
        self.delayed = delayed
        self.sockets: dict[Audience, set[Socket]] = defaultdict(set)
        self.expected = 0  # sockets that are being welcomed
        self.position: Position | None = None
        self.seemed_behind: Position | None = None  # when it was last compared with the database
        self.looking = asyncio.Lock()
        self.crowd = Crowd(self.sockets, delayed)

    def all_sockets(self) -> Iterable[Socket]:
        for sockets in self.sockets.values():
            yield from sockets

    async def look(self) -> None:
        """Reads what is new, if anything is, and delivers it."""
        async with self.looking:
            known = self.position
            position, tail = await in_database(self._read, known)
            # Meanwhile a move of this very process may have been delivered.
            if self.position is known:
                self.deliver(position, tail)

    async def begin(self) -> None:
        """The first look. Who comes meanwhile waits for it, and need not look again."""
        async with self.looking:
            if self.position is None:
                self.position = await in_database(read_position, self.game_id, self.delayed)

    def _read(self, known: Position | None) -> tuple[Position, list[Recorded]]:
        position = read_position(self.game_id, self.delayed, known)
        return position, read_tail(position, known.seq) if known else []

    def prepare(self, position: Position, tail: list[Recorded], now: datetime) -> Delivery:
        """With the frames of those who play. Many tables' are made together and sent then: by turns, each
        made the other slower."""
        known = self.position
        delivery = Delivery(position, known.seq if known else 0, tail, now, known)
        for audience, sockets in self.sockets.items():
            if audience.seat is not None:
                for socket in sockets:
                    delivery.to(audience, socket.wants_changes)
        return delivery

    def deliver(
        self, position: Position, tail: list[Recorded], prepared: Delivery | None = None
    ) -> None:
        known, self.position = self.position, position
        if known is None:
            return
        if position.mark == known.mark:
            return
        delivery = prepared or Delivery(position, known.seq, tail, timezone.now(), known)
        # Who plays does not wait until a crowd of spectators has been told.
        for socket in self._seated():
            if self._is_audience(socket):
                socket.push(delivery.to(socket.audience, socket.wants_changes))
                socket.seq = position.seq
            else:
                socket.dismiss(CHANGED)
        self.crowd.tell(delivery, position.seq)

    def _seated(self) -> Iterable[Socket]:
        for audience, sockets in self.sockets.items():
            if audience.seat is not None:
                yield from sockets

    async def welcome(self, socket: Socket, after: int | None) -> None:
        """The first frame: from what the client has to where the stream is."""
        await self.begin()
        if not self._is_audience(socket) or self._is_behind(after):
            await self.look()  # somebody sat down, or moved, and we have not heard of it yet
        if self._is_behind(after):
            socket.dismiss(AHEAD)
            return
        while True:
            position = self.position
            assert position is not None
            since = position.seq if after is None else min(after, position.seq)
            tail = await in_database(read_tail, position, since) if since < position.seq else []
            if position is self.position:
                break
        if not self._is_audience(socket):
            socket.dismiss(CHANGED)
            return
        socket.seq = position.seq
        socket.push(Delivery(position, since, tail, timezone.now()).frame(socket.audience))
        self.sockets[socket.audience].add(socket)
        self.crowd.join(socket)

    def _is_audience(self, socket: Socket) -> bool:
        """Still: a seat may be somebody else's by now."""
        seat = socket.audience.seat
        return seat is None or (
            self.position is not None and self.position.seats[seat].user_id == socket.user_id
        )

    def _is_behind(self, after: int | None) -> bool:
        """The client has more than the whole log, as when a backup was restored. Not only more than this stream:
        a commentator may have known more as somebody else."""
        return (
            after is not None and self.position is not None and self.position.game.head_seq < after
        )
