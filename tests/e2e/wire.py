"""What a browser was sent, as it was sent."""

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, Response, WebSocket

from tests.pictures import renewed

Json = dict[str, Any]


@dataclass
class Wire:
    """Every frame of every socket and every answer of the API, in order."""

    frames: list[Json] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        page.on("websocket", self._socket)
        page.on("response", self._response)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._frame)

    def _frame(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "frame":
            self.frames.append(message)
            self.texts.append(str(text))

    def _response(self, response: Response) -> None:
        # The printed pieces, which name every ticket, are no secret.
        if "/api/games/" in response.url and response.ok:
            self.texts.append(response.text())

    def events(self) -> list[Json]:
        return [event for frame in self.frames for event in frame["events"]]

    def views_before_the_end(self) -> list[Json]:
        views: list[Json] = []
        for frame in self.frames:
            if view := renewed(views[-1] if views else {}, frame):
                views.append(view)
        return [view for view in views if not view["revealed"]]
