"""Which page opened a socket. A browser sends our cookies along whoever's page it is, so only a page
of ours may; a bot has no page, says nothing, and shows a token."""

from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games.accounts.sockets import header
from games.tables.lean import Application


class OwnPagesOnly:
    def __init__(self, sockets: Application) -> None:
        self.sockets = sockets

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        origin = header(scope, b"origin")
        if origin and not is_ours(origin, scope):
            await send({"type": "websocket.close", "code": 4403})  # before it is accepted: HTTP 403
        else:
            await self.sockets(scope, receive, send)


def is_ours(origin: str, scope: dict[str, Any]) -> bool:
    """The same scheme, host and port that the socket was asked for, under a name that is ours."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    host = header(scope, b"host")
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    # A name of somebody else may lead to our machine: the two being the same is not enough.
    return origin == f"{scheme}://{host}" and validate_host(
        split_domain_port(host)[0], settings.ALLOWED_HOSTS
    )
