"""Who is answered, and who is not."""

import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings
from django.test import AsyncClient

from games.parsing import MOST_BYTES
from ttr_project import readiness
from ttr_project.asgi import application
from ttr_project.request_ids import RequestIds

pytestmark = pytest.mark.django_db

REFUSED_AT_THE_DOOR = {"type": "websocket.close", "code": 4403}
LET_IN = {"type": "websocket.accept", "subprotocol": None}


def socket_of(
    origin: str, host: str = "localhost:8000", scheme: str = "ws"
) -> ApplicationCommunicator:
    headers = [(b"host", host.encode())]
    headers += [(b"origin", origin.encode())] if origin else []
    scope = {
        "type": "websocket",
        "scheme": scheme,
        "path": "/ws/nowhere",
        "query_string": b"",
        "headers": headers,
    }
    return ApplicationCommunicator(application, scope)


async def answer_to_socket(*asked: str) -> Any:
    browser = socket_of(*asked)
    await browser.send_input({"type": "websocket.connect"})
    return await browser.receive_output(timeout=10)


async def test_a_socket_of_our_own_page_or_of_a_bot_is_let_in() -> None:
    assert await answer_to_socket("http://localhost:8000") == LET_IN
    assert await answer_to_socket("https://localhost", "localhost", "wss") == LET_IN
    assert await answer_to_socket("") == LET_IN


@pytest.mark.parametrize(
    "origin",
    [
        "http://elsewhere.example",
        "https://localhost:8000",
        "http://localhost",
        "http://localhost:8001",
        "http://localhost:8000.elsewhere.example",
        "null",
    ],
)
async def test_a_socket_from_another_site_port_or_scheme_is_refused(origin: str) -> None:
    assert await answer_to_socket(origin) == REFUSED_AT_THE_DOOR


async def test_who_asks_for_a_socket_at_no_known_address_is_told_so() -> None:
    """After it is let in: of a refusal a browser says nothing, and a page would ask for ever."""
    browser = socket_of("")
    await browser.send_input({"type": "websocket.connect"})
    answers = [await browser.receive_output(timeout=10) for _ in range(2)]
    assert [answers[0], answers[1]["type"], answers[1]["code"]] == [LET_IN, "websocket.close", 4404]


@pytest.mark.parametrize("given", ["from-the-proxy-42", ""])
async def test_a_socket_knows_what_its_request_is_called_in_the_logs(given: str) -> None:
    called: list[str] = []

    async def sockets(scope: Any, receive: Any, send: Any) -> None:
        called.append(scope["request_id"])

    scope = {"type": "websocket", "headers": [(b"x-request-id", given.encode())]}
    await RequestIds(sockets)(scope, None, None)
    [name] = called
    assert name == given if given else len(name) == 32


async def test_a_name_of_somebody_else_that_leads_here_is_refused() -> None:
    answer = await answer_to_socket("http://elsewhere.example", "elsewhere.example")
    assert answer == REFUSED_AT_THE_DOOR


async def test_a_site_that_we_trust_may_open_sockets(settings: LazySettings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://friends.example"]
    assert await answer_to_socket("https://friends.example") == LET_IN


@pytest.mark.parametrize("is_said", [True, False], ids=["said", "found"])
async def test_a_body_that_is_too_large_is_refused_before_it_is_kept(is_said: bool) -> None:
    """Whether its length is said at the beginning, or found while it arrives."""
    length = str(MOST_BYTES + 1).encode()
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/sign-in",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), *([(b"content-length", length)] if is_said else [])],
    }
    client = ApplicationCommunicator(application, scope)
    half = {"type": "http.request", "body": b" " * (MOST_BYTES // 2 + 1), "more_body": True}
    await client.send_input(half)
    await client.send_input(half)
    begun = await client.receive_output(10)
    assert begun["status"] == 413
    ended = await client.receive_output(10)
    assert json.loads(ended["body"])["type"] == "/problems/too-large"


async def test_without_workers_the_service_is_alive_but_not_ready(
    async_client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "PATIENCE", 1)
    alive, ready = await async_client.get("/healthz"), await async_client.get("/readyz")
    assert alive.status_code == 200
    assert ready.status_code == 503
    assert ready.json() == {
        "database": "ok",
        "channel_layer": "ok",
        "queue_ai": "TimeoutError",
        "queue_default": "TimeoutError",
    }


async def test_a_probe_is_answered_by_whatever_name_it_asks() -> None:
    """It knows an address only; everybody else has to know a name of ours."""
    for path in ("/healthz", "/readyz/web"):
        assert (await answer_to(path, "10.1.2.3:8000"))["status"] == 200
    assert (await answer_to("/api/me", "10.1.2.3:8000"))["status"] == 400
    assert (await answer_to("/api/me", "localhost"))["status"] == 200


async def answer_to(path: str, host: str) -> dict[str, Any]:
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", host.encode())],
    }
    asker = ApplicationCommunicator(application, scope)
    await asker.send_input({"type": "http.request"})
    return await asker.receive_output(timeout=10)
