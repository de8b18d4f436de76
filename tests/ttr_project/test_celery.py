"""What a worker takes on is done, however often the worker dies, and nothing holds it up for long."""

from typing import Any

import pytest
from django.conf import settings

from ttr_project.celery import QUEUES, app

app.loader.import_default_modules()
OURS = sorted(name for name in app.tasks if not name.startswith("celery."))
# Each is idempotent: tests/games/tables/test_ai.py and test_run_out.py.
OF_A_GAME = ("play_ai_turn", "settle_due", "run_out_clock", "nudge")
# A chunk takes as long as it takes, and whoever wants it asks again.
LONG = "games.tables.tasks.simulate_chunk"


def queue_of(name: str) -> Any:
    return app.amqp.router.route({}, name)["queue"].name


@pytest.mark.parametrize("name", [name for name in OURS if name != LONG])
def test_a_task_is_done_before_it_is_ticked_off_and_never_twice_at_once(name: str) -> None:
    task = app.tasks[name]
    assert task.acks_late
    assert task.reject_on_worker_lost
    # Whoever takes longer is given up, and only then is the task somebody else's.
    assert task.time_limit < settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    assert (task.soft_time_limit or 0) < task.time_limit


def test_a_chunk_of_simulated_games_is_ticked_off_at_once_since_it_may_take_long() -> None:
    task = app.tasks[LONG]
    assert not task.acks_late
    assert task.time_limit > settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]


@pytest.mark.parametrize("name", OF_A_GAME)
def test_what_a_game_waits_for_is_interrupted_before_it_is_killed(name: str) -> None:
    task = app.tasks[f"games.tables.tasks.{name}"]
    assert 0 < task.soft_time_limit < task.time_limit <= 30


def test_thinking_has_a_queue_of_its_own() -> None:
    assert queue_of("games.tables.tasks.play_ai_turn") == "ai"
    for name in ("settle_due", "run_out_clock", "nudge"):
        assert queue_of(f"games.tables.tasks.{name}") == "default"
    assert {queue_of(name) for name in OURS} == set(QUEUES)


def test_what_comes_round_again_is_not_kept_for_a_worker_that_was_away() -> None:
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in OURS
        assert entry["options"]["expires"] <= entry["schedule"]
