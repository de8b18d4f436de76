"""A table that is watched: one mover for all four seats, and spectators who note when a frame arrives."""

import asyncio
import gc
import random
import time
from typing import Any
from uuid import UUID, uuid4

import orjson

from benchmarks.clients import WebSocket, connect_socket
from benchmarks.tables import TableOfFour

WARM_UP = 1.5  # seconds of moves before anybody watches, as the peers have
FIRST_MOVES = 6  # that everybody watches and nobody counts
AT_ONCE = 20  # sockets that are opened together
FRAME = b'{"type":"frame"'


class Seen:
    """Frames that reached spectators, and moves that were answered, in so many seconds."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self.moves: list[float] = []
        self.seconds = 0.0


class Spectators:
    """Of a frame nobody reads more than what it is."""

    def __init__(self) -> None:
        self.sent = 0.0  # the last move
        self.ready = 0
        self.seen: Seen | None = None  # while they count

    def received(self, text: bytes) -> None:
        if not text.startswith(FRAME):
            return
        if self.seen is not None:
            self.seen.delays.append(time.perf_counter() - self.sent)
        else:
            self.ready += 1


class Mover:
    """Plays all four seats of one table, one move at a time, and is the worker who scores its rounds."""

    def __init__(self, port: int, game: TableOfFour, spectators: Spectators) -> None:
        self.port = port
        self.game = game
        self.spectators = spectators
        self.dice = random.Random(game.game)
        self.frame: dict[str, Any] = {}
        self.offered = asyncio.Event()
        self.moved_at = -1  # the position of the last move
        self.due = 0  # the position at which a round waits for its scoring
        self.seat = 0  # whose move it is
        self.answered: asyncio.Future[str]
        self.sockets: list[WebSocket] = []

    async def connect(self) -> None:
        for seat, token in enumerate(self.game.tokens):
            received = self.received_by(seat)
            self.sockets.append(await connect_socket(self.port, self.game.game, token, received))

    def leave(self) -> None:
        for socket in self.sockets:
            socket.close()

    def received_by(self, seat: int) -> Any:
        def received(text: bytes) -> None:
            frame = orjson.loads(text)
            if frame["type"] in ("accepted", "refused"):
                self.answered.set_result(frame["type"])
            # All choose their first tickets at once: what the others are told before a move is over with it.
            if frame["type"] != "frame" or frame["to_seq"] <= self.moved_at:
                return
            if frame.get("changes", frame.get("view")).get("due"):
                self.due = frame["to_seq"]
                self.offered.set()
            elif frame["moves"]:
                self.due = 0
                self.frame, self.seat = frame, seat
                self.offered.set()

        return received

    async def move(self) -> float:
        """The seconds until it was answered. The next comes when the players have it, as beside the peers."""
        frame = self.frame
        offer = self.dice.choice(frame["moves"])
        move = {
            "command_id": str(uuid4()),
            "expected_seq": frame["to_seq"],
            **offer.get("example", offer),
        }
        self.answered = asyncio.get_running_loop().create_future()
        self.offered.clear()
        self.moved_at = frame["to_seq"]
        self.spectators.sent = sent = time.perf_counter()
        self.sockets[self.seat].send(orjson.dumps({"command": move}))
        assert await self.answered == "accepted", offer
        took = time.perf_counter() - sent
        await self.offered.wait()
        return took

    async def score(self) -> None:
        """Where a round is over, the next begins."""
        from games.tables.services.dues import settle_due

        self.offered.clear()
        await asyncio.to_thread(settle_due, UUID(self.game.game), self.due)
        await self.offered.wait()


async def warm_up(port: int, games: list[TableOfFour]) -> None:
    end = time.perf_counter() + WARM_UP
    for game in games:
        mover = Mover(port, game, Spectators())
        await mover.connect()
        await mover.offered.wait()
        while not mover.due and time.perf_counter() < end:
            await mover.move()
        mover.leave()
        if time.perf_counter() >= end:
            return


async def watch(
    port: int,
    game: TableOfFour,
    others: list[TableOfFour],
    number: int,
    seconds: float,
    rate: float,
) -> tuple[Seen, Seen]:
    """At so many moves a second, then in a closed loop until the game's last round is over."""
    await warm_up(port, others)
    spectators = Spectators()
    mover = Mover(port, game, spectators)
    await mover.connect()
    for start in range(0, number, AT_ONCE):
        some = range(min(AT_ONCE, number - start))
        await asyncio.gather(
            *(connect_socket(port, game.game, "", spectators.received) for _ in some)
        )
    while spectators.ready < number or not mover.offered.is_set():
        await asyncio.sleep(0.05)
    for _ in range(FIRST_MOVES):
        await mover.move()
    gc.collect()
    gc.freeze()
    await asyncio.sleep(1)  # what the opening of so many sockets led to is over
    paced, closed = Seen(), Seen()
    await play(mover, paced, seconds, 1 / rate)
    await asyncio.sleep(0.5)
    await play(mover, closed, seconds, 0)
    if mover.due and closed.seconds < seconds:
        await mover.score()
        await asyncio.sleep(0.5)
        await play(mover, closed, seconds - closed.seconds, 0)
    return paced, closed


async def play(mover: Mover, seen: Seen, seconds: float, pause: float) -> None:
    mover.spectators.seen = seen
    start = time.perf_counter()
    end = start + seconds
    while not mover.due and (now := time.perf_counter()) < end:
        seen.moves.append(await mover.move())
        if pause:
            await asyncio.sleep(max(0, now + pause - time.perf_counter()))
    mover.spectators.seen = None
    seen.seconds += time.perf_counter() - start
