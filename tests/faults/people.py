"""Scripted people who play and watch through the public API, and note down what they were told."""

import asyncio
import json
import random
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.pictures import renewed

LOST = (OSError, WebSocketException, TimeoutError, httpx.TransportError, json.JSONDecodeError)


class Watcher:
    """Follows one game by its socket; takes up the thread wherever it broke."""

    def __init__(
        self, addresses: Sequence[str], game: str, seat: int | None = None, token: str = ""
    ) -> None:
        self.addresses = addresses
        self.game = game
        self.seat = seat
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        # Who watches does it as the page does, who plays as a simple bot.
        self.views = "whole" if token else "parts"
        self.view: dict[str, Any] = {}
        self.seen = 0
        self.digest = ""
        self.events = 0
        self.frames = 0
        self.connections = 0
        self.gaps = 0  # a frame that does not begin where the last one ended
        self.leaks: list[str] = []  # a card that this pair of eyes may not see
        self.finished = False
        self.stream: ClientConnection

    @property
    def address(self) -> str:
        """Any web process will do; one that is away is tried no longer than it takes to notice."""
        return random.choice(self.addresses)

    async def watch(self) -> None:
        while not self.finished:
            socket = self.address.replace("http", "ws", 1)
            url = f"{socket}ws/games/{self.game}/?view={self.views}&after_seq={self.seen}"
            try:
                # A cable that was pulled says nothing: whoever listens has to ask.
                async with connect(
                    url,
                    additional_headers=self.headers,
                    open_timeout=5,
                    ping_interval=3,
                    ping_timeout=3,
                ) as stream:
                    self.connections += 1
                    self.stream = stream
                    await self.took_up()
                    async for text in stream:
                        await self.receive(json.loads(text))
                        if self.finished:
                            return
            except LOST:
                pass
            await asyncio.sleep(0.2)

    async def took_up(self) -> None:
        """Connected, for the first time or again."""

    async def receive(self, frame: dict[str, Any]) -> None:
        if frame["type"] != "frame" or frame.get("view", {}) is None:
            return
        self.frames += 1
        self.gaps += frame["from_seq"] != self.seen
        self.events += len(frame["events"])
        self.seen, self.digest = frame["to_seq"], frame["digest"]
        view = self.view = renewed(self.view, frame)
        if view["revealed"]:
            self.finished = True
            return
        for number, hand in enumerate(view["hands"]):
            if number != self.seat and not isinstance(hand, int):
                self.leaks.append(f"hand of seat {number} at {self.seen}")
        if not isinstance(view["deck"], int):
            self.leaks.append(f"deck at {self.seen}")
        await self.act(frame)

    async def act(self, frame: dict[str, Any]) -> None:
        """A spectator only looks."""


class Player(Watcher):
    """Moves when it may, and asks again, with the same id, whenever it got no answer.

    Those in even seats move over their socket, the others, and whoever asks again, over HTTP.
    """

    def __init__(self, addresses: Sequence[str], game: str, seat: int, token: str) -> None:
        super().__init__(addresses, game, seat, token)
        self.speaks = seat % 2 == 0
        self.dice = random.Random(f"{game}{seat}")
        self.accepted: dict[str, int] = {}  # command_id -> seq
        self.unanswered: dict[str, dict[str, Any]] = {}  # sent over the socket
        self.retries = 0
        self.refused: list[str] = []
        self.moved_at = -1

    async def took_up(self) -> None:
        for body in list(self.unanswered.values()):
            self.retries += 1
            await self.submit(body)

    async def receive(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "accepted":
            del self.unanswered[frame["command_id"]]
            self.accepted[frame["command_id"]] = frame["seq"]
        elif frame["type"] == "refused":
            body = self.unanswered.pop(frame["command_id"])
            problem = frame["problem"]
            if problem["status"] >= 500:
                self.retries += 1
                await self.submit(body)
            elif problem["status"] != 409:
                self.refused.append(f"{problem['status']} {problem['detail']}")
        else:
            await super().receive(frame)

    async def act(self, frame: dict[str, Any]) -> None:
        if not frame["moves"] or frame["to_seq"] == self.moved_at:
            return
        self.moved_at = frame["to_seq"]
        offer = self.dice.choice(frame["moves"])
        command = offer.get("example", offer)
        body = {"command_id": str(uuid4()), "expected_seq": frame["to_seq"], **command}
        if self.speaks:
            self.unanswered[body["command_id"]] = body
            await self.stream.send(json.dumps({"command": body}))
        else:
            await self.submit(body)

    async def submit(self, body: dict[str, Any]) -> None:
        while True:
            url = f"{self.address}api/games/{self.game}/commands"
            try:
                async with httpx.AsyncClient(timeout=5) as client:
                    answer = await client.post(url, json=body, headers=self.headers)
                told = answer.json()
            except LOST:
                self.retries += 1
                await asyncio.sleep(0.2)
                continue
            if answer.status_code == 200:
                self.accepted[body["command_id"]] = told["seq"]
            elif answer.status_code >= 500:
                self.retries += 1
                await asyncio.sleep(0.2)
                continue
            elif answer.status_code != 409:
                self.refused.append(f"{answer.status_code} {told.get('detail')}")
            self.unanswered.pop(body["command_id"], None)
            return
