"""Games in bulk over Celery: any worker may play any chunk, twice or never, and the rows are the same."""

import csv
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from games.tables.services import simulations
from games.tables.services.simulations import Job, play_chunk
from games.tables.tasks import simulate_chunk


@pytest.fixture
def job(tmp_path: Path) -> Any:
    with override_settings(DATA_DIR=tmp_path):
        yield Job("card_game", ["easy", "any_legal", "any_legal"], [], 45, 3)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Workers that do at once what they are asked, and note which chunk it was."""
    asked: list[int] = []

    def send_task(name: str, args: list[Any], queue: str) -> None:
        assert (name, queue) == (simulate_chunk.name, simulations.QUEUE)
        asked.append(args[1])
        simulate_chunk(*args)

    monkeypatch.setattr(simulations.current_app, "send_task", send_task)
    return asked


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_game_has_a_row_for_each_seat(job: Job, workers: list[int], tmp_path: Path) -> None:
    assert list(simulations.distribute(job))[-1] == 45
    simulations.write_csv(job, tmp_path / "all.csv")
    rows = rows_of(tmp_path / "all.csv")
    assert [(int(row["game"]), int(row["seat"])) for row in rows] == [
        (game, seat) for game in range(45) for seat in range(3)
    ]
    assert {row["policy"] for row in rows if row["seat"] == "0"} == {"easy"}
    assert {row["place"] for row in rows} <= {"1", "2", "3"}


def test_a_run_that_was_stopped_goes_on_where_it_was(job: Job, workers: list[int]) -> None:
    play_chunk(job, 1)
    before = job.path(1).stat().st_mtime_ns
    list(simulations.distribute(job))
    assert workers == [0, 2]
    assert job.path(1).stat().st_mtime_ns == before


def test_a_chunk_is_the_same_whoever_plays_it(job: Job) -> None:
    play_chunk(job, 2)
    first = job.path(2).read_bytes()
    job.path(2).unlink()
    simulate_chunk(list(job), 2)
    assert job.path(2).read_bytes() == first


def test_the_command_writes_parquet(job: Job, workers: list[int], tmp_path: Path) -> None:
    arguments = ["--edition", "card_game", "--seats", "3", "--policies", *job.policies]
    numbers = ["--games", "45", "--seed", "3", "--distributed", "--output"]
    call_command("simulate_games", *arguments, *numbers, str(tmp_path / "all.parquet"))
    table = pyarrow.parquet.read_table(tmp_path / "all.parquet")
    assert table.num_rows == 135
    assert table.column_names == list(simulations.COLUMNS)


def test_an_output_that_is_neither_csv_nor_parquet_is_refused(job: Job) -> None:
    with pytest.raises(CommandError, match="Name an --output"):
        call_command(
            "simulate_games", "--edition", "card_game", "--distributed", "--output", "all.xlsx"
        )
