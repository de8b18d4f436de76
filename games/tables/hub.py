"""The sockets of one process. One subscription to the channel layer tells it which games have moved;
it reads what is new once, encodes it once for each audience, and hands the same text to every socket.

The layer may lose, double or reorder notices. A notice is only a reason to look, and every few
seconds the hub looks without one.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextvars import Context
from datetime import datetime
from itertools import cycle
from typing import Any, NamedTuple
from uuid import UUID

import structlog
from channels.layers import get_channel_layer
from django.db import Error as DatabaseProblem
from django.db import connection
from django.utils import timezone

from games.accounts import leaving
from games.tables import live, outbox, rechecks
from games.tables.crowds import AT_A_TIME
from games.tables.frames import Delivery
from games.tables.models import Game
from games.tables.positions import Position, catch_up
from games.tables.presence import Presence
from games.tables.sockets import CHANGED, Socket
from games.tables.streams import Stream, in_database

log = structlog.get_logger()

LOOK_EVERY = 1.0  # seconds between two looks without a notice
RECHECK_EVERY = 5.0  # of each socket ...
PARTS = 10  # ... but not of all at once: who waits for a frame would notice
TICK = 0.5


class Prepared(NamedTuple):
    """A move and what who watches will be sent of it."""

    move: "live.Moved"
    position: (
        Position | None
    )  # where it leads; None: it does not follow what they have been sent, let them look
    known: Position | None  # what they have been sent
    delivery: Delivery | None = None


class Hub:
    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.streams: dict[tuple[UUID, bool], Stream] = {}
        self.presence = Presence()
        self.parts: list[set[Socket]] = [set() for _ in range(PARTS)]
        self.rechecked = cycle(self.parts)  # one after the other
        self.behind: set[UUID] = set()  # games of which there is something to read
        self.looking: asyncio.Task[None] | None = None
        # Not the context of whoever moved: it says which thread that request may use, and no other.
        self.context = Context()
        self.tasks = [
            self.loop.create_task(self._forever(work))
            for work in (self._listen, self._tick, self._tell_who_is_here)
        ]
        live.local_listeners.append(self._hear)

    async def join(self, socket: Socket, after: int | None) -> None:
        key = (socket.game_id, socket.is_delayed)
        stream = self.streams.get(key)
        if stream is None:
            stream = self.streams[key] = Stream(*key)
        stream.expected += 1
        try:
            await stream.welcome(socket, after)
        finally:
            stream.expected -= 1
            self._drop_if_deserted(stream)
        self.parts[socket.number % PARTS].add(socket)
        self.presence.stirred.add(socket.game_id)
        if known := self.presence.last_shown(socket.game_id):
            socket.push(known)

    def leave(self, socket: Socket) -> None:
        self.parts[socket.number % PARTS].discard(socket)
        self.presence.stirred.add(socket.game_id)
        stream = self.streams.get((socket.game_id, socket.is_delayed))
        if stream is None:
            return
        stream.sockets[socket.audience].discard(socket)
        if not stream.sockets[socket.audience]:
            del stream.sockets[socket.audience]
        self._drop_if_deserted(stream)

    def _drop_if_deserted(self, stream: Stream) -> None:
        """Not while somebody is on the way in: that one would be left in a stream that nobody tells."""
        if not stream.sockets and not stream.expected:
            self.streams.pop((stream.game_id, stream.delayed), None)

    def _hear(self, moves: list["live.Moved"]) -> None:
        """Called by whichever thread has committed."""
        watched = [move for move in moves if (move.game.id, False) in self.streams]
        if watched:
            self.loop.call_soon_threadsafe(self._follow, watched, context=self.context)

    def _follow(self, moves: list["live.Moved"]) -> None:
        """Our own moves need no look into the database."""
        now = timezone.now()
        self.tell([self.prepare(move, now) for move in moves])

    def prepare(self, move: "live.Moved", now: datetime) -> Prepared:
        """The frames of a move, for who plays there. It may not be committed yet: nobody is told."""
        stream = self.streams.get((move.game.id, False))
        known = stream.position if stream else None
        if stream is None or known is None or not move.events:
            return Prepared(move, None, known)
        if known.seq != move.events[0].seq - 1:
            return Prepared(move, None, known)
        position = Position(move.game, move.seats, move.snapshot)
        return Prepared(move, position, known, stream.prepare(position, move.events, now))

    def tell(self, prepared: list[Prepared]) -> None:
        """After the commit."""
        for one in prepared:
            stream = self.streams.get((one.move.game.id, False))
            if stream is None or stream.position is None:
                continue
            if one.position is not None and stream.position is one.known:
                stream.deliver(one.position, one.move.events, one.delivery)
            else:
                self._look_at(one.move.game.id)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        for group in (outbox.GROUP, leaving.GROUP):
            await layer.group_add(group, channel)
        while True:
            message = await layer.receive(channel)
            if message["type"] == "moved" and message["by"] != outbox.PROCESS:
                for game_id, seq in message["games"].items():
                    self._notice(UUID(game_id), seq)
            elif message["type"] == "present":
                self.presence.hear(message)
            elif message["type"] == "left":
                theirs = [x for part in self.parts for x in part if x.user_id == message["user"]]
                self.loop.create_task(self._recheck(theirs))

    def _notice(self, game_id: UUID, seq: int) -> None:
        stream = self.streams.get((game_id, False))
        if stream and stream.position and stream.position.seq <= seq:
            self._look_at(game_id)

    def _look_at(self, game_id: UUID) -> None:
        """Soon. The games that fall behind while one look is on its way share the next."""
        self.behind.add(game_id)
        if self.looking is None or self.looking.done():
            self.looking = self.loop.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        while self.behind:
            known = {
                game_id: stream.position
                for game_id in self.behind
                if (stream := self.streams.get((game_id, False))) and stream.position
            }
            self.behind.clear()
            if not known:
                return
            for game_id, news in (await in_database(catch_up, known)).items():
                stream = self.streams.get((game_id, False))
                # Meanwhile a move of this very process may have been delivered.
                if stream and stream.position is known[game_id]:
                    stream.deliver(*news)

    async def _tick(self) -> None:
        last_look = last_check = 0.0
        while True:
            await asyncio.sleep(TICK)
            now = self.loop.time()
            for stream in [s for s in self.streams.values() if s.delayed]:
                await self._look_later(stream)
            if now - last_look >= LOOK_EVERY:
                last_look = now
                await self._look_around()
            if now - last_check >= RECHECK_EVERY / PARTS:
                last_check = now
                await self._recheck(list(next(self.rechecked)))

    async def _tell_who_is_here(self) -> None:
        """Apart from the rechecks: they do not wait for a layer that hangs."""
        while True:
            await asyncio.sleep(TICK)
            await self._tell_presence(self.loop.time())

    async def _look_later(self, stream: Stream) -> None:
        """A log that can't be read is in nobody else's way: who has signed out is cut off all the same."""
        try:
            await stream.look()
        except DatabaseProblem:
            raise
        except Exception as fault:
            log.error("look_failed", game=str(stream.game_id), fault=type(fault).__name__)

    async def _look_around(self) -> None:
        """Asks for the heads of all watched games at once: no lost notice stays lost. Of a game that
        is behind for the first time at this position the notice is most likely on its way."""
        watched = [game_id for game_id, delayed in self.streams if not delayed]
        if not watched:
            return
        for game_id, seq, status in await in_database(heads, watched):
            stream = self.streams.get((game_id, False))
            if stream is None or stream.position is None:
                continue
            if stream.position.seq == seq and stream.position.game.status == status:
                continue
            if stream.seemed_behind is stream.position:
                self._look_at(game_id)
            stream.seemed_behind = stream.position

    async def _recheck(self, sockets: list[Socket]) -> None:
        if sockets:
            for socket in await in_database(rechecks.changed, sockets):
                self.leave(socket)
                socket.dismiss(CHANGED)

    async def _tell_presence(self, now: float) -> None:
        watched = {game_id for game_id, _ in self.streams}
        by_game = {
            game_id: [*self._sockets_of(game_id)]
            for game_id in self.presence.to_look_at(watched, now)
        }
        message = self.presence.to_tell(by_game)
        for game_id, news in self.presence.news(by_game):
            for number, socket in enumerate(by_game[game_id], 1):
                socket.push(news)
                if number % AT_A_TIME == 0:
                    await asyncio.sleep(0)
        if message is not None:
            await asyncio.wait_for(get_channel_layer().group_send(outbox.GROUP, message), 2)

    def _sockets_of(self, game_id: UUID) -> Iterator[Socket]:
        for key in ((game_id, False), (game_id, True)):
            if key in self.streams:
                yield from self.streams[key].all_sockets()

    async def _forever(self, work: Callable[[], Any]) -> None:
        """A broken layer or database is tried again; the sockets stay."""
        while True:
            try:
                await work()
            except Exception as fault:
                log.warning("hub_interrupted", work=work.__name__, fault=type(fault).__name__)
                await asyncio.sleep(1)

    def close(self) -> None:
        live.local_listeners.remove(self._hear)
        for task in (*self.tasks, self.looking):
            if task is not None:
                task.cancel()


def heads(game_ids: list[UUID]) -> list[tuple[UUID, int, str]]:
    if connection.vendor == "postgresql":
        # Asked every second for all of them: the same text, however many there are, stays prepared.
        with connection.cursor() as cursor:
            cursor.execute(_HEADS, [game_ids])
            return list(cursor.fetchall())
    return list(Game.objects.filter(id__in=game_ids).values_list("id", "head_seq", "status"))


_HEADS = "SELECT id, head_seq, status FROM tables_game WHERE id = ANY(%s)"


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub_here() -> Hub:
    """The hub of this process; its first socket starts it."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for other in list(_hubs):
            if other.is_closed():
                live.local_listeners.remove(_hubs.pop(other)._hear)
        _hubs[loop] = Hub()
    return _hubs[loop]


def presence_here() -> Presence | None:
    """Who is connected, as far as this process knows."""
    return next((hub.presence for hub in _hubs.values()), None)
