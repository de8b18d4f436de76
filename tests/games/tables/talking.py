"""A websocket client inside the test process: what channels.testing has, without its server."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from django.conf import settings

from games.accounts.models import User
from games.accounts.tokens import create_token
from games.tables.models import Game
from games.tables.routing import websocket_urlpatterns

PATIENCE = 20


class Client(ApplicationCommunicator):
    """One socket; frames come out as dictionaries."""

    async def message(self) -> dict[str, Any]:
        message: dict[str, Any] = await self.receive_output(PATIENCE)
        return message

    async def next(self, type: str = "frame") -> dict[str, Any]:
        """The next frame of a type; others in between are skipped."""
        while True:
            message = await self.message()
            assert message["type"] == "websocket.send", message
            frame: dict[str, Any] = json.loads(message["text"])
            if frame["type"] == type:
                return frame

    async def closed(self) -> dict[str, Any]:
        while True:
            message = await self.message()
            if message["type"] == "websocket.close":
                return message

    async def say(self, text: str) -> None:
        await self.send_input({"type": "websocket.receive", "text": text})


@asynccontextmanager
async def connected(
    game: Game, user: User | None = None, query: str = "", session: str = "", token: str = ""
) -> AsyncIterator[Client]:
    """A socket of this user, by their session or with a token of their own; or of nobody."""
    headers = []
    if session:
        headers = [(b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode())]
    elif user is not None:
        _, token = await database_sync_to_async(create_token)(user, "test")
    if token:
        headers = [(b"authorization", f"Bearer {token}".encode())]
    path, _, query_string = f"/ws/games/{game.id}/{query}".partition("?")
    scope = {
        "type": "websocket",
        "path": path,
        "query_string": query_string.encode(),
        "headers": headers,
        "subprotocols": [],
    }
    client = Client(URLRouter(websocket_urlpatterns), scope)
    await client.send_input({"type": "websocket.connect"})
    assert (await client.message())["type"] == "websocket.accept"
    try:
        yield client
    finally:
        await client.send_input({"type": "websocket.disconnect", "code": 1000})
        await client.wait(PATIENCE)
