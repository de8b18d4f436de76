"""What happens by itself. Each task may run twice or late: it looks first, and does nothing then."""

import time
from uuid import UUID

from celery import shared_task

from games.tournaments import webhooks
from games.tournaments.models import Tournament
from games.tournaments.services import playing, tending


@shared_task(soft_time_limit=40, time_limit=45)
def tend(tournament_id: str) -> None:
    tending.tend(UUID(tournament_id))


@shared_task(soft_time_limit=40, time_limit=45)
def tend_all() -> None:
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING)
    for tournament_id in running.values_list("id", flat=True):
        tending.tend(tournament_id)


@shared_task(soft_time_limit=40, time_limit=45)
def send_webhooks() -> None:
    webhooks.send_due()


@shared_task(soft_time_limit=40, time_limit=45)
def play_table(game_id: str) -> None:
    """A table of AIs, as far as the time reaches; then the rest in another task."""
    until = time.monotonic() + 20
    while playing.play_on(UUID(game_id)):
        if time.monotonic() > until:
            play_table.apply_async(args=[game_id], queue="ai")
            return
