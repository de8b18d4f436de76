"""Games played in bulk over Celery: cut into chunks, each a file of rows, joined at the end.

A chunk is played by number, so it does not matter who plays it, or whether two do. What is there
is not played again: a run that was stopped goes on where it was when it is asked for again. The
folder has to be one that all workers share, as DATA_DIR is.
"""

import csv
import hashlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pyarrow.csv
import pyarrow.parquet
from celery import current_app
from django.conf import settings

from rules import editions
from rules.simulation import simulated_game

QUEUE = "simulation"  # python -m celery -A ttr_project worker --queues simulation
GAMES_A_CHUNK = 20
COLUMNS = ("game", "seat", "policy", "points", "place", "commands")
LOOKS_EVERY = 0.2  # seconds
# With no chunk finished for so long the missing ones are asked for again: a queue may lose them.
PATIENCE = 120.0


class Job(NamedTuple):
    edition: str
    policies: list[str]
    options: list[str]
    games: int
    seed: int

    @property
    def folder(self) -> Path:
        """One for each job: the same request finds what is there already."""
        digest = hashlib.sha256(json.dumps(self).encode()).hexdigest()[:16]
        return Path(settings.DATA_DIR) / "simulations" / digest

    @property
    def chunks(self) -> range:
        return range(-(-self.games // GAMES_A_CHUNK))

    def path(self, number: int) -> Path:
        return self.folder / f"{number:06}.csv"

    def numbers(self, chunk: int) -> range:
        return range(GAMES_A_CHUNK * chunk, min(self.games, GAMES_A_CHUNK * (chunk + 1)))


def play_chunk(job: Job, number: int) -> None:
    path = job.path(number)
    if path.exists():
        return
    job.folder.mkdir(parents=True, exist_ok=True)
    # Two workers may play the same chunk, on two machines with the same process id.
    unfinished = path.with_suffix(f".{uuid4().hex}")
    with unfinished.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for game in job.numbers(number):
            writer.writerows(_rows(job, game))
    # All at once: a chunk is there as a whole, or not at all.
    unfinished.replace(path)


def _rows(job: Job, number: int) -> Iterator[tuple[Any, ...]]:
    edition = editions()[job.edition]
    options = dict.fromkeys(job.options, True)
    game = simulated_game(edition, options, job.policies, job.seed, number)
    result = game.state.result
    places = {standing.seat: standing.place for standing in result.standings}
    for score in result.scores:
        policy = job.policies[score.seat]
        yield number, score.seat, policy, score.total, places[score.seat], len(game.moves)


def distribute(job: Job) -> Iterator[int]:
    """Asks the workers for what is missing, and says from time to time how many games are done."""
    last, since = -1, time.monotonic()
    while True:
        missing = [number for number in job.chunks if not job.path(number).exists()]
        if last == -1 or (missing and time.monotonic() - since > PATIENCE):
            for number in missing:
                current_app.send_task(
                    "games.tables.tasks.simulate_chunk",
                    args=[list(job), number],
                    queue=QUEUE,
                )
            since = time.monotonic()
        done = games_done(job)
        if done != last:
            last, since = done, time.monotonic()
            yield done
        if not missing:
            return
        time.sleep(LOOKS_EVERY)


def games_done(job: Job) -> int:
    return sum(len(job.numbers(number)) for number in job.chunks if job.path(number).exists())


def write_csv(job: Job, output: Path) -> None:
    with output.open("wb") as file:
        file.write(",".join(COLUMNS).encode() + b"\r\n")
        for number in job.chunks:
            _, _, rows = job.path(number).read_bytes().partition(b"\n")
            file.write(rows)


def write_parquet(job: Job, output: Path) -> None:
    tables = [pyarrow.csv.read_csv(job.path(number)) for number in job.chunks]
    pyarrow.parquet.write_table(pyarrow.concat_tables(tables), output)


WRITERS: dict[str, Callable[[Job, Path], None]] = {".csv": write_csv, ".parquet": write_parquet}
