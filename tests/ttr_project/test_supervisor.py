"""One command starts everything, keeps it running, and leaves nothing behind."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import psutil
import pytest
from django.conf import settings

from tests.postgres import postgres
from tests.service import PATIENCE, PROJECT, Service, running_service, service_environment
from tests.settings import FOLDER
from ttr_project.preflight import lock_data_folder, remove_runtime_folder


def wait_until_ready(service: Service) -> dict[str, str]:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            answer = httpx.get(f"{service.address}readyz", timeout=20)
            if answer.status_code == 200:
                return answer.json()
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise AssertionError("The service did not become ready again.")


def test_ready_means_a_round_trip_through_every_part(live_service: Service) -> None:
    assert wait_until_ready(live_service) == {
        "database": "ok",
        "channel_layer": "ok",
        "queue_ai": "ok",
        "queue_default": "ok",
    }


def test_without_a_mail_server_a_link_is_in_a_file_to_copy_it_from_and_in_no_log(
    live_service: Service,
) -> None:
    accounts = f"{live_service.address}api/accounts/"
    person = {"username": "åse", "password": "nine-fast-wagons", "email": "aase@example.org"}
    assert httpx.post(f"{accounts}sign-up", json=person).status_code == 201
    httpx.post(f"{accounts}password/forgotten", json={"email": person["email"]})
    folder = Path(live_service.supervisor.environ()["DATA_DIR"])
    wait_until(lambda: any(link_in(file) for file in (folder / "mail").glob("*")))
    [file] = (folder / "mail").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    link = link_in(file)
    assert not any(link["token"] in log.read_text() for log in (folder / "log").iterdir())
    reset = link | {"new_password": "ten-slow-wagons"}
    assert httpx.post(f"{accounts}password/reset", json=reset).status_code == 204


def link_in(mail: Path) -> dict[str, str]:
    """The link on a line of its own."""
    found = re.search(r"^http\S+/reset/(?P<uid>[\w-]+)/(?P<token>[\w-]+)$", mail.read_text(), re.M)
    return found.groupdict() if found else {}


@pytest.mark.parametrize(
    "words",
    [("uvicorn",), ("--queues", "ai"), ("--queues", "default"), ("beat",), ("valkey-server",)],
    ids=["web", "worker-ai", "worker-default", "beat", "valkey"],
)
def test_a_killed_part_is_started_again_and_the_ai_game_goes_on(
    live_service: Service, words: tuple[str, ...]
) -> None:
    killed = live_service.child(*words)
    its_children = killed.children(recursive=True)
    killed.kill()
    psutil.wait_procs([killed, *its_children], timeout=PATIENCE)
    wait_until(lambda: bool(find(live_service, words)))
    assert live_service.child(*words).pid != killed.pid
    assert not any(child.is_running() for child in its_children)
    wait_until_ready(live_service)
    seen = events_of_the_demo_game(live_service)
    wait_until(lambda: len(events_of_the_demo_game(live_service)) > len(seen))
    now = events_of_the_demo_game(live_service)
    assert now == list(range(1, len(now) + 1)), "an unbroken log"


def events_of_the_demo_game(service: Service) -> list[int]:
    """The positions in the log of the game that four AIs play from the first start."""
    games = httpx.get(f"{service.address}api/games").raise_for_status().json()["results"]
    game_id = next(game["id"] for game in games if game["status"] == "running")
    log = httpx.get(f"{service.address}api/games/{game_id}/events").raise_for_status().json()
    return [event["seq"] for event in log["events"]]


def find(service: Service, words: tuple[str, ...]) -> psutil.Process | None:
    try:
        return service.child(*words)
    except (ValueError, psutil.NoSuchProcess):
        return None


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_however_it_ends_no_process_and_no_lock_is_left(
    tmp_path: Path, signum: signal.Signals
) -> None:
    # A folder too deep for a unix socket: the socket lies elsewhere and is cleaned up as well.
    data_dir = tmp_path / ("deep" * 25)
    with running_service(data_dir) as service:
        family = [service.supervisor, *service.supervisor.children(recursive=True)]
        assert len(family) >= 6
        service.supervisor.send_signal(signum)
        _, alive = psutil.wait_procs(family, timeout=PATIENCE)
        assert not alive
    lock_data_folder(data_dir).close()
    remove_runtime_folder(data_dir)  # all that a killed supervisor leaves, for its next start


def test_a_second_run_on_one_data_folder_is_refused(live_service: Service) -> None:
    data_dir = live_service.supervisor.environ()["DATA_DIR"]
    line = refusal(Path(data_dir))
    assert f"{data_dir} is in use by a running Roundhouse" in line
    assert f"process {live_service.supervisor.pid}" in line
    wait_until_ready(live_service)


def test_a_taken_port_is_named(live_service: Service, tmp_path: Path) -> None:
    port = live_service.supervisor.environ()["PORT"]
    line = refusal(tmp_path, PORT=port)
    assert f"Port {port} on 127.0.0.1 cannot be used" in line
    assert "PORT=" in line


def test_the_data_folder_is_closed_to_others(live_service: Service) -> None:
    data_dir = Path(live_service.supervisor.environ()["DATA_DIR"])
    kept = [path for path in data_dir.rglob("*") if path.is_file()]
    assert data_dir / "roundhouse.sqlite3" in kept
    assert [path for path in kept if path.stat().st_mode & 0o077] == []


def test_servers_that_are_named_are_used_and_a_second_start_prints_one_line(tmp_path: Path) -> None:
    with postgres(FOLDER / "named") as host:
        named = {
            "DATABASE_URL": f"postgresql://roundhouse@/postgres?host={host}",
            "REDIS_URL": settings.REDIS_URL,
        }
        with running_service(tmp_path, **named) as service:
            assert find(service, ("valkey-server",)) is None
            wait_until_ready(service)
        assert not (tmp_path / "roundhouse.sqlite3").exists()
        with running_service(tmp_path, **named) as service:
            assert service.said == f"Roundhouse is ready: {service.address}\n"


@pytest.mark.parametrize(
    ("changes", "cause", "remedy"),
    [
        ({"PORT": "eighty"}, "PORT is 'eighty'", "whole number"),
        ({"PORT": "70000"}, "PORT is 70000", "PORT=8001"),
        ({"DATABASE_URL": "mysql://host/name"}, "unknown scheme 'mysql'", "postgresql://"),
        ({"DATABASE_URL": "postgresql://host:5432"}, "names no database", "postgresql://"),
        ({"DATABASE_URL": "postgresql://host:port/name"}, "cannot be read", "postgresql://"),
        (
            {"DATABASE_URL": "postgresql://user:hush@127.0.0.1:1/name"},
            "database cannot be reached",
            "unset it to use the embedded SQLite",
        ),
        ({"DATABASE_URL": "sqlite:///no/such/folder/db"}, "unable to open", "check DATABASE_URL"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0"}, "Redis cannot be reached", "check REDIS_URL"),
        ({"REDIS_URL": "nonsense"}, "Redis cannot be reached", "check REDIS_URL"),
        ({"DATA_DIR": "/proc/nowhere"}, "/proc/nowhere cannot be written", "DATA_DIR="),
        ({"PRODUCTION": "1", "DEBUG": "1"}, "DEBUG is on in production", "Unset it"),
        ({"PRODUCTION": "1"}, "Production needs a SECRET_KEY", "50 random characters"),
        (
            {"PRODUCTION": "1", "SECRET_KEY": "drawn-at-random-" * 4},
            "Production needs ALLOWED_HOSTS",
            "host names",
        ),
    ],
)
def test_what_cannot_work_is_refused_in_one_line(
    tmp_path: Path, changes: dict[str, str], cause: str, remedy: str
) -> None:
    line = refusal(tmp_path, **changes)
    assert cause in line
    assert remedy in line
    assert "hush" not in line


def refusal(data_dir: Path, **changes: str) -> str:
    """The one line with which the supervisor refuses to start."""
    ended = subprocess.run(
        [sys.executable, "-m", "ttr_project.supervisor"],
        cwd=PROJECT,
        env=service_environment(data_dir, **changes),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    [line] = ended.stderr.splitlines()
    return line
