from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.backups import archive


class Command(BaseCommand):
    help = "Writes everything into one file, while the service runs. The file holds secrets."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        archive.write(file)
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes.")
