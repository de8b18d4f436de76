"""Who may open a socket and say something over it, and what anybody else is answered."""

from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from django.conf import LazySettings

from games.accounts import rates
from games.tables.models import Game
from tests.games.tables.given import a_game, a_user
from tests.games.tables.talking import connected

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed", "quick"),
]

in_database = database_sync_to_async


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?after_seq=x", 4400),
        ("?after_seq=-1", 4400),
        ("?as=owner", 4400),
        ("?view=half", 4400),
        ("?as=judge", 4403),
    ],
)
async def test_an_odd_address_is_refused_with_a_reason(
    layer: None, own_hub: None, query: str, code: int
) -> None:
    game = await in_database(a_game)()
    async with connected(game, query=query) as socket:
        message = await socket.message()
    assert (message["type"], message["code"]) == ("websocket.close", code)
    assert message["reason"]


async def test_an_unknown_or_private_game_is_not_found(layer: None, own_hub: None) -> None:
    pia = await in_database(a_user)("pia")
    private = await in_database(a_game)(pia, visibility="private")
    unknown = Game(id=uuid4())
    for game in (private, unknown):
        async with connected(game) as socket:
            assert (await socket.message())["code"] == 4404
    async with connected(private, pia) as socket:
        assert (await socket.next())["view"]


async def test_a_ping_is_answered(layer: None, own_hub: None) -> None:
    game = await in_database(a_game)()
    async with connected(game) as socket:
        await socket.say("ping")
        assert await socket.next("pong") == {"type": "pong"}


async def test_a_person_who_opens_too_many_sockets_is_told_to_wait(
    layer: None, own_hub: None, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"socket_user": (1, 60)}
    monkeypatch.setattr(rates, "_windows", {})
    pia = await in_database(a_user)("pia")
    game = await in_database(a_game)(pia)
    async with connected(game, pia) as socket:
        assert await socket.next()
    async with connected(game, pia) as socket:
        closed = await socket.message()
        assert (closed["code"], "try again" in closed["reason"]) == (4429, True)
    async with connected(game) as socket:
        assert await socket.next(), "whoever only watches pays for nobody"


async def test_a_socket_that_talks_without_end_is_closed(
    layer: None, own_hub: None, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"socket_message": (3, 60)}
    monkeypatch.setattr(rates, "_windows", {})
    game = await in_database(a_game)()
    async with connected(game) as socket:
        for _ in range(3):
            await socket.say("ping")
            assert await socket.next("pong")
        await socket.say("ping")
        assert (await socket.closed())["code"] == 4429
