"""Notices to the other web processes, as they hear them: by the channel layer, over a real Redis."""

import asyncio
from typing import Any

from channels.layers import get_channel_layer

from games.tables import outbox
from games.tables.outbox import Announcer


async def heard(announcer: Announcer, notices: outbox.Notices) -> dict[str, Any]:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(outbox.GROUP, channel)
    await asyncio.to_thread(announcer.tell, notices)
    message: dict[str, Any] = await asyncio.wait_for(layer.receive(channel), 5)
    await layer.flush()
    return message


async def test_who_listens_to_the_layer_hears_which_games_have_moved() -> None:
    message = await heard(Announcer(), {"a game": 7, "another": 12})
    assert message == {
        "type": "moved",
        "games": {"a game": 7, "another": 12},
        "by": outbox.PROCESS,
    }


async def test_a_connection_that_was_lost_is_opened_again() -> None:
    announcer = Announcer()
    announcer.tell({"a game": 7})
    announcer._connection._sock.close()
    assert (await heard(announcer, {"a game": 8}))["games"] == {"a game": 8}
