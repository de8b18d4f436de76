"""One module starts every process of the service, or says in one line why it doesn't."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.service import PROJECT, service_environment
from ttr_project import roles

GOOD_KEY = "roles-" * 10


def refusal(data_dir: Path, role: str, **changes: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-m", "ttr_project.roles", role],
        cwd=PROJECT,
        env=service_environment(data_dir, **changes),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    [line] = ended.stderr.splitlines()
    return line


def test_an_unknown_role_is_answered_with_those_there_are(tmp_path: Path) -> None:
    line = refusal(tmp_path, "chef")
    assert line == "Name one role: web, worker-ai, worker-default, beat, migrate."


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"DEBUG": "1"}, "DEBUG is on in production"),
        ({"SECRET_KEY": ""}, "Production needs a SECRET_KEY"),
        ({"SECRET_KEY": "k" * 60}, "Production needs a SECRET_KEY"),
        ({"SECRET_KEY": "django-insecure-" + GOOD_KEY}, "Production needs a SECRET_KEY"),
        ({"ALLOWED_HOSTS": ""}, "Production needs ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": "play.example,*"}, "ALLOWED_HOSTS lets any name in"),
    ],
)
def test_no_process_starts_in_production_with_what_is_unsafe(
    tmp_path: Path, changes: dict[str, str], cause: str
) -> None:
    good = {"PRODUCTION": "1", "SECRET_KEY": GOOD_KEY, "ALLOWED_HOSTS": "play.example"}
    assert cause in refusal(tmp_path, "web", **(good | changes))


def test_a_socket_may_send_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "8123")
    words = roles.command("web")
    assert words[words.index("--port") + 1] == "8123"
    assert int(words[words.index("--ws-max-size") + 1]) <= 4096


def test_workers_of_one_queue_on_two_machines_have_two_names() -> None:
    assert "ai@%h" in roles.command("worker-ai"), "celery puts the machine's name for %h"
