"""An upgrade without downtime: old code goes on, on tables that are migrated already.

So a migration only adds, and what it adds the old code need not know of. One that does more says in
`OLDER_CODE`, a sentence in its file, why older code survives it or need not.
"""

import sys
from types import ModuleType
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.fields import NOT_PROVIDED

WITHOUT_EFFECT = (migrations.AlterModelOptions, migrations.AlterModelManagers)
ADDITIVE = (migrations.CreateModel, migrations.AddIndex, *WITHOUT_EFFECT)


def breaks_older_code(operation: Any, new_models: set[str]) -> bool:
    if getattr(operation, "model_name", "").lower() in new_models:
        return False
    if isinstance(operation, migrations.AddField):
        # Rows that old code inserts leave the column out.
        field = operation.field
        return not (field.null or field.many_to_many or field.db_default is not NOT_PROVIDED)
    return not isinstance(operation, ADDITIVE)


def complaint(operations: list[Any], module: ModuleType) -> str:
    new_models = {x.name_lower for x in operations if isinstance(x, migrations.CreateModel)}
    bad = [x.describe() for x in operations if breaks_older_code(x, new_models)]
    return "; ".join(bad) if not getattr(module, "OLDER_CODE", "") else ""


def our_migrations() -> dict[str, Any]:
    loader = MigrationLoader(connection, load=False)
    loader.load_disk()
    return {
        f"{app}.{name}": migration
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if apps.get_app_config(app).name.startswith("games.")
    }


@pytest.mark.parametrize("name", our_migrations())
def test_older_code_survives_every_migration(name: str) -> None:
    migration = our_migrations()[name]
    assert complaint(migration.operations, sys.modules[type(migration).__module__]) == ""


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("game", "name"),
        migrations.DeleteModel("Game"),
        migrations.RenameField("game", "name", "title"),
        migrations.AddField("game", "place", models.TextField(default="")),
        migrations.AlterField("game", "name", models.CharField(max_length=1)),
        migrations.RunSQL("DROP TABLE tables_game"),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_would_break_older_code_is_found(operation: Any) -> None:
    migration = ModuleType("a_migration")
    assert complaint([operation], migration)
    migration.OLDER_CODE = "None is running."  # type: ignore[attr-defined]
    assert not complaint([operation], migration)


@pytest.mark.parametrize("field", [models.TextField(null=True), models.TextField(db_default="")])
def test_a_column_that_the_database_fills_by_itself_breaks_nothing(field: Any) -> None:
    assert not complaint([migrations.AddField("game", "x", field)], ModuleType("a_migration"))
