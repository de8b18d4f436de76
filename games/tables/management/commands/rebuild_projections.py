"""Makes the projection columns anew from the log, and says where they were not what the log says."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from games.tables import projections
from games.tables.models import Game


class Command(BaseCommand):
    help = "Rebuilds what is stored of every game from its log; --check only compares."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; fail if off")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        off = 0
        games = Game.objects.exclude(head_seq=0).order_by("created_at")
        for game_id in games.values_list("id", flat=True).iterator():
            columns = rebuild(game_id, check)
            if columns:
                off += 1
                self.stdout.write(f"{game_id}: {', '.join(columns)}")
        self.stdout.write(f"{games.count()} games, {off} of them were off.")
        if check and off:
            raise SystemExit(1)


@transaction.atomic
def rebuild(game_id: Any, check: bool) -> list[str]:
    """The columns that were off."""
    game = Game.objects.select_for_update(no_key=True).get(id=game_id)
    stored = {name: getattr(game, name) for name in projections.COLUMNS}
    projections.rebuild(game)
    columns = [name for name, value in stored.items() if getattr(game, name) != value]
    if columns and not check:
        game.save(update_fields=columns)
    return columns
