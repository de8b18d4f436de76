"""The hub tells who is connected, and rechecks every socket even while nobody can be told."""

import asyncio
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
from channels.db import database_sync_to_async

from games.tables import hub
from tests.games.tables.given import a_game, a_user
from tests.games.tables.talking import connected

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed", "quick"),
]

in_database = database_sync_to_async


async def test_presence_tells_who_is_connected(layer: None, own_hub: None) -> None:
    pia = await in_database(a_user)("pia")
    game = await in_database(a_game)(pia)
    async with connected(game) as watching:
        assert (await watching.next("presence"))["spectators"] == 1
        async with connected(game, pia) as playing:
            await playing.next()
            assert (await watching.next("presence"))["connected"] == [0]
        assert (await watching.next("presence"))["connected"] == []


async def test_a_second_window_of_a_player_is_told_who_is_connected(
    layer: None, own_hub: None
) -> None:
    pia = await in_database(a_user)("pia")
    game = await in_database(a_game)(pia)
    async with connected(game, pia) as first:
        assert (await first.next("presence"))["connected"] == [0]
        async with connected(game, pia) as second:
            assert (await second.next("presence"))["connected"] == [0], "though nothing has changed"


@pytest.mark.parametrize("what", ["refuses", "hangs"])
async def test_every_socket_is_rechecked_though_nobody_can_be_told_who_is_here(
    what: str, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "RECHECK_EVERY", 0)
    seen: set[int] = set()

    class Away(hub.Hub):
        async def _recheck(self, some: Any) -> None:
            seen.update(socket.number for socket in some)

        async def _listen(self) -> None:
            await asyncio.Event().wait()

        async def _tell_presence(self, now: float) -> None:
            if what == "hangs":
                await asyncio.Event().wait()
            raise OSError("Redis is away")

    away = Away()
    for number in range(20):
        away.parts[number % hub.PARTS].add(Mock(number=number))
    monkeypatch.setattr(hub.asyncio, "sleep", partial(soon, asyncio.sleep))
    async with asyncio.timeout(20):
        while len(seen) < 20:
            await asyncio.sleep(0.01)
    away.close()


async def soon(sleep: Any, seconds: float) -> None:
    await sleep(min(seconds, 0.01))
