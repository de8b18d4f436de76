"""Commands and sockets from one address are bounded, whoever sends them."""

import json
from typing import Any
from uuid import uuid4

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings

from games.accounts import rates
from ttr_project.address_limits import AddressLimits


@pytest.fixture(autouse=True)
def two_a_minute(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = {"command_address": (2, 60), "socket_address": (2, 60)}
    monkeypatch.setattr(rates, "_windows", {})


async def let_in(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "let.in"})


async def answers(address: str = "192.0.2.1", **scope: Any) -> list[dict[str, Any]]:
    """Everything that is sent back to one request or socket."""
    whole = {"client": (address, 1234), "headers": [], "subprotocols": [], **scope}
    asker = ApplicationCommunicator(AddressLimits(let_in), whole)
    await asker.send_input({"type": "websocket.connect"})
    await asker.wait(10)
    return [asker.output_queue.get_nowait() for _ in range(asker.output_queue.qsize())]


async def command(address: str = "192.0.2.1") -> list[dict[str, Any]]:
    return await answers(address, type="http", path=f"/api/games/{uuid4()}/commands")


async def test_too_many_commands_from_an_address_are_answered_with_a_problem() -> None:
    assert await command() == await command() == [{"type": "let.in"}]
    begun, ended = await command()
    headers = dict(begun["headers"])
    assert begun["status"] == 429
    assert headers[b"content-type"] == b"application/problem+json"
    assert 0 < int(headers[b"retry-after"]) <= 60
    assert json.loads(ended["body"])["type"] == "/problems/too-many-requests"
    assert await command("192.0.2.2") == [{"type": "let.in"}]


async def test_other_requests_are_none_of_its_business() -> None:
    for _ in range(5):
        assert await answers(type="http", path="/api/games") == [{"type": "let.in"}]


async def test_a_socket_too_many_is_told_why_and_closed() -> None:
    game = {"type": "websocket", "path": f"/ws/games/{uuid4()}/"}
    assert await answers("2001:db8::1", **game) == [{"type": "let.in"}]
    assert await answers("2001:db8::2", **game) == [{"type": "let.in"}]
    accepted, closed = await answers("2001:db8::3", **game)
    assert accepted["type"] == "websocket.accept"
    assert (closed["type"], closed["code"]) == ("websocket.close", 4429)
    assert "try again" in closed["reason"]
