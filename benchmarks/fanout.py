"""One table and many spectators: `python -m benchmarks.fanout [--quick] [--no-peers]`.

Deliveries per second in a closed loop, and how long a frame takes to reach a spectator at ten moves a
second: ours, the peers from the npm registry, and a bare broadcast with the websockets library. The
move's own time beside it is the curve: it must not grow with the number of spectators.
"""

import argparse
import asyncio
import time
from typing import Any
from uuid import uuid4

import orjson
import uvloop

from benchmarks import broadcast, peers, servers, tables
from benchmarks.clients import connect_http, connect_socket
from benchmarks.load import percentile

RATE = 10  # moves a second, in the paced runs


class Spectators:
    """Notes when each frame arrives. Only the first of a position is read, the others counted."""

    def __init__(self) -> None:
        self.sent = 0.0
        self.counting = False
        self.delays: list[float] = []
        self.ready = 0
        self.seconds = 0.0

    def received(self, text: bytes) -> None:
        if not text.startswith(b'{"type":"frame"'):
            return
        if self.counting:
            self.delays.append(time.perf_counter() - self.sent)
        else:
            self.ready += 1


class Mover:
    """Plays all four seats of one table, one move at a time."""

    def __init__(self, port: int, game: tables.TableOfFour, spectators: Spectators) -> None:
        self.port = port
        self.game = game
        self.spectators = spectators
        self.frame: dict[str, Any] = {}
        self.offered = asyncio.Event()
        self.over = False  # the round waits for its scoring: that is enough of this game
        self.latencies: list[float] = []

    async def connect(self) -> None:
        self.http = await connect_http(self.port)
        for seat, token in enumerate(self.game.tokens):
            await connect_socket(self.port, self.game.game, token, self.received_by(seat))

    def received_by(self, seat: int) -> Any:
        def received(text: bytes) -> None:
            frame = orjson.loads(text)
            if frame["type"] != "frame":
                return
            if frame.get("changes", frame.get("view")).get("due"):
                self.over = True
                self.offered.set()
            elif frame["moves"]:
                self.frame = frame | {"token": self.game.tokens[seat]}
                self.offered.set()

        return received

    async def move(self) -> None:
        await self.offered.wait()
        self.offered.clear()
        if self.over:
            return
        frame = self.frame
        offer = frame["moves"][0]
        body = {
            "command_id": str(uuid4()),
            "expected_seq": frame["to_seq"],
            **offer.get("example", offer),
        }
        answered = asyncio.get_running_loop().create_future()
        self.spectators.sent = sent = time.perf_counter()
        path = f"/api/games/{self.game.game}/commands"
        self.http.post(
            path, frame["token"], orjson.dumps(body), lambda status, _: answered.set_result(status)
        )
        await answered
        self.latencies.append(time.perf_counter() - sent)


async def watch(
    port: int, game: tables.TableOfFour, number: int, seconds: float, rate: float
) -> tuple[Spectators, list[float]]:
    spectators = Spectators()
    mover = Mover(port, game, spectators)
    await mover.connect()
    for _ in range(number):
        await connect_socket(port, game.game, "", spectators.received)
    while spectators.ready < number:
        await asyncio.sleep(0.05)
    for _ in range(6):
        await mover.move()
    mover.latencies.clear()
    spectators.counting = True
    start = time.perf_counter()
    end = start + seconds
    while time.perf_counter() < end and not mover.over:
        began = time.perf_counter()
        await mover.move()
        # In the closed loop the next move comes when the players have this one, as beside the peers.
        if rate:
            await asyncio.sleep(max(0, 1 / rate - (time.perf_counter() - began)))
    spectators.seconds = time.perf_counter() - start
    return spectators, mover.latencies


def measure_ours(folder: Any, number: int, seconds: float) -> None:
    [four] = tables.players(f"fanout-{number}-{uuid4().hex[:6]}", 1)
    for rate in (0.0, RATE):
        [game] = tables.begin_games(four, 1)
        with servers.web(folder) as web:
            spectators, moves = uvloop.run(watch(web.port, game, number, seconds, rate))
        report(
            "Roundhouse",
            rate,
            len(spectators.delays) / spectators.seconds,
            spectators.delays,
            moves,
        )


def report(
    name: str, rate: float, per_second: float, delays: list[float], moves: list[float]
) -> None:
    how = f"{rate:.0f} moves/s" if rate else "closed loop"
    move = f"   a move: p50 {percentile(moves, 0.5):5.1f} ms" if moves else ""
    print(
        f"  {name:<24}{how:<14}{per_second:8.0f} /s   p50 {percentile(delays, 0.5):6.1f} ms"
        f"   p99 {percentile(delays, 0.99):6.1f} ms{move}",
        flush=True,
    )


def measure_peers(number: int, seconds: float) -> None:
    for name, says in (("boardgame_io", "boardgame.io"), ("colyseus", "Colyseus")):
        for rate in (0.0, RATE):
            told = peers.measure(name, "memory", 1, seconds, number, rate)
            how = f"{rate:.0f} moves/s" if rate else "closed loop"
            print(
                f"  {says:<24}{how:<14}{told['deliveries_per_second']:8.0f} /s"
                f"   p50 {told['delivery_p50'] or 0:6.1f} ms   p99 {told['delivery_p99'] or 0:6.1f} ms",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fanout")
    parser.add_argument("--quick", action="store_true", help="shorter runs")
    parser.add_argument("--no-peers", action="store_true", help="only our own service")
    chosen = parser.parse_args()
    seconds = 3.0 if chosen.quick else 8.0
    with servers.data_stores() as folder:
        for number in (200, 1000):
            print(f"{number} spectators at one table:")
            measure_ours(folder, number, seconds)
            if not chosen.no_peers:
                measure_peers(number, seconds)
                for rate in (0.0, RATE):
                    delays = broadcast.measure(number, seconds, rate)
                    report("bare websockets", rate, len(delays) / seconds, delays, [])


if __name__ == "__main__":
    main()
