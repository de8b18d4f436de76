"""`python -m tests.operations.backup_drill [--tables 50] [--database postgresql]`

Backs up while every table plays, destroys the database and the data folder, restores, checks every
chain, and lets the tables play on.
"""

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.postgres import postgres
from tests.service import PROJECT, running_service

PATIENCE = 120
FURTHER = 10  # events that each table must play after the restore

Heads = dict[str, int]


def manage(*arguments: object) -> str:
    ended = subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout
    return ended.stdout.strip()


def heads() -> Heads:
    """Where each table stands; a game that is over stands still."""
    from django.db import connection

    from games.tables.models import Game

    found = dict(Game.objects.filter(status="running").values_list("id", "head_seq"))
    connection.close()
    return {str(game): seq for game, seq in found.items()}


def wait_until(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.2)


def has_moved(since: Heads, events: int) -> bool:
    now = heads()
    return all(game not in now or now[game] >= seq + events for game, seq in since.items())


def begin(tables: int) -> None:
    import django

    django.setup()
    from django.db import connection

    from tests.faults.tables import begin

    for number in range(tables):
        begin(3 * number)  # AIs in every seat
    connection.close()


def destroy(folder: Path, database: str) -> None:
    shutil.rmtree(folder / "service")
    if database == "postgresql":
        import psycopg
        from django.db import connection

        connection.close_pool()  # type: ignore[attr-defined]
        address = f"postgresql://roundhouse@/template1?host={folder}/postgres"
        with psycopg.connect(address, autocommit=True) as server:
            server.execute("DROP DATABASE postgres WITH (FORCE)")
            server.execute("CREATE DATABASE postgres TEMPLATE template0")


def drill(folder: Path, tables: int, database: str) -> None:
    os.environ |= {
        "DATA_DIR": str(folder / "service"),
        "DJANGO_SETTINGS_MODULE": "ttr_project.settings",
        "DATABASE_URL": {
            "sqlite": f"sqlite:///{folder}/service/roundhouse.sqlite3",
            "postgresql": f"postgresql://roundhouse@/postgres?host={folder}/postgres",
        }[database],
    }
    kept = {"DATABASE_URL": os.environ["DATABASE_URL"]}
    with running_service(folder / "service", **kept):
        begin(tables)
        opened = heads()
        wait_until(lambda: has_moved(opened, 3), "the tables do not play")
        before = heads()
        began = time.monotonic()
        print("backup:", manage("backup", folder / "backup.zip"), flush=True)
        print(f"  took {time.monotonic() - began:.1f} s, and the tables played on", flush=True)
        wait_until(lambda: has_moved(before, 1), "the backup stopped the tables")
    destroy(folder, database)
    print("destroyed: database and data folder", flush=True)
    print("restore:", manage("restore", folder / "backup.zip"), flush=True)
    restored = heads()
    assert all(restored.get(game, seq) >= seq for game, seq in before.items()), "events are missing"
    with running_service(folder / "service", **kept):
        wait_until(lambda: has_moved(restored, FURTHER), "the tables do not play on")
    print(f"{len(restored)} games played on;", manage("verify_chains"), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.operations.backup_drill")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    chosen = parser.parse_args()
    for name in ("REDIS_URL", "PRODUCTION", "SECRET_KEY"):
        os.environ.pop(name, None)
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-backup-"))
    with contextlib.ExitStack() as running:
        running.callback(shutil.rmtree, folder, ignore_errors=True)
        if chosen.database == "postgresql":
            running.enter_context(postgres(folder / "postgres"))
        drill(folder, chosen.tables, chosen.database)


if __name__ == "__main__":
    main()
