"""Who made a move is noted beside it, and no longer checked by a foreign key: for that PostgreSQL locked the
account's row and wrote the lock down, with every move. An account is emptied when it is erased, never deleted.

SQLite locks no rows. There the key stays: to take it away the table would have to be made anew."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

CONSTRAINT = "tables_gamecommand_user_id_37c54c49_fk_accounts_user_id"
OLDER_CODE = "Survives: what it writes is as right as before."


def unlock(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE tables_gamecommand DROP CONSTRAINT {CONSTRAINT}")


class Migration(migrations.Migration):
    dependencies = [("tables", "0006_keep_seeds")]

    operations = [
        migrations.SeparateDatabaseAndState(
            [migrations.RunPython(unlock)],
            [
                migrations.AlterField(
                    model_name="gamecommand",
                    name="user",
                    field=models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                )
            ],
        )
    ]
