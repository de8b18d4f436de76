"""A process that is told to stop finishes what it has in hand, and tells its clients to come back."""

import asyncio
import gc
import json
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any
from uuid import uuid4

import httpx
import pytest
from asgiref.testing import ApplicationCommunicator
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from games.tables import live
from games.tables.services import committer
from games.tables.services.committer import Outcome
from games.tables.services.judging import Accepted, Submission
from tests.service import Service
from ttr_project.asgi import application
from ttr_project.lifespan import spare_the_collector

SERVICE_RESTART = 1012


@pytest.fixture(autouse=True)
def python_as_before() -> Iterator[None]:
    thresholds, seconds = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    sys.setswitchinterval(seconds)


async def test_a_web_process_goes_when_every_move_is_answered_and_its_notices_are_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    happened: list[str] = []

    def slowly(batch: list[Submission], answer: Any) -> list[Outcome]:
        time.sleep(0.1)
        happened.append("committed")
        return [Accepted(one.command_id, 1, 1, b"[]") for one in batch]

    class Outbox:
        def flush(self, seconds: float) -> None:
            happened.append("sent")

    monkeypatch.setattr(committer, "carry_out", slowly)
    monkeypatch.setattr(live, "outbox", Outbox)
    process = ApplicationCommunicator(application, {"type": "lifespan"})
    await process.send_input({"type": "lifespan.startup"})
    assert (await process.receive_output(5))["type"] == "lifespan.startup.complete"

    def answered(outcome: Outcome) -> None:
        happened.append("answered")

    move = Submission(uuid4(), uuid4(), {})
    committer.submit(committer.Request(move, answered, time.perf_counter()))
    await process.send_input({"type": "lifespan.shutdown"})
    assert (await process.receive_output(5))["type"] == "lifespan.shutdown.complete"
    assert happened == ["committed", "answered", "sent"]


def test_what_is_loaded_at_the_start_is_never_looked_through_for_garbage_again() -> None:
    spare_the_collector()
    assert gc.get_freeze_count() > 10_000


async def test_sockets_are_told_to_come_back_and_miss_nothing(live_service: Service) -> None:
    games = httpx.get(f"{live_service.address}api/games").raise_for_status().json()["results"]
    game = next(game["id"] for game in games if game["status"] == "running")
    address = f"{live_service.address.replace('http', 'ws', 1)}ws/games/{game}/"
    async with connect(address) as socket:
        seen = (await frame_of(socket))["to_seq"]
        web = live_service.child("uvicorn")
        web.terminate()
        seen = max([seen, *[seq async for seq in positions(socket)]])
        assert socket.close_code == SERVICE_RESTART
    frame = await come_back(f"{address}?after_seq={seen}")
    assert frame["from_seq"] == seen
    assert [event["seq"] for event in frame["events"]] == list(range(seen + 1, frame["to_seq"] + 1))


async def positions(socket: ClientConnection) -> AsyncIterator[int]:
    """Until the other side ends it."""
    with suppress(ConnectionClosed):
        while True:
            yield (await frame_of(socket))["to_seq"]


async def frame_of(socket: ClientConnection) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if frame["type"] == "frame":
            return frame


async def come_back(address: str) -> dict[str, Any]:
    """As a client does: again and again, until the new process listens."""
    for _ in range(600):
        try:
            async with connect(address) as socket:
                return await frame_of(socket)
        except OSError:
            await asyncio.sleep(0.1)
    raise TimeoutError
