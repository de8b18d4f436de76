"""What is only ever added to can't be emptied either: PostgreSQL does that without a look at any row, so
that the guards of the rows never see it. SQLite has no such statement."""

from django.db import migrations

KEPT = ("tables_gamecommand", "tables_gameevent", "tables_sealedseed", "tables_look")


def guard_as_a_whole(tables):
    def guard(apps, schema_editor):
        if schema_editor.connection.vendor != "postgresql":
            return
        for table in tables:
            schema_editor.execute(
                f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}"
                " FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change()"
            )

    return guard


OLDER_CODE = "Survives: these guards refuse only what no code has ever done."


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_seed_held")]

    operations = [migrations.RunPython(guard_as_a_whole(KEPT))]
