"""Every request has an id: it is in each log line about it, also those of workers, and in the answer."""

from typing import Any

import structlog

from games import tracing
from games.accounts.sockets import header
from games.tables.lean import Application


class RequestIds:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        request_id = tracing.request_id(header(scope, b"x-request-id").encode("latin-1"))

        async def send_with_id(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", []),
                    (b"x-request-id", request_id.encode()),
                ]
            await send(message)

        scope["request_id"] = request_id
        with structlog.contextvars.bound_contextvars(request=request_id):
            await self.application(scope, receive, send_with_id)
