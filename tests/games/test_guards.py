"""Whatever is only added to, the database itself keeps: row by row, and as a whole."""

import pytest
from django.db import DatabaseError, connection, transaction

pytestmark = pytest.mark.django_db

GUARDED = (
    "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger"
    " WHERE tgfoid = 'tables_refuse_change'::regproc"
    if connection.vendor == "postgresql"
    else "SELECT DISTINCT tbl_name FROM sqlite_master WHERE type = 'trigger'"
)


def test_the_logs_are_guarded() -> None:
    assert {
        "tables_gameevent",
        "tables_gamecommand",
        "tables_sealedseed",
        "tables_look",
        "tournaments_tournamentevent",
        "audit_checkpoint",
        "audit_tile",
    } <= guarded()


def test_no_guarded_table_can_be_emptied_at_once() -> None:
    # SQLite has no statement for it.
    complaint = "append-only" if connection.vendor == "postgresql" else "syntax error"
    for table in [*guarded(), "tables_game"]:  # whose log would go with it
        with pytest.raises(DatabaseError, match=complaint), transaction.atomic():
            connection.cursor().execute(f"TRUNCATE {table} CASCADE")


def guarded() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(GUARDED)
        return {table for (table,) in cursor}
