"""Probes and Prometheus ask a process by its bare address. They are answered under whatever name they
use, since nothing that they are told depends on it; a proxy hides these addresses from outside."""

from typing import Any

from django.conf import settings

from games.tables.lean import Application

ADDRESSES = frozenset({"/healthz", "/readyz", "/readyz/web", "/metrics"})


class UnderAnyName:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["path"] in ADDRESSES:
            others = [pair for pair in scope["headers"] if pair[0] != b"host"]
            scope = scope | {"headers": [*others, (b"host", a_name_of_ours().encode())]}
        await self.application(scope, receive, send)


def a_name_of_ours() -> str:
    return settings.ALLOWED_HOSTS[0].lstrip(".*") or "localhost"
