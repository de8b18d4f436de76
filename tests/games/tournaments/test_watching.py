"""What comes out of a tournament's socket: all of it at first, then what has changed."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.routing import URLRouter

from games.tournaments import commands as c
from games.tournaments import watching
from games.tournaments.models import TableGame
from games.tournaments.routing import websocket_urlpatterns
from tests.games.tables.given import a_user
from tests.games.tournaments.events_of import (
    a_tournament,
    begin_round,
    decide_tables,
    do,
    enter_ais,
)

pytestmark = pytest.mark.django_db(transaction=True)
in_database = database_sync_to_async


@pytest.fixture(autouse=True)
def committed(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets read in threads of their own, which see only what is committed."""
    monkeypatch.setattr(watching, "LOOK_EVERY", 0.05)


@asynccontextmanager
async def connected(
    tournament_id: Any, query: bytes = b""
) -> AsyncIterator[ApplicationCommunicator]:
    scope = {
        "type": "websocket",
        "path": f"/ws/tournaments/{tournament_id}/",
        "query_string": query,
        "headers": [],
        "subprotocols": [],
    }
    client = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)
    await client.send_input({"type": "websocket.connect"})
    assert (await client.receive_output(20))["type"] == "websocket.accept"
    yield client
    await client.send_input({"type": "websocket.disconnect", "code": 1000})
    await client.wait(5)
    for watcher in list(watching._watchers.values()):
        watcher.task.cancel()


async def test_nothing_is_heard_but_a_ping() -> None:
    organiser = await in_database(a_user)("olga")
    tournament = await in_database(a_tournament)(organiser)
    async with connected(tournament.id) as client:
        for text in ('{"command": {}}', "ping"):
            await client.send_input({"type": "websocket.receive", "text": text})
        types = []
        while "pong" not in types:
            types.append(json.loads((await client.receive_output(20))["text"])["type"])
    assert "refused" not in types


async def frame(client: ApplicationCommunicator, type: str) -> dict[str, Any]:
    while True:
        message = await client.receive_output(20)
        found: dict[str, Any] = json.loads(message["text"])
        if found["type"] == type:
            return found


async def test_a_watcher_sees_the_tournament_and_then_what_changes() -> None:
    olga = await in_database(a_user)("olga")
    cup = await in_database(a_tournament)(olga)
    async with connected(cup.id) as client:
        assert (await frame(client, "tournament"))["entrants"] == 0
        await in_database(do)(olga, cup, c.RegisterEntrant("Ada"))
        assert (await frame(client, "tournament"))["field"][0]["name"] == "Ada"


async def test_the_wall_is_sent_only_the_tables_that_have_changed() -> None:
    olga = await in_database(a_user)("olga")
    cup = await in_database(a_tournament)(olga)
    await in_database(enter_ais)(olga, cup, 8)
    await in_database(begin_round)(olga, cup)
    async with connected(cup.id, b"wants=wall") as client:
        assert [tile["table"] for tile in (await frame(client, "tiles"))["tiles"]] == [1, 2]
        await in_database(decide_tables)(olga, cup)
        while not (tiles := (await frame(client, "tiles"))["tiles"]):
            pass
        assert {tile["table"] for tile in tiles} <= {1, 2}


async def test_a_table_is_sent_the_announcements_and_nothing_else() -> None:
    olga = await in_database(a_user)("olga")
    cup = await in_database(a_tournament)(olga)
    async with connected(cup.id, b"wants=announcements") as client:
        first = json.loads((await client.receive_output(20))["text"])
        assert (first["type"], first["announcements"]) == ("announcements", [])
        await in_database(do)(olga, cup, c.RegisterEntrant("Ada"))
        await in_database(do)(olga, cup, c.Announce("Lunch is served."))
        second = json.loads((await client.receive_output(20))["text"])
        assert [one["text"] for one in second["announcements"]] == ["Lunch is served."]


async def test_a_table_is_told_when_its_own_time_is_over_and_not_that_of_others() -> None:
    olga = await in_database(a_user)("olga")
    cup = await in_database(a_tournament)(olga, round_seconds=3600)
    await in_database(enter_ais)(olga, cup, 8)
    await in_database(begin_round)(olga, cup)
    row = await in_database(TableGame.objects.get)(tournament=cup, table=2)
    async with connected(
        cup.id, b"wants=announcements&game=%s" % str(row.game_id).encode()
    ) as client:
        first = await frame(client, "table_time")
        assert (first["round"], first["table"]) == (1, 2)
        await in_database(do)(olga, cup, c.ExtendTime(300, 1))
        await in_database(do)(olga, cup, c.ExtendTime(60, 2))
        second = await frame(client, "table_time")
    ends = [datetime.fromisoformat(told["ends_at"]) for told in (first, second)]
    assert ends[1] - ends[0] == timedelta(seconds=60)


async def test_a_tournament_that_is_not_there_closes_the_socket() -> None:
    async with connected(uuid4()) as client:
        assert (await client.receive_output(20))["code"] == 4404
