"""The log is only ever added to. The database itself refuses everything else.

The one change allowed is to forget who somebody was: that column is no part of the chain.
"""

from django.db import migrations

KEPT = {
    "tables_gamecommand": "game_id, command_id, actor, body, first_seq, last_seq, submitted_at",
    "tables_gameevent": "game_id, seq, command_id, type, version, payload, digest, recorded_at",
    "tables_sealedseed": "game_id, seed, commitment",
    "tables_look": "id, game_id, what, seq, looked_at",
}

# A seed whose game was never started goes with its lobby.
DELETABLE = {"tables_sealedseed"}

POSTGRESQL_FUNCTION = """
CREATE FUNCTION tables_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def statements(vendor):
    for table, columns in KEPT.items():
        operations = [("update", f"UPDATE OF {columns}")]
        if table not in DELETABLE:
            operations.append(("delete", "DELETE"))
        for name, operation in operations:
            action = (
                "EXECUTE FUNCTION tables_refuse_change()"
                if vendor == "postgresql"
                else f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
            yield (
                f"CREATE TRIGGER {table}_no_{name} BEFORE {operation} ON {table} FOR EACH ROW {action}"
            )


def guard(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_FUNCTION, params=None)
    for statement in statements(vendor):
        schema_editor.execute(statement)


OLDER_CODE = "Survives: these guards refuse only what no code has ever done."


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]

    operations = [migrations.RunPython(guard)]
