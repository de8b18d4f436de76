"""What was signed is only ever added to. A tile and a bundle may grow, but what is in them stays."""

from django.db import migrations

FIXED = {
    "audit_checkpoint": "size, root, note, signed_at",
    "audit_loggedrun": "first_index, game_id, first_seq, last_seq",
    "audit_cosignature": "checkpoint_id, witness_id, line, cosigned_at",
}
GROWING = {"audit_tile": "hashes", "audit_entrybundle": "entries"}


def triggers(vendor):
    for table, columns in FIXED.items():
        yield table, "update", f"UPDATE OF {columns}", ""
        yield table, "delete", "DELETE", ""
    for table, column in GROWING.items():
        begins = {
            "postgresql": f"substr(NEW.{column}, 1, octet_length(OLD.{column})) <> OLD.{column}",
            "sqlite": f"substr(NEW.{column}, 1, length(OLD.{column})) <> OLD.{column}",
        }
        yield table, "update", "UPDATE", f"WHEN ({begins[vendor]})"
        yield table, "delete", "DELETE", ""


def guard(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for table, name, operation, condition in triggers(vendor):
        action = (
            "EXECUTE FUNCTION tables_refuse_change()"
            if vendor == "postgresql"
            else f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
        schema_editor.execute(
            f"CREATE TRIGGER {table}_no_{name} BEFORE {operation} ON {table}"
            f" FOR EACH ROW {condition} {action}",
            params=None,
        )


OLDER_CODE = "Survives: these guards refuse only what no code has ever done."


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_transparency_log"), ("tables", "0002_append_only")]

    operations = [migrations.RunPython(guard)]
