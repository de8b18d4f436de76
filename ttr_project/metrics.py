"""/metrics, for Prometheus: what the processes of this machine have counted, and what database and
broker say now. Figures only: no name, no game, no card.

The counted part is of one machine, the asked part the same wherever it is asked: add up the first,
take the maximum of the second.
"""

import os
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from games.audit.metrics import AuditFigures
from games.metrics import FIGURES
from games.tables.metrics import TableFigures
from ttr_project.queue_figures import QueueFigures


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        generate_latest(counted()) + generate_latest(asked()), content_type=CONTENT_TYPE_LATEST
    )


def counted() -> CollectorRegistry:
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not folder:
        return FIGURES
    forget_sockets_of_the_dead(Path(folder))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return registry


def forget_sockets_of_the_dead(folder: Path) -> None:
    """A killed process takes its sockets with it; what it counted stays counted."""
    for file in folder.glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not Path(f"/proc/{pid}").exists():
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]


def asked() -> CollectorRegistry:
    registry = CollectorRegistry()
    for figures in (TableFigures(), QueueFigures(), AuditFigures()):
        registry.register(figures)
    return registry
