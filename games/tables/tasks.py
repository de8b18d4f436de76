"""What happens by itself. Each task may run twice or late: it looks first, and does nothing then."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery import current_app, shared_task
from django.db.models import Q, QuerySet
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from games import metrics
from games.broker import on_their_way
from games.tables import live
from games.tables.models import Game
from games.tables.services import demo, simulations
from games.tables.services.ai import play_ai_turn as play
from games.tables.services.clocks import run_out
from games.tables.services.dues import settle_due as settle

# An AI thinks this long at most; then a simple move is made for it.
THINKING_SECONDS = 10
# A task that was enqueued gets this long, in seconds, before the nudge sends it again.
PATIENCE = 3
MOST_NUDGED = 500
ALWAYS_NUDGED = (
    20  # a worker that was killed has taken some along, and nobody knows of them for a minute
)


@shared_task(soft_time_limit=THINKING_SECONDS, time_limit=THINKING_SECONDS + 10)
def play_ai_turn(game_id: str, seq: int) -> None:
    with bound_contextvars(game=game_id):
        play(UUID(game_id), seq)


@shared_task(soft_time_limit=20, time_limit=30)
def settle_due(game_id: str, seq: int) -> None:
    with bound_contextvars(game=game_id):
        settle(UUID(game_id), seq)


@shared_task(soft_time_limit=20, time_limit=30)
def run_out_clock(game_id: str, seq: int) -> None:
    with bound_contextvars(game=game_id):
        run_out(UUID(game_id), seq)


# The broker would give it to a second worker after a minute, while the first still plays.
@shared_task(time_limit=3600, acks_late=False)
def simulate_chunk(job: list[Any], number: int) -> None:
    """For workers that are started for it, on as many machines as there are."""
    simulations.play_chunk(simulations.Job(*job), number)


@shared_task(soft_time_limit=20, time_limit=30)
def nudge() -> None:
    """Finds the games that wait for the service and asks for what they wait for, again."""
    metrics.NUDGES.inc()
    now = timezone.now()
    running = Game.objects.filter(
        Q(status=Game.Status.RUNNING) | Q(status=Game.Status.OVER, awaits=Game.Awaits.SERVICE)
    )
    for awaits, queue in ((Game.Awaits.POLICY, "ai"), (Game.Awaits.SERVICE, "default")):
        for game in lost(running.filter(awaits=awaits), queue, now):
            if task := live.next_task(game):
                name, arguments = task
                current_app.send_task(name, **arguments | {"countdown": 0, "expires": 10})
    for game in running.filter(deadline__lte=now, paused=False)[:MOST_NUDGED]:
        run_out_clock.apply_async(args=[str(game.id), game.head_seq], expires=10)
    demo.keep_alive()


def lost(waiting: QuerySet[Game], queue: str, now: datetime) -> list[Game]:
    """The games whose task is probably lost: those that have waited longest.

    Every game that waits has a task on its way, unless that is lost. So no more can be lost than the tasks
    that are missing there: to ask for all again when the workers are merely busy would keep them busier.
    """
    since = now - timedelta(seconds=PATIENCE)
    overdue = [
        game
        for game in waiting.filter(moved_at__lt=since).order_by("moved_at")[:MOST_NUDGED]
        if game.moved_at and game.moved_at < since - timedelta(milliseconds=game.ai_pace)
    ]
    if len(overdue) <= ALWAYS_NUDGED:
        return overdue
    return overdue[: max(ALWAYS_NUDGED, len(overdue) - on_their_way(queue))]
