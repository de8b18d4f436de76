"""The seed of a game that has begun is kept: without it nothing in its log can be checked. That it is never
exchanged was seen to before (0002); with a lobby that never began it may go."""

from django.db import migrations

COMPLAINT = "the seed of a game that has begun is kept"
HAS_BEGUN = "EXISTS (SELECT 1 FROM tables_gameevent WHERE game_id = OLD.game_id)"

POSTGRESQL = f"""
CREATE FUNCTION tables_keep_seed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF {HAS_BEGUN} THEN
        RAISE EXCEPTION '{COMPLAINT}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER tables_sealedseed_no_delete BEFORE DELETE ON tables_sealedseed
FOR EACH ROW EXECUTE FUNCTION tables_keep_seed()
"""
SQLITE = f"""
CREATE TRIGGER tables_sealedseed_no_delete BEFORE DELETE ON tables_sealedseed
FOR EACH ROW WHEN {HAS_BEGUN}
BEGIN SELECT RAISE(ABORT, '{COMPLAINT}'); END
"""


def guard(apps, schema_editor):
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    schema_editor.execute(POSTGRESQL if is_postgresql else SQLITE, params=None)


OLDER_CODE = "Survives: this guard refuses only what no code has ever done."


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_never_emptied")]

    operations = [migrations.RunPython(guard)]
