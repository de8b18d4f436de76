"""Memory and speed of the auditor's export: python -m benchmarks.exports [--events 1000000]

In a database of its own (SQLite in a new folder, or TEST_DATABASE=postgresql) with so many events, and with a
hundredth of them. Each export runs in a process of its own, whose largest memory is printed beside that of one
that exports nothing.
"""

import argparse
import multiprocessing
import resource
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.own_database import own_database

GAME = 500  # events of one game
FORMATS = ("csv", "json", "parquet")


def fill(count: int) -> None:
    """With events as long as those of the Card Game are, of games that nobody played."""
    from django.utils import timezone

    from games.tables.models import Game, GameEvent

    now = timezone.now()
    payload = {"seat": 1, "cards": {"blue": 2, "locomotive": 1}, "row": ["red", "white", "black"]}
    for _ in range(0, count, GAME):
        game = Game.objects.create(
            edition="card_game", seat_count=4, name="figures", commitment="", head_seq=GAME,
            moved_at=now, status=Game.Status.OVER,
        )  # fmt: skip
        GameEvent.objects.bulk_create(
            GameEvent(
                game=game, seq=n, type="trains_played", version=1, payload=payload, digest="f" * 64,
                recorded_at=now,
            )
            for n in range(1, GAME + 1)
        )  # fmt: skip


def pieces(written_as: str) -> Iterator[bytes]:
    from games.audit import exports
    from games.tables.models import Game

    table = exports.TABLES["events"]
    _, write = exports.FORMATS[written_as]
    return write(table, table.rows(Game.objects.filter(status=Game.Status.OVER)))


def export(written_as: str, answer: Any) -> None:
    """In a process of its own: bytes written, seconds, and the largest memory in MB."""
    began = time.perf_counter()
    written = sum(map(len, pieces(written_as))) if written_as else 0
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answer.send((written, time.perf_counter() - began, largest))


def in_a_process(written_as: str) -> tuple[int, float, float]:
    from django.db import connection

    connection.close()
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=export, args=(written_as, theirs))
    process.start()
    measured: tuple[int, float, float] = ours.recv()
    process.join()
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=1_000_000)
    events = parser.parse_args().events
    with own_database() as database:
        import pyarrow.parquet  # noqa: F401  so that every process has it, exporting or not

        from games.tables.models import GameEvent

        for count in (events // 100, events - events // 100):
            fill(count)
            here = GameEvent.objects.count()
            _, _, nothing = in_a_process("")
            for written_as in FORMATS:
                written, seconds, largest = in_a_process(written_as)
                print(
                    f"{database}: {here:>9,} events as {written_as:8} {written / 1e6:6.1f} MB,"
                    f" {here / seconds:>8,.0f} events/s, memory {largest:.0f} MB"
                    f" ({largest - nothing:+.0f} MB beside exporting nothing)",
                    flush=True,
                )


if __name__ == "__main__":
    main()
