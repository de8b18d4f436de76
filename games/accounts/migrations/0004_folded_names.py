"""One account per name, however it is written, and the same on every database."""

from typing import Any

from django.db import migrations, models

from games.accounts.names import exactly, fold

OLDER_CODE = (
    "Survives: it leaves the new column empty, and what it adds is found by its very name."
    " It might let in two names that differ in their capitals only; both can sign in."
)


def fold_names(apps: Any, schema_editor: Any) -> None:
    """Where two fold alike the older account keeps the folded name; the younger keeps its very name."""
    taken: set[str] = set()
    people = list(apps.get_model("accounts", "User").objects.only("username").order_by("pk"))
    for user in people:
        folded = fold(user.username)
        user.folded_name = exactly(user.username) if folded in taken else folded
        taken.add(folded)
    apps.get_model("accounts", "User").objects.bulk_update(people, ["folded_name"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_following")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="folded_name",
            field=models.CharField(editable=False, max_length=300, null=True),
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop, elidable=True),
        migrations.RemoveConstraint(model_name="user", name="one_account_per_username"),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                fields=("folded_name",), name="one_account_per_name"
            ),
        ),
    ]
