"""Who is answered, and who is not."""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import AsyncClient

from ttr_project import readiness
from ttr_project.asgi import application

pytestmark = pytest.mark.django_db


async def answer_to_socket(path: str, origin: str) -> dict[str, Any]:
    headers = [(b"host", b"localhost"), (b"origin", origin.encode())]
    scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers}
    browser = ApplicationCommunicator(application, scope)
    await browser.send_input({"type": "websocket.connect"})
    return await browser.receive_output(timeout=10)


async def test_a_socket_at_an_unknown_address_is_refused() -> None:
    answer = await answer_to_socket("/ws/nowhere", "http://localhost")
    assert answer == {"type": "websocket.close", "code": 4404}


async def test_a_socket_from_another_site_is_refused() -> None:
    answer = await answer_to_socket("/ws/nowhere", "http://elsewhere.example")
    assert answer["type"] == "websocket.close"
    assert answer.get("code") != 4404, "refused before anything was looked up"


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
