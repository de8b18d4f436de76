"""SQLite: the file itself, copied by SQLite's online backup in one step, which no writer waits for."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from django.core.management import call_command
from django.db import connection

DATABASE = "database.sqlite3"


def database_path() -> Path:
    return Path(connection.settings_dict["NAME"])


def write(archive: ZipFile) -> None:
    with tempfile.TemporaryDirectory(dir=database_path().parent, prefix=".backup-") as folder:
        copy = Path(folder) / DATABASE
        with (
            closing(sqlite3.connect(f"file:{database_path()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
        archive.write(copy, DATABASE)


def read(archive: ZipFile, manifest: dict[str, Any]) -> None:
    """In the place of the file that is there, which is known to be empty."""
    connection.close()
    path = database_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    for leftover in ("-wal", "-shm"):
        path.with_name(path.name + leftover).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".restore-") as folder:
        copy = Path(archive.extract(DATABASE, folder))
        copy.chmod(0o600)
        copy.replace(path)
    call_command("migrate", interactive=False, verbosity=0)
