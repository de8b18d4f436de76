"""What operators are told of the tables: figures only, asked of the database when they are wanted."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily

from games.tables.models import Game

# The nudge sends a task again after seconds, an AI thinks ten: longer than this is a fault.
STALLED_AFTER = timedelta(seconds=30)


class TableFigures:
    """A collector of prometheus_client."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        games = GaugeMetricFamily("roundhouse_games", "Games by status.", labels=["status"])
        counts = dict(Game.objects.values_list("status").annotate(Count("id")))
        for status in Game.Status.values:
            games.add_metric([status], counts.get(status, 0))
        yield games
        now = timezone.now()
        owed = Game.objects.filter(
            Q(status=Game.Status.RUNNING) | Q(status=Game.Status.OVER, awaits=Game.Awaits.SERVICE),
            awaits__in=[Game.Awaits.POLICY, Game.Awaits.SERVICE],
            moved_at__lt=now - STALLED_AFTER,
        )
        late = [
            now - moved_at - timedelta(milliseconds=pace)
            for moved_at, pace in owed.values_list("moved_at", "ai_pace")
            if moved_at
        ]
        yield GaugeMetricFamily(
            "roundhouse_games_stalled",
            "Games that wait for an AI or for the service, and have waited too long.",
            sum(waited > STALLED_AFTER for waited in late),
        )
        yield GaugeMetricFamily(
            "roundhouse_clocks_overdue",
            "Games whose clock has run out without the consequence that was agreed on.",
            Game.objects.filter(
                status=Game.Status.RUNNING, paused=False, deadline__lt=now - STALLED_AFTER
            ).count(),
        )
        yield GaugeMetricFamily(
            "roundhouse_judges_called",
            "Games in which a judge is awaited.",
            Game.objects.filter(status=Game.Status.RUNNING, judge_called=True).count(),
        )
