"""What operators are told of the proof: figures only, asked of the database when they are wanted."""

from collections.abc import Iterator

from django.db.models import Q
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily

from games.audit import auditing, transparency
from games.audit.models import AuditAlarm, LogHead
from games.tables.models import Game


class AuditFigures:
    """A collector of prometheus_client."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily(
            "roundhouse_audit_alarms_open",
            "Divergences that nobody has acknowledged.",
            AuditAlarm.objects.filter(acknowledged_at=None).count(),
        )
        finished = Game.objects.filter(status=Game.Status.OVER, due="")
        behind = Q(audit=None) | ~Q(audit__code=auditing.code_digest())
        yield GaugeMetricFamily(
            "roundhouse_audit_games_unchecked",
            "Finished games that the present code has not checked yet.",
            finished.filter(behind).count(),
        )
        head, newest = LogHead.objects.first(), transparency.newest_checkpoint()
        yield GaugeMetricFamily(
            "roundhouse_log_entries", "Entries of the transparency log.", head.size if head else 0
        )
        if newest is not None:
            yield GaugeMetricFamily(
                "roundhouse_log_checkpoint_age_seconds",
                "Since the newest checkpoint was signed.",
                (timezone.now() - newest.signed_at).total_seconds(),
            )
