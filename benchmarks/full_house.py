"""A championship in full swing: `make load`, or `python -m benchmarks.full_house [--tables 250]`.

Tables of three people and an AI, each of them thinking for a while before a move; spectators at every
table and a crowd at one; on PostgreSQL and Valkey, with two web processes and two workers. Then once
more at half the load, to see how the cost grows. Everything, the people included, shares one machine.
"""

import argparse
import os
import resource
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path

import uvloop

from benchmarks import crowd
from benchmarks.house import House, open_house
from benchmarks.load import percentile
from tests.postgres import postgres


def report(house: House, told: crowd.Told, before: dict[str, float], idle: dict[str, int]) -> None:
    after, full = house.cpu_seconds(), house.memory()
    commands = len(told.commands)
    print(f"  {commands / told.seconds:8.1f} commands/s, {len(told.frames) / told.seconds:.0f} frames/s"
          f" to spectators; refused {dict(told.refused)}")  # fmt: skip
    line("command to answer, after the commit", told.commands)
    line("record to spectator, the commit included", told.frames)
    print(f"  lost events: {told.lost}; spectators left behind: {told.behind}")
    print("  processor, of one core:")
    for name, seconds in after.items():
        share = (seconds - before[name]) / told.seconds
        each = (seconds - before[name]) / commands * 1e6
        print(f"    {name:<16}{share:6.1%}   {each:7.0f} us a command")
    print("  memory:")
    for name, size in full.items():
        print(f"    {name:<16}{size / 2**20:7.0f} MB")
    grown = sum(full[name] - idle[name] for name in ("web 1", "web 2"))
    print(f"    a socket        {grown / told.sockets / 1024:7.1f} KB")
    print("  on disk:")
    for name, figure in house.disk().items():
        print(f"    {name:<16}{figure}")
    print("  a transaction, on average:")
    for name, figure in house.parts().items():
        print(f"    {name:<28}{figure}")


def line(name: str, seconds: list[float]) -> None:
    p50, p95, p99 = (percentile(seconds, part) for part in (0.5, 0.95, 0.99))
    print(f"  {name:<42} p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   p99 {p99:7.1f} ms")


def run(folder: Path, size: crowd.Size, seconds: float) -> crowd.Told:
    print(f"{size.tables} tables of four, {size.spectators} spectators, {size.at_one} of them at one:",
          flush=True)  # fmt: skip
    with open_house(folder) as house:
        idle = house.memory()
        tables = crowd.begin(size)
        told, before = uvloop.run(crowd.come(house, tables, size, seconds))
        report(house, told, before, idle)
    return told


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.full_house")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--spectators", type=int, default=2000)
    parser.add_argument("--at-one", type=int, default=500, help="spectators of the first table")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=3, help="seconds before a move, on average")
    chosen = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-load-"))
    size = crowd.Size(chosen.tables, chosen.spectators, chosen.at_one, chosen.think)
    half = crowd.Size(size.tables // 2, size.spectators // 2, size.at_one // 2, size.think)
    with ExitStack() as running:
        running.callback(shutil.rmtree, folder, ignore_errors=True)
        running.enter_context(postgres(folder / "postgres", durable=True))
        os.environ |= {
            "DATABASE_URL": f"postgresql://roundhouse@/postgres?host={folder}/postgres",
            "DJANGO_SETTINGS_MODULE": "ttr_project.settings",
        }
        lost = [run(folder, some, chosen.seconds).lost for some in (size, half)]
    return 1 if any(lost) else 0


if __name__ == "__main__":
    raise SystemExit(main())
