import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_accounts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Followed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("player", "Player"), ("tournament", "Tournament")], max_length=20
                    ),
                ),
                ("target", models.CharField(max_length=60)),
                ("name", models.CharField(max_length=80)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="following",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "followed",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "kind", "target"), name="followed_once")
                ],
            },
        ),
    ]
