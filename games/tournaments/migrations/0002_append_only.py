"""The log is only ever added to. The database itself refuses everything else.

The one change allowed is to forget who somebody was: that column is no part of the chain.
"""

from django.db import migrations

TABLE = "tournaments_tournamentevent"
KEPT = "tournament_id, seq, type, version, payload, actor, why, command_id, digest, recorded_at"


def guard(apps, schema_editor):
    postgresql = schema_editor.connection.vendor == "postgresql"
    action = (
        "EXECUTE FUNCTION tables_refuse_change()"
        if postgresql
        else f"BEGIN SELECT RAISE(ABORT, '{TABLE} is append-only'); END"
    )
    for name, operation in (("update", f"UPDATE OF {KEPT}"), ("delete", "DELETE")):
        schema_editor.execute(
            f"CREATE TRIGGER {TABLE}_no_{name} BEFORE {operation} ON {TABLE} FOR EACH ROW {action}"
        )


OLDER_CODE = "Survives: these guards refuse only what no code has ever done."


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial"), ("tables", "0002_append_only")]

    operations = [migrations.RunPython(guard)]
