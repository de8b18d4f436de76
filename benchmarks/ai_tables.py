"""Many tables of AIs at once: python -m benchmarks.ai_tables --tables 200 --workers 2

The service's own workers play, on PostgreSQL with default durability. Prints turns per second, how
long a turn waited beyond the pace of its table, and how the table fared that was served worst.
"""

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import pairwise

import psutil

from benchmarks.load import percentile
from benchmarks.servers import cpu_seconds, data_stores
from rules import editions

PATIENCE = 180.0  # seconds until every table has moved once


@contextmanager
def workers(processes: int) -> Iterator[psutil.Process]:
    """So many that play, the one that keeps house, and the clock, as the service starts them.
    Gives the first of those that play, the parent of the others."""
    from ttr_project import children, supervisor

    os.environ["AI_PROCESSES"] = str(processes)
    # The data stores have one core; who plays may use them all, as in the service.
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    running = [children.role(name) for name in ("worker-ai", "worker-default", "beat")]
    try:
        yield psutil.Process(running[0].process.pid)
    finally:
        supervisor.stop_together(running)


def cpu_of(parent: psutil.Process) -> float:
    return cpu_seconds([parent, *parent.children(recursive=True)])


def begin_table(edition: str, level: str, pace: int) -> None:
    from games.tables.services.opening import open_lobby, start_game

    game = open_lobby(edition=edition, seat_count=4, name="AIs", host=None, ai_pace=pace)
    game.seats.update(policy=level, name="AI")
    start_game(game)


def wait_until_all_have_moved(tables: int) -> None:
    """Workers take a while to start; and the first turns would count as one long wait."""
    from games.tables.models import GameCommand

    deadline = time.monotonic() + PATIENCE
    while GameCommand.objects.values("game").distinct().count() < tables:
        if time.monotonic() > deadline:
            raise TimeoutError("not every table has moved")
        time.sleep(0.5)


def turns_between(began: datetime, ended: datetime) -> dict[str, list[datetime]]:
    """By table, when it moved."""
    from games.tables.models import Game, GameCommand

    turns: dict[str, list[datetime]] = defaultdict(list)
    for id in Game.objects.values_list("id", flat=True):
        turns[str(id)] = []
    moved = GameCommand.objects.filter(submitted_at__range=(began, ended))
    rows = moved.order_by("submitted_at").values_list("game_id", "submitted_at")
    for id, at in rows:
        turns[str(id)].append(at)
    return turns


def report(began: datetime, ended: datetime, pace: int, cpu: float) -> None:
    turns = turns_between(began, ended)
    seconds = (ended - began).total_seconds()
    counts = sorted(map(len, turns.values()))
    waits = []
    for moved in turns.values():
        # From the beginning to the first turn and from the last to the end is waiting, too.
        instants = [began, *moved, ended]
        gaps = pairwise(instants)
        waits += [
            max(0.0, (after - before).total_seconds() - pace / 1000) for before, after in gaps
        ]
    print(
        f"{sum(counts) / seconds:.0f} turns/s, each {1000 * cpu / max(1, sum(counts)):.1f} ms of a"
        f" worker's processor; a turn waited {percentile(waits, 0.5):.0f} ms,"
        f" {percentile(waits, 0.95):.0f} ms at the 95th percentile, {percentile(waits, 1):.0f} ms"
        f" at most\nturns of a table in {seconds:.0f} s: {counts[0]} at least,"
        f" {counts[len(counts) // 2]} in the middle, {counts[-1]} at most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", default="card_game", choices=editions())
    parser.add_argument("--level", default="planner")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--pace", type=int, default=1200, help="milliseconds; 0: as fast as it goes"
    )
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    if given.level not in editions()[given.edition].policies:
        parser.error(f"There is no level {given.level}.")
    with data_stores(), workers(given.workers) as players:
        from django.utils import timezone

        for _ in range(given.tables):
            begin_table(given.edition, given.level, given.pace)
        wait_until_all_have_moved(given.tables)
        began, before = timezone.now(), cpu_of(players)
        time.sleep(given.seconds)
        ended, cpu = timezone.now(), cpu_of(players) - before
        print(
            f"{given.tables} tables of four {given.level}, {given.workers} workers,"
            f" a turn every {given.pace} ms at most:"
        )
        report(began, ended, given.pace, cpu)


if __name__ == "__main__":
    main()
