"""A database of its own for one run: SQLite in a new folder, or TEST_DATABASE=postgresql."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django


@contextmanager
def own_database() -> Iterator[str]:
    """With all tables, and nothing in them. Gives its kind."""
    from tests.settings import DATABASE, FOLDER

    with ExitStack() as stack:
        stack.callback(shutil.rmtree, FOLDER, ignore_errors=True)
        if DATABASE == "postgresql":
            from tests.postgres import postgres

            stack.enter_context(postgres(FOLDER / "postgres", durable=True))
            _administer(FOLDER / "postgres", "CREATE DATABASE roundhouse")
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield DATABASE


def twin() -> str:
    """The name of a copy of the database as it is now."""
    from django.db import connection

    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "postgresql":
        connection.close()
        folder = Path(
            connection.settings_dict["HOST"] or connection.settings_dict["OPTIONS"]["host"]
        )
        _administer(folder, f"CREATE DATABASE twin TEMPLATE {name}")
        return "twin"
    copied = f"{name}.twin"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [copied])
    return copied


def use(name: str) -> None:
    """The connection leads to that database from now on."""
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = name


def _administer(folder: Path, statement: str) -> None:
    import psycopg

    with psycopg.connect(
        f"host={folder} user=roundhouse dbname=postgres", autocommit=True
    ) as server:
        server.execute(statement)
