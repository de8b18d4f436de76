"""Sockets from one address are bounded, whoever opens them."""

from typing import Any
from uuid import uuid4

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings

from games.accounts import rates
from ttr_project.socket_limits import SocketLimits


@pytest.fixture(autouse=True)
def two_a_minute(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = {"socket_address": (2, 60)}
    monkeypatch.setattr(rates, "_windows", {})


async def let_in(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "let.in"})


async def answers(address: str) -> list[dict[str, Any]]:
    """Everything that is sent back to one socket."""
    scope = {"type": "websocket", "path": f"/ws/games/{uuid4()}/", "headers": []}
    whole = {"client": (address, 1234), "subprotocols": [], **scope}
    asker = ApplicationCommunicator(SocketLimits(let_in), whole)
    await asker.send_input({"type": "websocket.connect"})
    await asker.wait(10)
    return [asker.output_queue.get_nowait() for _ in range(asker.output_queue.qsize())]


async def test_a_socket_too_many_is_told_why_and_closed() -> None:
    assert await answers("2001:db8::1") == [{"type": "let.in"}]
    assert await answers("2001:db8::2") == [{"type": "let.in"}]
    accepted, closed = await answers("2001:db8::3")
    assert accepted["type"] == "websocket.accept"
    assert (closed["type"], closed["code"]) == ("websocket.close", 4429)
    assert "try again" in closed["reason"]
    assert await answers("2001:db8:0:1::3") == [{"type": "let.in"}], "another network"
