"""What happens by itself. Each task may run twice or late: it looks first, and does nothing then."""

from uuid import UUID

from celery import shared_task

from games.tournaments import webhooks
from games.tournaments.models import Tournament
from games.tournaments.services import tending


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
