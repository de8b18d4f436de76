"""The log can't be changed, deleted or emptied, by design. Tests clean up, and some of them forge."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def guards_down() -> Iterator[None]:
    """As nobody can but the owner of the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            try:
                yield
            finally:
                cursor.execute("SET session_replication_role = DEFAULT")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        guards = cursor.fetchall()
        for name, _ in guards:
            cursor.execute(f"DROP TRIGGER {name}")
        try:
            yield
        finally:
            for _, statement in guards:
                cursor.execute(statement)
