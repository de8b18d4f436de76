"""Moves accepted and durable per second: `python -m benchmarks.service [--quick] [--no-peers]`.

Fifty tables of four, a socket for every seat, on PostgreSQL with default durability; the server
with its database on one core, the clients on the other. In the same run: the peers from the npm
registry, and pgbench with the equivalent insert as the floor. Then the curves: what a move costs as
a game grows longer and as the database fills up (benchmarks.fanout has the one over spectators), and
what sockets cost that only stay open.
"""

import argparse
from pathlib import Path
from typing import Any

import uvloop

from benchmarks import floor, load, peers, servers, tables

TABLES = 50


def line(name: str, per_second: float, p50: float | None, p99: float | None) -> None:
    times = "" if p50 is None or p99 is None else f"   p50 {p50:6.1f} ms   p99 {p99:6.1f} ms"
    print(f"  {name:<46}{per_second:8.0f} /s{times}", flush=True)


def measure_ours(folder: Path, run: int, seconds: float) -> load.Tally:
    # A round has some hundred moves: enough for seventy a second at each table.
    number = 1 + round((load.WARM_UP + seconds) * 0.7)
    fours = tables.players(f"run-{run}", TABLES)
    games = [tables.begin_games(four, number) for four in fours]
    with servers.web(folder) as web:
        return uvloop.run(load.play(web, games, seconds))


def line_of_ours(tally: load.Tally) -> None:
    line(
        "Roundhouse, PostgreSQL",
        tally.per_second,
        tally.milliseconds(0.5),
        tally.milliseconds(0.99),
    )
    web_cpu, postgres_cpu = (round(cpu / len(tally.moves) * 1e6) for cpu in tally.cpu)
    print(f"    processor per move: web {web_cpu} us, PostgreSQL {postgres_cpu} us; "
          f"refused: {dict(tally.refused)}")  # fmt: skip


PEERS = (
    ("boardgame_io", "memory", "boardgame.io, nothing kept"),
    ("boardgame_io", "file", "boardgame.io, its files, told before written"),
    ("colyseus", "memory", "Colyseus, nothing kept"),
    ("colyseus", "fdatasync", "Colyseus, fdatasync per move"),
)


def measure_in_turns(folder: Path, runs: int, seconds: float, with_peers: bool) -> load.Tally:
    """Ours and the peers take turns, and of each the best run counts: a core here is at times half as fast
    again as at others."""
    ours: list[load.Tally] = []
    theirs: dict[str, list[dict[str, Any]]] = {}
    for run in range(runs):
        ours.append(measure_ours(folder, run, seconds))
        for name, storage, says in PEERS if with_peers else ():
            told = peers.measure(name, storage, TABLES, seconds)
            theirs.setdefault(says, []).append(told)
    best = max(ours, key=lambda tally: tally.per_second)
    line_of_ours(best)
    for says, told in theirs.items():
        fastest = max(told, key=lambda one: float(one["moves_per_second"]))
        line(says, fastest["moves_per_second"], fastest["move_p50"], fastest["move_p99"])
    for says, told in theirs.items():
        ratios = [
            own.per_second / one["moves_per_second"] for own, one in zip(ours, told, strict=True)
        ]
        print(f"    ours beside {says}: {', '.join(f'{ratio:.2f}' for ratio in ratios)} times")
    return best


def curve_over_length(tally: load.Tally) -> None:
    print("A move's cost over the length of its game (events before it: p50):")
    for start in range(0, 400, 50):
        some = [latency for seq, latency in tally.moves if start <= seq < start + 50]
        if len(some) > 20:
            print(f"  {start:>4} to {start + 50:<4} {load.percentile(some, 0.5):7.1f} ms")


def curve_over_games(folder: Path, sizes: list[int], seconds: float) -> None:
    print("A move's cost over the games in the database (one table, one move at a time):")
    for size in sizes:
        tables.fill_up(size)
        games = [tables.begin_games(four, 20) for four in tables.players(f"fill-{size}", 1)]
        with servers.web(folder) as web:
            tally = uvloop.run(load.play(web, games, seconds))
        p50, p99 = tally.milliseconds(0.5), tally.milliseconds(0.99)
        print(f"  {size:>6} games   p50 {p50:6.1f} ms   p99 {p99:6.1f} ms", flush=True)


def curve_over_sockets(folder: Path, a_move: float, seconds: float) -> None:
    print("What open sockets cost while nobody moves:")
    for number in (1, 5, 10):
        games = [
            tables.begin_games(four, number) for four in tables.players(f"still-{number}", TABLES)
        ]
        with servers.web(folder) as web:
            used = uvloop.run(load.sit_still(web, games, seconds))
        print(f"  {TABLES * number * 4:>6} sockets   {used * 1000:6.1f} ms a second, "
              f"as much as {used / a_move:.0f} moves", flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.service")
    parser.add_argument("--quick", action="store_true", help="shorter runs, a smaller database")
    parser.add_argument("--no-peers", action="store_true", help="only our own service")
    chosen = parser.parse_args()
    seconds = 4.0
    with servers.data_stores() as folder:
        print(f"Moves per second, {TABLES} tables of four:")
        runs = 2 if chosen.quick else 4
        tally = measure_in_turns(folder, runs, seconds, not chosen.no_peers)
        if not chosen.no_peers:
            for clients in (1, 8):
                floor_per_second = floor.measure(folder / "postgres", clients, seconds)
                line(
                    f"pgbench, the same rows, {clients} clients: the floor",
                    floor_per_second,
                    None,
                    None,
                )
        curve_over_length(tally)
        curve_over_games(folder, [100, 1000] if chosen.quick else [100, 1000, 10_000], seconds / 2)
        curve_over_sockets(folder, sum(tally.cpu) / len(tally.moves), 2 * seconds)


if __name__ == "__main__":
    main()
