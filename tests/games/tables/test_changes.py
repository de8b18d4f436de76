"""Who asks for changes is sent a view once, and then what looks different: that leads to the same picture."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from channels.db import database_sync_to_async

from games.tables.models import Game
from games.tables.services.absence import go_away
from games.tables.services.rulings import ask_to
from tests.games.tables.given import a_game, a_user, first_move, play_on, submit
from tests.games.tables.talking import Client, connected
from tests.pictures import renewed

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed", "quick"),
]

in_database = database_sync_to_async


async def test_who_asks_for_changes_is_led_from_the_first_view_to_the_last(
    layer: None, own_hub: None
) -> None:
    game = await in_database(a_game)(seats=2)
    views: dict[int, Any] = {}
    async with connected(game) as whole, connected(game, query="?view=parts") as changing:
        await whole.next()
        shown = (await changing.next())["view"]
        await in_database(play_on)(game)
        is_over = False
        while not is_over:
            frame = await whole.next()
            is_over = frame["view"]["revealed"]
            views[frame["to_seq"]] = frame["view"], frame["moves"], frame["events"]
        wholes = 0
        while not shown["revealed"]:
            frame = await changing.next()
            wholes += "view" in frame
            shown = renewed(shown, frame)
            assert (shown, frame["moves"], frame["events"]) == views[frame["to_seq"]]
    assert wholes == 1, "once everything is turned up, and not before"


async def test_changes_lead_everybody_to_their_own_views_whatever_the_layer_does(
    lossy: None, other_process: None, own_hub: None
) -> None:
    """A player, a judge, a commentator and a spectator, each beside one who is sent whole views."""
    pia, jun, cleo = [await in_database(a_user)(name) for name in ("pia", "jun", "cleo")]
    await in_database(jun.roles.create)(role="judge")
    await in_database(cleo.roles.create)(role="commentator")
    game = await in_database(a_game)(pia, seats=2, commentary_delay={"turns": 1})
    everybody = [(None, ""), (pia, ""), (jun, "&as=judge"), (cleo, "&as=commentator")]
    async with AsyncExitStack() as open_sockets:
        watching = []
        for user, role in everybody:
            for views in ("whole", "parts"):
                query = f"?after_seq=0&view={views}{role}"
                socket = await open_sockets.enter_async_context(connected(game, user, query))
                watching.append(asyncio.create_task(pictures(socket)))
        await in_database(go_away)(pia, game.id, "any_legal")
        while game.status != Game.Status.OVER or game.due:
            await in_database(play_on)(game, steps=5)
            await asyncio.sleep(0.05)
        shown = await asyncio.gather(*watching)
    head = (await in_database(Game.objects.get)(pk=game.pk)).head_seq
    for whole, changing in zip(shown[::2], shown[1::2], strict=True):
        common = whole.keys() & changing.keys()
        assert head in common
        assert len(common) > 5, "they were looked at together"
        for seq in common:
            assert changing[seq] == whole[seq], seq


async def pictures(socket: Client) -> dict[int, Any]:
    """What a client that keeps what it was told has before it at each position, until the end."""
    found: dict[int, Any] = {}
    view: Any = None
    seats: Any = None
    seen = 0
    while not (view and view["revealed"]):
        frame = await socket.next()
        assert frame["from_seq"] == seen
        seen = frame["to_seq"]
        view = renewed(view, frame)
        seats = frame.get("seats", seats)
        found[seen] = view, frame["moves"], seats
    return found


async def test_a_page_from_before_there_were_parts_is_shown_whole_views(
    layer: None, own_hub: None
) -> None:
    """It may be open during an upgrade."""
    game = await in_database(a_game)(seats=2)
    async with connected(game, query="?view=changes") as socket:
        await socket.next()
        await in_database(play_on)(game, steps=1)
        assert (await socket.next())["view"]


async def test_who_sits_where_is_told_again_when_it_changes(layer: None, own_hub: None) -> None:
    pia, paul = [await in_database(a_user)(name) for name in ("pia", "paul")]
    game = await in_database(a_game)(pia, paul)
    async with connected(game, query="?view=parts") as socket:
        assert (await socket.next())["seats"][0]["asks_to"] == ""
        await in_database(lambda: submit(game, pia, **first_move(game, 0)))()
        assert "seats" not in await socket.next()
        await in_database(ask_to)(pia, game.id, "pause")
        frame = await socket.next()
    assert (frame["seats"][0]["asks_to"], frame["changes"], frame["parts"]) == ("pause", {}, {})


async def test_who_has_got_the_pause_asks_no_longer(layer: None, own_hub: None) -> None:
    pia, paul = [await in_database(a_user)(name) for name in ("pia", "paul")]
    game = await in_database(a_game)(pia, paul)
    async with connected(game, query="?view=parts") as socket:
        await socket.next()
        await in_database(ask_to)(pia, game.id, "pause")
        assert [seat["asks_to"] for seat in (await socket.next())["seats"][:2]] == ["pause", ""]
        await in_database(ask_to)(paul, game.id, "pause")
        paused = await socket.next()
    assert paused["changes"]["paused"]
    assert [seat["asks_to"] for seat in paused["seats"]] == [""] * 4


async def test_the_frame_of_their_move_says_that_who_plays_on_asks_no_longer(
    layer: None, own_hub: None
) -> None:
    pia, paul = [await in_database(a_user)(name) for name in ("pia", "paul")]
    game = await in_database(a_game)(pia, paul)
    async with connected(game, query="?view=parts") as socket:
        await socket.next()
        await in_database(ask_to)(pia, game.id, "pause")
        assert (await socket.next())["seats"][0]["asks_to"] == "pause"
        await in_database(lambda: submit(game, pia, **first_move(game, 0)))()
        moved = await socket.next()
    assert moved["events"]
    assert moved["seats"][0]["asks_to"] == ""
