"""Every request has an id: it is in each log line about it, also those of workers, and in the answer."""

import re
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import structlog

from games.accounts.sockets import header

Application = Callable[[Any, Any, Any], Awaitable[None]]
GIVEN = re.compile(r"[A-Za-z0-9_.-]{8,64}")  # by the proxy in front of us


class RequestIds:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
            return
        given = header(scope, b"x-request-id")
        request_id = given if GIVEN.fullmatch(given) else uuid4().hex

        async def send_with_id(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", []),
                    (b"x-request-id", request_id.encode()),
                ]
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request_id):
            await self.application(scope, receive, send_with_id)
