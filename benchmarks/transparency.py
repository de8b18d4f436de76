"""The transparency log: leaves a second, and what a checkpoint costs in a small and in a large log.

    python -m benchmarks.transparency [--leaves 100000]

In a database of its own (SQLite in a new folder, or TEST_DATABASE=postgresql), with all that `publish`
does: entries, tiles, where each event is, the signature, one transaction for each batch. Beside it the
naive way, in the same run: hash the whole tree again for each checkpoint.
"""

import argparse
import os
import statistics
import time
from typing import NamedTuple

from benchmarks.own_database import own_database, twin, use

SMALL = 1_000
LARGE = 1_000_168  # a million, with as many in its last tile as the small log has
REPEATS = 60
GAME = 470  # events of one game


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--leaves", type=int, default=50_000, help="how many to log and time")
    leaves = parser.parse_args().leaves
    with own_database() as database:
        measure(leaves, database)


def measure(leaves: int, database: str) -> None:
    from games.audit import transparency
    from games.audit.models import LogHead
    from rules.merkle import leaf_hash, root_of

    play(SMALL)
    transparency.publish(everything=True)
    small_log = twin()

    play(leaves)
    before = LogHead.objects.get().size
    began = time.perf_counter()
    transparency.publish(everything=True)
    seconds = time.perf_counter() - began
    size = LogHead.objects.get().size
    rate = (size - before) / seconds
    print(
        f"{database}: {size - before} events read, logged, signed and committed in batches of"
        f" {transparency.BATCH}: {rate:,.0f} leaves/s"
    )

    hashes = [leaf_hash(os.urandom(69)) for _ in range(size)]
    began = time.perf_counter()
    root_of(hashes)
    naive = time.perf_counter() - began
    batch = transparency.BATCH
    naive_rate = batch / (naive + batch / rate)
    print(
        f"  hashing the whole tree of {size} leaves again for each checkpoint takes {naive * 1000:.0f} ms"
        f" more: {naive_rate:,.0f} leaves/s, {rate / naive_rate:.1f} times slower, and ever slower"
    )

    grow_to(LARGE)
    small, large = checkpoint_costs(small_log)
    print(
        f"  a checkpoint over {LARGE:,} leaves costs {large.wall:.2f} ms, over {SMALL:,} {small.wall:.2f} ms;"
        f" of processor time {large.processor:.2f} and {small.processor:.2f} ms:"
        f" ratio {large.processor / small.processor:.2f}"
    )


class Cost(NamedTuple):
    """The median, in milliseconds."""

    wall: float  # the disk's included
    processor: float


def checkpoint_costs(small_log: str) -> tuple[Cost, Cost]:
    """Of one more leaf, its tiles, the signature and the commit, in the small and in the large log.

    Turn by turn, so that whatever else the machine does falls on both.
    """
    from django.db import connection

    logs = (small_log, str(connection.settings_dict["NAME"]))
    times: tuple[list[tuple[float, float]], ...] = ([], [])
    for _ in range(REPEATS):
        for log, taken in zip(logs, times, strict=True):
            use(log)
            log_random(1)  # opens the connection and warms what both need
            wall, processor = time.perf_counter(), time.process_time()
            log_random(1)
            taken.append((time.perf_counter() - wall, time.process_time() - processor))
    small, large = (
        Cost(*(statistics.median(kind) * 1000 for kind in zip(*taken, strict=True)))
        for taken in times
    )
    return small, large


def play(count: int) -> None:
    """Events of games that nobody played, in the tables of the service."""
    from django.utils import timezone

    from games.tables.models import Game, GameEvent

    now = timezone.now()
    for start in range(0, count, GAME):
        length = min(GAME, count - start)
        game = Game.objects.create(
            edition="card_game", seat_count=2, name="figures", commitment="", head_seq=length,
            moved_at=now, status=Game.Status.OVER,
        )  # fmt: skip
        GameEvent.objects.bulk_create(
            GameEvent(
                game=game, seq=n, type="figure", version=1, payload={}, digest=os.urandom(32).hex(),
                recorded_at=now,
            )
            for n in range(1, length + 1)
        )  # fmt: skip


def log_random(count: int) -> None:
    """Straight into the log, without a game behind it."""
    from django.db import transaction

    from games.audit import transparency
    from games.tables.models import Game

    with transaction.atomic():
        head = transparency.lock_head()
        game, _ = Game.objects.get_or_create(
            name="filler", defaults={"edition": "card_game", "seat_count": 2, "commitment": ""}
        )
        transparency.append_entries(
            head,
            [
                transparency.Fresh(game.id, head.size + n + 1, os.urandom(32).hex())
                for n in range(count)
            ],
        )


def grow_to(size: int) -> None:
    """In large batches, not timed."""
    from games.audit.models import LogHead

    while (now := LogHead.objects.get().size) < size:
        log_random(min(50_000, size - now))


if __name__ == "__main__":
    main()
