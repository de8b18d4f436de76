"""One table and many spectators: `python -m benchmarks.fanout [--quick] [--no-peers]`.

Deliveries per second in a closed loop, and how long a frame takes to reach a spectator at ten moves a
second: ours, the peers from the npm registry, and a bare broadcast with the websockets library. The
move's own time beside it is the curve: it must not grow with the number of spectators.

Ours and the peers take turns, and of each the best run counts: a core here is at times half as fast
again as at others. All are warm before anything is counted.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import uvloop

from benchmarks import broadcast, peers, servers, tables
from benchmarks.load import percentile
from benchmarks.watching import watch

RATE = 10  # moves a second, in the paced runs
WARM_UP_GAMES = 40  # a round each, before anybody watches: as many as fit into the warm-up
OURS, BARE = "Roundhouse", "bare websockets"


class Run(NamedTuple):
    """What spectators were sent: in a closed loop, and at ten moves a second."""

    per_second: float
    p50: float  # milliseconds
    p99: float
    move: float | None = None  # until a move was answered: p50, in a closed loop
    paced_move: float | None = None


def run_ours(folder: Path, number: int, seconds: float) -> Run:
    [four] = tables.players(f"fanout-{uuid4().hex[:6]}", 1)
    game, *others = tables.begin_games(four, 1 + WARM_UP_GAMES)
    with servers.web(folder) as web:
        paced, closed = uvloop.run(watch(web.port, game, others, number, seconds, RATE))
    return Run(
        len(closed.delays) / closed.seconds,
        *milliseconds(paced.delays),
        percentile(closed.moves, 0.5),
        percentile(paced.moves, 0.5),
    )


def run_peer(name: str, number: int, seconds: float) -> Run:
    closed, paced = (peers.measure(name, "memory", 1, seconds, number, rate) for rate in (0, RATE))
    return Run(closed["deliveries_per_second"], paced["delivery_p50"], paced["delivery_p99"])


def run_bare(number: int, seconds: float) -> Run:
    closed, paced = (broadcast.measure(number, seconds, rate) for rate in (0, RATE))
    return Run(len(closed) / seconds, *milliseconds(paced))


def milliseconds(delays: list[float]) -> tuple[float, float]:
    return percentile(delays, 0.5), percentile(delays, 0.99)


def measure_in_turns(runners: dict[str, Callable[[], Run]], turns: int) -> None:
    runs: dict[str, list[Run]] = {name: [] for name in runners}
    for _ in range(turns):
        for name, run in runners.items():
            runs[name].append(run())
    for name, some in runs.items():
        report(name, some)
    for name, some in runs.items():
        if name not in (OURS, BARE):
            compare(name, runs[OURS], some)


def report(name: str, runs: list[Run]) -> None:
    paced = min(runs, key=lambda run: run.p99)
    closed = max(runs, key=lambda run: run.per_second)
    at_ten = answer = ""
    if paced.paced_move is not None:
        at_ten, answer = f", a move {paced.paced_move:.1f}", f"   a move {closed.move:.1f} ms"
    print(
        f"  {name:<16} {RATE} moves/s: p50 {paced.p50:5.1f}, p99 {paced.p99:5.1f} ms{at_ten}   "
        f"closed loop: {closed.per_second:7.0f} /s{answer}",
        flush=True,
    )


def compare(name: str, ours: list[Run], theirs: list[Run]) -> None:
    pairs = list(zip(ours, theirs, strict=True))
    p99 = ", ".join(f"{own.p99 / one.p99:.2f}" for own, one in pairs)
    more = ", ".join(f"{own.per_second / one.per_second:.2f}" for own, one in pairs)
    print(f"    ours beside {name}, run by run: p99 {p99} times, deliveries {more} times")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fanout")
    parser.add_argument("--quick", action="store_true", help="shorter runs, and fewer")
    parser.add_argument("--no-peers", action="store_true", help="only our own service")
    chosen = parser.parse_args()
    seconds, turns = (2.5, 2) if chosen.quick else (5.0, 4)
    with servers.data_stores() as folder:
        for number in (200, 1000):
            print(f"{number} spectators at one table:")
            runners = {OURS: lambda number=number: run_ours(folder, number, seconds)}
            if not chosen.no_peers:
                runners |= {
                    "boardgame.io": lambda number=number: run_peer("boardgame_io", number, seconds),
                    "Colyseus": lambda number=number: run_peer("colyseus", number, seconds),
                    BARE: lambda number=number: run_bare(number, seconds),
                }
            measure_in_turns(runners, turns)


if __name__ == "__main__":
    main()
