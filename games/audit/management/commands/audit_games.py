from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit import auditing
from games.audit.models import AuditAlarm
from games.tables.models import Game


class Command(BaseCommand):
    help = "Check every finished game and the transparency log now, with the code that is here."

    def handle(self, *args: Any, **options: Any) -> None:
        alarms: list[AuditAlarm] = auditing.audit_log()
        count = 0
        for game in (
            Game.objects.filter(status=Game.Status.OVER, due="").order_by("ended_at").iterator()
        ):
            alarms += auditing.audit_game(game)
            count += 1
        for alarm in alarms:
            self.stdout.write(f"{alarm.game_id or 'log'}: {alarm.message}")
        self.stdout.write(f"{count} games checked by the code {auditing.code_digest()[:12]}.")
        if alarms:
            raise CommandError(f"{len(alarms)} alarms.", returncode=2)
