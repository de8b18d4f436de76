"""What the proof needs, by itself. Each task may run twice or late."""

from datetime import datetime
from uuid import UUID

from celery import shared_task

from games.audit import auditing, radar, transparency
from games.audit.models import SeatConnection

# Short, so that nobody waits for it: the same worker settles what games are due.
AUDITED_AT_ONCE = 10


@shared_task(soft_time_limit=40, time_limit=50)
def publish_log() -> None:
    """Every few seconds: what the running games have added."""
    transparency.publish()


@shared_task(soft_time_limit=40, time_limit=50)
def publish_game(game_id: str) -> None:
    """At a game's end, so that its evidence is complete at once."""
    transparency.publish([UUID(game_id)])


@shared_task(soft_time_limit=40, time_limit=50)
def publish_everything() -> None:
    """Every minute: what nobody saw running, such as a game played while no worker was up."""
    transparency.publish(everything=True)


@shared_task(soft_time_limit=40, time_limit=50)
def audit() -> None:
    """In the background, a few games at a time: there is always more."""
    auditing.audit_log()
    auditing.audit_some(AUDITED_AT_ONCE)


@shared_task(soft_time_limit=40, time_limit=50)
def appraise() -> None:
    """A few decisions for the fair-play radar, among the turns of the AIs: nobody waits for it."""
    radar.appraise_some()


@shared_task
def note_connections(notes: list[tuple[str, int, str, str]]) -> None:
    """For the auditor's ledger: players' pages came or went."""
    for game_id, seat, what, at in notes:
        SeatConnection.objects.get_or_create(
            game_id=UUID(game_id), seat=seat, what=what, at=datetime.fromisoformat(at)
        )
