"""Does bulk simulation grow with its workers? python -m benchmarks.simulations --games 400

The same games over Celery by one worker and by two, in turns, several times, so that whatever else the
machine does slows both. Prints games per second and the ratio.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from benchmarks.servers import data_stores


@contextmanager
def workers(processes: int) -> Iterator[None]:
    from games.tables.services.simulations import QUEUE
    from ttr_project import children, roles, supervisor

    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    command = [sys.executable, "-m", *roles.worker(QUEUE, processes)]
    running = children.Child(f"simulation-{processes}", *command)
    try:
        yield
    finally:
        supervisor.stop_together([running])


def games_per_second(processes: int, games: int, policy: str, seed: int) -> float:
    from games.tables.services.simulations import GAMES_A_CHUNK, Job, distribute

    with workers(processes):
        # Until every process has played once it may still be starting.
        for _ in distribute(Job("card_game", [policy] * 4, [], 2 * GAMES_A_CHUNK, seed)):
            pass
        job = Job("card_game", [policy] * 4, [], games, seed + 1)
        began = time.monotonic()
        for _ in distribute(job):
            pass
        return games / (time.monotonic() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--policy", default="planner")
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    ratios = []
    with data_stores():
        for number in range(given.times):
            one, two = (
                games_per_second(
                    processes, given.games, given.policy, 100 * number + 10 * processes
                )
                for processes in (1, 2)
            )
            ratios.append(two / one)
            print(f"one worker {one:.1f} games/s, two {two:.1f}: {two / one:.2f} times", flush=True)
    print(f"two workers make {median(ratios):.2f} times as many games as one")


if __name__ == "__main__":
    main()
