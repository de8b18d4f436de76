from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit.chains import broken_link
from games.tables.models import Game


class Command(BaseCommand):
    help = "Recomputes the digest chain of every game, also of those that still run."

    def handle(self, *args: Any, **options: Any) -> None:
        games = events = broken = 0
        for game in Game.objects.exclude(head_seq=0).order_by("created_at").iterator():
            wrong = broken_link(game)
            if wrong:
                broken += 1
                self.stdout.write(f"{game.id}: {wrong}")
            games, events = games + 1, events + game.head_seq
        self.stdout.write(f"{games} chains with {events} events, {broken} of them broken.")
        if broken:
            raise CommandError("Not every chain is whole.", returncode=2)
