"""What is only ever added to can't be emptied either."""

from importlib import import_module

from django.db import migrations

guard_as_a_whole = import_module("games.tables.migrations.0005_never_emptied").guard_as_a_whole

OLDER_CODE = "Survives: these guards refuse only what no code has ever done."


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_append_only"), ("tables", "0005_never_emptied")]

    operations = [migrations.RunPython(guard_as_a_whole(["tournaments_tournamentevent"]))]
