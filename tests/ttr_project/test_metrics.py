"""/metrics tells what happens, of all processes together, and the dashboard asks for nothing else."""

import json
import os
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.utils import timezone
from rest_framework.test import APIClient

from games.problems import Problem
from games.tables.models import Game
from tests.games.tables.given import a_game, a_user, first_move, play_on, submit
from tests.service import PROJECT
from ttr_project.celery import app
from ttr_project.metrics import asked, counted

OBSERVABILITY = PROJECT / "deploy" / "observability"
NAME = re.compile(r"roundhouse_\w+")


def figure(text: str, name: str) -> float:
    """The value of one sample, 0 where there is none yet."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


@pytest.fixture
def scrape(api: APIClient) -> Any:
    return lambda: api.get("/metrics").content.decode()


@pytest.fixture
def api() -> APIClient:
    return APIClient()


@pytest.mark.django_db
def test_commands_are_counted_by_their_result_and_timed_in_their_parts(scrape: Any) -> None:
    pia = a_user("pia")
    game = a_game(pia, seats=2)
    names = [
        'roundhouse_commands_total{result="accepted"}',
        'roundhouse_commands_total{result="conflict"}',
        'roundhouse_commit_seconds_count{part="append"}',
        "roundhouse_command_seconds_count",
    ]
    before = [figure(scrape(), name) for name in names]
    submit(game, pia, **first_move(game, 0))
    with pytest.raises(Problem):
        submit(game, pia, "draw_blind", expected_seq=1)
    after = [figure(scrape(), name) for name in names]
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 1, 1, 2]


@pytest.mark.django_db
def test_a_thinking_ai_is_timed(scrape: Any) -> None:
    name = 'roundhouse_think_seconds_count{policy="any_legal"}'
    before = figure(scrape(), name)
    play_on(a_game(seats=2), steps=3)
    assert figure(scrape(), name) == before + 3


@pytest.mark.django_db
def test_a_game_that_waits_too_long_for_the_service_is_stalled(scrape: Any) -> None:
    game = a_game(seats=2)
    assert figure(scrape(), "roundhouse_games_stalled") == 0
    minute_ago = timezone.now() - timedelta(minutes=1)
    Game.objects.filter(pk=game.pk).update(moved_at=minute_ago)
    try:
        assert figure(scrape(), "roundhouse_games_stalled") == 1
        assert figure(scrape(), 'roundhouse_games{status="running"}') == 1
    finally:
        Game.objects.filter(pk=game.pk).update(moved_at=game.moved_at)


@pytest.mark.django_db
def test_what_waits_in_a_queue_is_counted_with_its_age(scrape: Any) -> None:
    with redis.from_url(settings.REDIS_URL) as client:
        client.delete("ai")
        app.send_task("games.tables.tasks.play_ai_turn", args=["a game", 1])
        app.send_task("games.tables.tasks.play_ai_turn", args=["a game", 2])
        text = scrape()
        client.delete("ai")
    assert figure(text, 'roundhouse_queue_depth{queue="ai"}') == 2
    assert 0 < figure(text, 'roundhouse_queue_age_seconds{queue="ai"}') < 60
    assert figure(text, "roundhouse_broker_up") == 1


@pytest.mark.django_db
def test_a_broker_that_is_away_is_a_figure_and_no_fault(scrape: Any, settings: Any) -> None:
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    assert figure(scrape(), "roundhouse_broker_up") == 0


COUNT = """
import os, sys
from games import metrics
metrics.COMMANDS.labels("accepted").inc(int(sys.argv[1]))
metrics.SOCKETS.labels("spectator").inc(7)
print(os.getpid())
"""
TELL = """
import django
django.setup()
from prometheus_client import generate_latest
from ttr_project.metrics import counted
print(generate_latest(counted()).decode())
"""


def test_the_figures_of_all_processes_are_added_up_but_the_dead_have_no_sockets(
    tmp_path: Path,
) -> None:
    environment = os.environ | {
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics"),
        "DJANGO_SETTINGS_MODULE": "ttr_project.settings",
    }

    def run(code: str, *arguments: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", code, *arguments],
            check=True, capture_output=True, text=True, env=environment, cwd=PROJECT,
        ).stdout  # fmt: skip

    run(COUNT, "2")
    run(COUNT, "3")
    text = run(TELL)
    assert figure(text, 'roundhouse_commands_total{result="accepted"}') == 5
    assert figure(text, 'roundhouse_sockets{role="spectator"}') == 0


def known_names() -> set[str]:
    families = [*counted().collect(), *asked().collect()]
    endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"], "gauge": [""]}
    return {family.name + ending for family in families for ending in endings[family.type]}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["dashboard.json", "alerts.yaml"])
def test_dashboard_and_alerts_ask_only_for_figures_that_there_are(name: str) -> None:
    asked_for = set(NAME.findall((OBSERVABILITY / name).read_text()))
    assert asked_for
    # A log that nobody has signed yet has no age.
    assert asked_for <= known_names() | {"roundhouse_log_checkpoint_age_seconds"}


@pytest.mark.django_db
def test_every_figure_is_looked_at_by_somebody() -> None:
    shown = (OBSERVABILITY / "dashboard.json").read_text()
    shown += (OBSERVABILITY / "alerts.yaml").read_text()
    families = [*counted().collect(), *asked().collect()]
    assert [family.name for family in families if family.name not in shown] == []


def test_the_dashboard_is_one_that_grafana_can_read() -> None:
    dashboard = json.loads((OBSERVABILITY / "dashboard.json").read_text())
    assert dashboard["schemaVersion"] >= 36
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids))
    for panel in dashboard["panels"]:
        assert all(target["expr"] for target in panel["targets"])
