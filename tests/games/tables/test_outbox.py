"""Notices to the other web processes, as they hear them: by the channel layer, over a real Redis."""

import asyncio
from threading import Event
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games.tables import outbox
from games.tables.outbox import Announcer, Outbox


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


async def test_where_many_games_move_at_once_what_happens_meanwhile_shares_a_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(outbox.GROUP, channel)
    resting, rested = Event(), Event()
    monkeypatch.setattr(outbox, "rest", lambda: (resting.set(), rested.wait(5)))

    async def hear() -> Any:
        return (await asyncio.wait_for(layer.receive(channel), 5))["games"]

    sending = Outbox()
    crowd = {f"game {number}": 1 for number in range(outbox.MANY + 1)}
    sending.put(crowd, [])
    assert await hear() == crowd
    assert await asyncio.to_thread(resting.wait, 5)
    for head in (2, 3, 4):
        sending.put({"game 0": head}, [])
    rested.set()
    assert await hear() == {"game 0": 4}
    await layer.flush()


async def test_where_few_move_each_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[int] = []
    monkeypatch.setattr(outbox, "rest", lambda: rests.append(1))
    sending = Outbox()
    sending.put({f"game {number}": 1 for number in range(outbox.MANY)}, [])
    await asyncio.to_thread(sending.flush, 5)
    assert not rests
