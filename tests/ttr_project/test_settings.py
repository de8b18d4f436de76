"""What the environment says is understood, and the embedded default keeps its promises."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db import ConnectionHandler

from tests.service import PROJECT, service_environment
from ttr_project import environment


@pytest.mark.django_db
def test_sqlite_waits_for_its_lock_survives_a_power_cut_and_guards_every_row(
    tmp_path: Path,
) -> None:
    connection = ConnectionHandler({"default": environment.sqlite(tmp_path / "file")})["default"]
    with connection.cursor() as cursor:
        pragmas = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in (
                "journal_mode",
                "synchronous",
                "busy_timeout",
                "foreign_keys",
                "recursive_triggers",
            )
        }
    connection.close()
    full = 2
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": full,
        "busy_timeout": 20_000,
        "foreign_keys": 1,
        "recursive_triggers": 1,
    }


def test_a_database_url_is_taken_apart_with_its_escapes(tmp_path: Path) -> None:
    described = environment.database(
        "postgresql://ana:p%40ss@db.example:5433/round%20house?sslmode=require", tmp_path
    )
    assert described["USER"] == "ana"
    assert described["PASSWORD"] == "p@ss"
    assert (described["HOST"], described["PORT"]) == ("db.example", "5433")
    assert described["NAME"] == "round house"
    assert described["OPTIONS"]["sslmode"] == "require"


def test_the_embedded_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    key = environment.secret_key(tmp_path / "data")
    assert len(key) >= 50
    assert environment.secret_key(tmp_path / "data") == key
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret_key"]
    assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o077 == 0


def test_a_deep_data_folder_gets_a_short_socket_path() -> None:
    shallow, deep = Path("/data"), Path("/data") / ("deep" * 30)
    assert environment.runtime_folder(shallow) == shallow
    socket = environment.runtime_folder(deep) / "valkey.sock"
    assert len(str(socket)) <= environment.LONGEST_SOCKET_PATH
    assert environment.runtime_folder(deep) == environment.runtime_folder(deep)
    assert environment.runtime_folder(deep) != environment.runtime_folder(deep / "er")


def test_django_s_own_checks_find_nothing_in_production(tmp_path: Path) -> None:
    production = {
        "PRODUCTION": "1",
        "SECRET_KEY": "drawn-at-random-" * 4,
        "ALLOWED_HOSTS": "play.example",
    }
    ended = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=PROJECT,
        env=service_environment(tmp_path, **production),
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    # One was silenced, with its reason beside it.
    assert ended.stdout.strip().endswith("no issues (1 silenced).")


@pytest.mark.parametrize(("asked", "threshold"), [("off", None), ("0", 0)])
def test_a_pooler_that_keeps_no_prepared_statement_is_sent_none(
    asked: str, threshold: int | None, tmp_path: Path
) -> None:
    url = f"postgresql://ana@db.example/name?prepare_threshold={asked}"
    assert environment.database(url, tmp_path)["OPTIONS"]["prepare_threshold"] == threshold


def test_a_machine_that_is_gone_is_noticed_within_seconds(tmp_path: Path) -> None:
    options = environment.database("postgresql://ana@db.example/name", tmp_path)["OPTIONS"]
    assert options["tcp_user_timeout"] <= 15_000
    assert options["keepalives_idle"] + 3 * options["keepalives_interval"] <= 20
    assert environment.channel_host("redis://cache.example:6379/0")["socket_keepalive"]
    assert environment.channel_host("unix:///run/valkey.sock") == {
        "address": "unix:///run/valkey.sock"
    }
