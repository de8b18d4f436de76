from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.accounts.models import User
from games.backups import archive
from games.tables.models import Game


class Command(BaseCommand):
    help = "Makes everything again from a backup, in an empty database, and checks every chain."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        refuse_where_something_is()
        with archive.opened(file) as (backup, manifest):
            archive.restore_keys(backup)
            archive.STORES[connection.vendor].read(backup, manifest)
        self.stdout.write(f"Restored as of {manifest['made_at']}.")
        call_command("verify_chains", stdout=self.stdout)


def refuse_where_something_is() -> None:
    tables = connection.introspection.table_names()
    for model in (User, Game):
        if model._meta.db_table in tables and model._default_manager.exists():
            raise CommandError(
                "The database is not empty, and a restore would mix with it: stop the service, and "
                "drop the database or move it away, or name an empty one with DATABASE_URL."
            )
