"""Tables in a closed loop: each seat has a socket, and moves as soon as its frame says that it may."""

import asyncio
import random
import sys
import time
from collections import Counter
from typing import Any
from uuid import uuid4

import orjson

from benchmarks.clients import Http, connect_http, connect_socket
from benchmarks.servers import Web
from benchmarks.tables import TableOfFour

WARM_UP = 2.0


class Tally:
    def __init__(self) -> None:
        self.counting = False
        self.joined = 0  # players who have seen their table
        self.refused: Counter[int] = Counter()
        self.moves: list[tuple[int, float]] = []  # the position, and the seconds it took
        self.seconds = 0.0
        self.cpu = (0.0, 0.0)  # seconds, of the web process and of PostgreSQL

    def note(self, status: int, seq: int, latency: float) -> None:
        if not self.counting:
            return
        if status == 200:
            self.moves.append((seq, latency))
        else:
            self.refused[status] += 1

    @property
    def per_second(self) -> float:
        return len(self.moves) / self.seconds

    def milliseconds(self, part: float) -> float:
        return percentile([latency for _, latency in self.moves], part)


def percentile(seconds: list[float], part: float) -> float:
    """In milliseconds."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else 0.0


class Player:
    def __init__(self, http: Http, game: TableOfFour, seat: int, table: "Table") -> None:
        self.http = http
        self.path = f"/api/games/{game.game}/commands"
        self.token = game.tokens[seat]
        self.table = table
        self.dice = random.Random(self.token)
        self.moved_at = -1
        self.joined = False

    def received(self, text: bytes) -> None:
        frame = orjson.loads(text)
        if frame["type"] != "frame":
            return
        if not self.joined:
            self.joined = True
            self.table.tally.joined += 1
        # The first frame has the whole view, the others what has changed in it.
        looks = frame.get("changes", frame.get("view"))
        if looks.get("due") or looks.get("result"):
            self.table.over.set()
        elif frame["moves"] and frame["to_seq"] > self.moved_at:
            self.move(frame)

    def move(self, frame: dict[str, Any]) -> None:
        offer = self.dice.choice(frame["moves"])
        command = offer.get("example", offer)
        seq = self.moved_at = frame["to_seq"]
        body = {"command_id": str(uuid4()), "expected_seq": seq, **command}
        sent = time.perf_counter()

        def answered(status: int, _: bytes) -> None:
            self.table.tally.note(status, seq, time.perf_counter() - sent)

        self.http.post(self.path, self.token, orjson.dumps(body), answered)


class Table:
    """Plays one game after the other; a round that waits for its scoring counts as over."""

    def __init__(self, port: int, games: list[TableOfFour], tally: Tally) -> None:
        self.port = port
        self.games = games
        self.tally = tally
        self.over = asyncio.Event()

    async def play(self) -> None:
        connections = [await connect_http(self.port) for _ in range(4)]
        for game in self.games:
            self.over.clear()
            sockets = []
            for seat, http in enumerate(connections):
                player = Player(http, game, seat, self)
                token = game.tokens[seat]
                sockets.append(await connect_socket(self.port, game.game, token, player.received))
            await self.over.wait()
            for socket in sockets:
                socket.close()


async def play(web: Web, games: list[list[TableOfFour]], seconds: float) -> Tally:
    """Every list of games is one table's."""
    tally = Tally()
    playing = [asyncio.create_task(Table(web.port, mine, tally).play()) for mine in games]
    while tally.joined < 4 * len(games):
        await asyncio.sleep(0.1)
        for task in playing:
            if task.done():
                task.result()
    await asyncio.sleep(WARM_UP)
    before, began = web.cpu_seconds(), time.perf_counter()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    tally.seconds = time.perf_counter() - began
    after = web.cpu_seconds()
    tally.cpu = (after[0] - before[0], after[1] - before[1])
    idle = sum(task.done() for task in playing)
    if idle:
        print(f"warning: {idle} tables ran out of games", file=sys.stderr)
    for task in playing:
        task.cancel()
    return tally
