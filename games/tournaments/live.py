"""After a commit: the tournament is tended at once, instead of by the next nudge."""

from uuid import UUID

import structlog
from celery import current_app

log = structlog.get_logger()


def after_commit(tournament_id: UUID) -> None:
    """Never fails: what was not enqueued the nudge finds."""
    try:
        current_app.send_task("games.tournaments.tasks.tend", args=[str(tournament_id)], expires=10)
    except Exception as fault:
        log.warning("task_not_enqueued", fault=type(fault).__name__)
