"""Tables in a closed loop: each seat has a socket, and moves as soon as its frame says that it may."""

import asyncio
import random
import sys
import time
from collections import Counter
from typing import Any
from uuid import uuid4

import orjson

from benchmarks.clients import WebSocket, connect_socket
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

    def accepted(self, seq: int, latency: float) -> None:
        if self.counting:
            self.moves.append((seq, latency))

    def refuse(self, status: int) -> None:
        if self.counting:
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
    socket: WebSocket

    def __init__(self, game: TableOfFour, seat: int, over: asyncio.Event, tally: Tally) -> None:
        self.token = game.tokens[seat]
        self.seat = seat
        self.over = over
        self.tally = tally
        self.dice = random.Random(self.token)
        self.first: dict[str, Any] = {}  # the frame before anybody has moved
        self.sent = (0, 0.0)  # the position of the last move, and when it was sent

    def begin(self) -> None:
        self.play(self.first, self.first["view"])

    def received(self, text: bytes) -> None:
        frame = orjson.loads(text)
        if frame["type"] == "accepted":
            seq, when = self.sent
            self.tally.accepted(seq, time.perf_counter() - when)
        elif frame["type"] == "refused":
            self.tally.refuse(frame["problem"]["status"])
        if frame["type"] != "frame":
            return
        if not self.first:
            self.first = frame
            self.tally.joined += 1
            return
        # The first frame has the whole view, the others what has changed in it.
        self.play(frame, frame.get("changes", frame.get("view")))

    def play(self, frame: dict[str, Any], looks: dict[str, Any]) -> None:
        if looks.get("due") or looks.get("result"):
            self.over.set()
        # All choose their first tickets at once; here one after the other, or all but one are refused.
        elif frame["moves"] and looks.get("waiting_on", [self.seat])[0] == self.seat:
            self.move(frame)

    def move(self, frame: dict[str, Any]) -> None:
        offer = self.dice.choice(frame["moves"])
        command = offer.get("example", offer)
        seq = frame["to_seq"]
        move = {"command_id": str(uuid4()), "expected_seq": seq, **command}
        self.sent = (seq, time.perf_counter())
        self.socket.send(orjson.dumps({"command": move}))


class Table:
    """Plays one game after the other; a round that waits for its scoring counts as over.

    The sockets of all its games are open before the first move, as they are beside the peers, whose
    games have no end: what a socket costs to open is no part of a move.
    """

    def __init__(self, port: int, games: list[TableOfFour], tally: Tally) -> None:
        self.port = port
        self.games = games
        self.tally = tally
        self.players: list[list[Player]] = []  # of each game

    async def sit_down(self) -> None:
        for game in self.games:
            over = asyncio.Event()
            players = [Player(game, seat, over, self.tally) for seat in range(4)]
            for player in players:
                player.socket = await connect_socket(
                    self.port, game.game, player.token, player.received
                )
            self.players.append(players)

    async def play(self) -> None:
        for players in self.players:
            for player in players:
                player.begin()
            await players[0].over.wait()


async def sit_down(web: Web, games: list[list[TableOfFour]], tally: Tally) -> list[Table]:
    """Every list of games is one table's."""
    tables = [Table(web.port, mine, tally) for mine in games]
    for table in tables:
        await table.sit_down()
    while tally.joined < 4 * sum(map(len, games)):
        await asyncio.sleep(0.1)
    return tables


async def sit_still(web: Web, games: list[list[TableOfFour]], seconds: float) -> float:
    """The processor time that the server takes while nobody moves, in seconds a second."""
    await sit_down(web, games, Tally())
    await asyncio.sleep(WARM_UP)
    before, began = web.cpu_seconds(), time.perf_counter()
    await asyncio.sleep(seconds)
    return (sum(web.cpu_seconds()) - sum(before)) / (time.perf_counter() - began)


async def play(web: Web, games: list[list[TableOfFour]], seconds: float) -> Tally:
    tally = Tally()
    tables = await sit_down(web, games, tally)
    playing = [asyncio.create_task(table.play()) for table in tables]
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
