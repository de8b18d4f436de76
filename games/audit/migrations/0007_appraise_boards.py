"""Games that the radar passed over are asked about again: it can look at more editions now."""

from typing import Any

from django.db import migrations

OLDER_CODE = (
    "It finds nothing said of these games and passes them over once more, as it did before."
)


def forget_what_was_passed_over(apps: Any, schema_editor: Any) -> None:
    apps.get_model("audit", "GameAppraisal").objects.filter(reached=0, is_whole=True).delete()


class Migration(migrations.Migration):
    dependencies = [("audit", "0006_fair_play_radar")]
    operations = [
        migrations.RunPython(forget_what_was_passed_over, migrations.RunPython.noop, elidable=True)
    ]
