"""/metrics, for Prometheus. Figures only: no name, no game, no card."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from games.audit.metrics import AuditFigures


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    registry = CollectorRegistry()
    registry.register(AuditFigures())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
