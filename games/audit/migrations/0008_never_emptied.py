"""What was signed can't be emptied either."""

from importlib import import_module

from django.db import migrations

guard_as_a_whole = import_module("games.tables.migrations.0005_never_emptied").guard_as_a_whole
signed = import_module("games.audit.migrations.0002_append_only")

OLDER_CODE = "Survives: these guards refuse only what no code has ever done."


class Migration(migrations.Migration):
    dependencies = [("audit", "0007_appraise_boards"), ("tables", "0005_never_emptied")]

    operations = [migrations.RunPython(guard_as_a_whole([*signed.FIXED, *signed.GROWING]))]
