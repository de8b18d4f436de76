"""PostgreSQL: every table by COPY, all of them as they were at one moment.

Neither pg_dump nor any other program is needed, nor the same version of the server: the tables are made
by the migrations, as far as they were when the backup was made, then filled, then migrated on.
"""

from collections.abc import Iterable
from typing import Any
from zipfile import ZipFile

from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

FOLDER = "tables/"
CHUNK = 1 << 20

COLUMNS = """
SELECT table_name, array_agg(column_name::text ORDER BY ordinal_position)
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
GROUP BY table_name ORDER BY table_name
"""
SEQUENCES = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = current_schema() AND is_identity = 'YES'
"""


@transaction.atomic
def write(archive: ZipFile) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute(COLUMNS)
        for table, columns in cursor.fetchall():
            statement = f"COPY {quoted(table)} ({names(columns)}) TO STDOUT"
            # The first line says which columns follow, in which order.
            with archive.open(FOLDER + table, "w", force_zip64=True) as entry:
                entry.write(f"{names(columns)}\n".encode())
                with cursor.copy(statement) as copy:
                    for part in copy:
                        entry.write(part)


def read(archive: ZipFile, manifest: dict[str, Any]) -> None:
    known = MigrationLoader(connection).disk_migrations
    for app, name in manifest["migrations"].items():
        if (app, name) not in known:
            raise CommandError(f"The backup is of a newer version: {app} has no {name} here.")
        call_command("migrate", app, name, interactive=False, verbosity=0)
    fill(archive)
    call_command("migrate", interactive=False, verbosity=0)


@transaction.atomic
def fill(archive: ZipFile) -> None:
    """Foreign keys are checked at the end of the transaction, so the order does not matter."""
    tables = [name for name in archive.namelist() if name.startswith(FOLDER)]
    with connection.cursor() as cursor:
        for entry in tables:
            # What the migrations themselves have put there; the log's guards refuse where it is not.
            cursor.execute(f"DELETE FROM {quoted(entry.removeprefix(FOLDER))}")
        for entry in tables:
            with archive.open(entry) as lines:
                columns = lines.readline().decode().strip()
                statement = f"COPY {quoted(entry.removeprefix(FOLDER))} ({columns}) FROM STDIN"
                with cursor.copy(statement) as copy:
                    while part := lines.read(CHUNK):
                        copy.write(part)
        cursor.execute(SEQUENCES)
        for table, column in cursor.fetchall():
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{quoted(table)}', '{column}'), "
                f"greatest(max({quoted(column)}), 1)) FROM {quoted(table)}"
            )


def quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def names(columns: Iterable[str]) -> str:
    return ", ".join(map(quoted, columns))
