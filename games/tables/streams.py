"""The sockets of one game in this process, and how they are brought from one position to the next."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import timezone

from games import metrics
from games.tables.access import Audience
from games.tables.event_store import Recorded
from games.tables.frames import Delivery
from games.tables.positions import Position, read_position, read_tail
from games.tables.sockets import CHANGED, Socket

AT_A_TIME = 50  # spectators: half a millisecond
MOST_UNTOLD = 4  # positions that a crowd may be behind its table


def call(work: Callable[..., Any], *given: Any) -> Any:
    return work(*given)


in_database = database_sync_to_async(call)  # made once: making it costs more than the hop


class Stream:
    """The sockets of one game that follow the same position: the live one, or a delayed one."""

    def __init__(self, game_id: UUID, delayed: bool) -> None:
        self.game_id = game_id
        self.delayed = delayed
        self.sockets: dict[Audience, set[Socket]] = defaultdict(set)
        self.position: Position | None = None
        self.seemed_behind: Position | None = None  # when it was last compared with the database
        self.looking = asyncio.Lock()
        # Who is still to be told of which position, the oldest first.
        self.untold: deque[tuple[Delivery, list[Socket]]] = deque()
        self.telling: asyncio.Task[None] | None = None

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
        ready = [socket for socket in self.all_sockets() if socket.seq == known.seq]
        for socket in ready:
            socket.seq = position.seq
        # Who plays does not wait until a crowd of spectators has been told.
        self._tell(delivery, [socket for socket in ready if socket.audience.seat is not None])
        if crowd := [socket for socket in ready if socket.audience.seat is None]:
            self.untold.append((delivery, crowd))
        while len(self.untold) > MOST_UNTOLD:
            self._tell_some(len(self.untold[0][1]))
        if self.untold and (self.telling is None or self.telling.done()):
            self.telling = asyncio.create_task(self._tell_the_crowd())

    async def _tell_the_crowd(self) -> None:
        """A few at a time: the answer to this move, and moves at other tables, come in between."""
        while self.untold:
            self._tell_some(AT_A_TIME)
            await asyncio.sleep(0)

    def _tell_some(self, most: int) -> None:
        """The first of the crowd, of the oldest that it has not been told."""
        delivery, crowd = self.untold[0]
        some, crowd[:most] = crowd[:most], []
        if not crowd:
            self.untold.popleft()
        self._tell(delivery, some)
        if delivery.tail and not crowd and not self.delayed:
            lag = timezone.now() - delivery.tail[-1].recorded_at
            metrics.FANOUT_SECONDS.observe(max(0.0, lag.total_seconds()))

    def _tell(self, delivery: Delivery, sockets: Iterable[Socket]) -> None:
        for socket in sockets:
            if self._is_audience(socket):
                socket.push(delivery.to(socket.audience, socket.wants_changes))
            else:
                socket.dismiss(CHANGED)

    async def welcome(self, socket: Socket, after: int | None) -> None:
        """The first frame: from what the client has to where the stream is."""
        await self.begin()
        if not self._is_audience(socket):
            await self.look()  # somebody sat down, and we have not heard of it yet
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

    def _is_audience(self, socket: Socket) -> bool:
        """Still: a seat may be somebody else's by now."""
        seat = socket.audience.seat
        return seat is None or (
            self.position is not None and self.position.seats[seat].user_id == socket.user_id
        )
