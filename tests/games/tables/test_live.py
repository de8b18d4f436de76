"""What comes out of a socket: numbered, without gaps, for the right eyes, whatever the layer does."""

import asyncio
import math
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import pairwise
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games.accounts.models import User
from games.tables import hub, live, streams
from games.tables.models import Game
from games.tables.services.absence import go_away
from tests.games.tables.given import a_game, a_user, first_move, play_on, submit
from tests.games.tables.lobby_calls import OPEN, a_lobby, call, person
from tests.games.tables.lossy_layer import LossyLayer
from tests.games.tables.talking import Client, connected

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed", "quick"),
]

in_database = database_sync_to_async


async def until(socket: Client, is_done: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    frames = [await socket.next()]
    while not is_done(frames[-1]):
        frames.append(await socket.next())
    return frames


def is_revealed(frame: dict[str, Any]) -> bool:
    return bool(frame["view"] and frame["view"]["revealed"])


async def test_the_first_frame_leads_to_the_head(layer: None, own_hub: None) -> None:
    game = await in_database(a_game)()
    async with connected(game, query="?after_seq=3") as socket:
        frame = await socket.next()
    assert (frame["from_seq"], frame["to_seq"]) == (3, game.head_seq)
    assert [event["seq"] for event in frame["events"]] == list(range(4, game.head_seq + 1))
    assert frame["digest"] == game.head_digest


async def test_who_knows_more_than_the_log_is_told_so(layer: None, own_hub: None) -> None:
    """As after a backup was restored that is older than what they have seen."""
    game = await in_database(a_game)()
    async with connected(game, query=f"?after_seq={game.head_seq}") as others:
        await others.next()
        async with connected(game, query=f"?after_seq={game.head_seq + 1}") as socket:
            message = await socket.message()
    assert (message["type"], message["code"]) == ("websocket.close", 4409)
    assert "forget what you have" in message["reason"]


async def test_who_only_knows_more_than_this_process_is_welcome(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "LOOK_EVERY", math.inf)
    monkeypatch.setattr(live, "after_commit", lambda moves: None)  # nobody hears of it
    pia = await in_database(a_user)("pia")
    game = await in_database(a_game)(pia)
    async with connected(game) as others:
        await others.next()
        accepted = await in_database(move_first)(game, pia)
        async with connected(game, pia, f"?after_seq={accepted.seq}") as socket:
            frame = await socket.next()
    assert (frame["from_seq"], frame["to_seq"]) == (accepted.seq, accepted.seq)


async def test_who_becomes_a_commentator_may_have_known_more(layer: None, own_hub: None) -> None:
    cleo = await in_database(a_user)("cleo")
    await in_database(cleo.roles.create)(role="commentator")
    game = await in_database(a_game)()
    async with connected(game, cleo, f"?as=commentator&after_seq={game.head_seq}") as socket:
        assert (await socket.next())["to_seq"] < game.head_seq


async def test_a_move_arrives_with_the_view_it_leads_to(layer: None, own_hub: None) -> None:
    pia = await in_database(a_user)("pia")
    game = await in_database(a_game)(pia)
    async with connected(game, pia) as socket:
        first = await socket.next()
        assert [move["type"] for move in first["moves"]] == ["keep_tickets_offer"]
        accepted = await in_database(move_first)(game, pia)
        frame = await socket.next()
    assert (frame["from_seq"], frame["to_seq"]) == (first["to_seq"], accepted.seq)
    assert frame["events"] == accepted.events
    assert frame["moves"] == []


def move_first(game: Game, user: User) -> Any:
    return submit(game, user, **first_move(game, 0))


async def test_everybody_gets_every_event_once_though_the_layer_loses_doubles_and_reorders(
    lossy: None, other_process: None, own_hub: None
) -> None:
    judge = await in_database(a_user)("jun")
    await in_database(judge.roles.create)(role="judge")
    game = await in_database(a_game)(seats=2, commentary_delay={"seconds": 0})
    cleo = await in_database(a_user)("cleo")
    await in_database(cleo.roles.create)(role="commentator")
    everything = "?after_seq=0"
    async with (
        connected(game, None, everything) as spectator,
        connected(game, judge, everything + "&as=judge") as judging,
        connected(game, cleo, everything + "&as=commentator") as commenting,
    ):
        watchers = [
            asyncio.create_task(until(socket, is_revealed))
            for socket in (spectator, judging, commenting)
        ]
        await in_database(play_on)(game)
        streams = await asyncio.gather(*watchers)
    await in_database(game.refresh_from_db)()
    for frames in streams:
        for before, after in pairwise(frames):
            assert before["to_seq"] == after["from_seq"]
        seqs = [event["seq"] for frame in frames for event in frame["events"]]
        assert seqs == list(range(1, game.head_seq + 1))
        assert frames[-1]["digest"] == game.head_digest
    public, judged, _ = streams
    hidden = [frame for frame in public if frame["view"] and not frame["view"]["revealed"]]
    assert hidden
    assert all(isinstance(hand, int) for frame in hidden for hand in frame["view"]["hands"])
    assert all(isinstance(frame["view"]["deck"], int) for frame in judged[:-1])
    layer = get_channel_layer()
    assert isinstance(layer, LossyLayer)
    assert min(layer.lost, layer.doubled, layer.reordered) > 0


async def test_the_streamed_view_is_the_fetched_view(
    layer: None, own_hub: None, client: Any
) -> None:
    game = await in_database(a_game)(seats=2)
    async with connected(game) as socket:
        await socket.next()
        await in_database(play_on)(game, steps=10)
        head = (await in_database(Game.objects.get)(pk=game.pk)).head_seq
        frames = await until(socket, lambda frame: frame["to_seq"] == head)
    fetched = (await in_database(client.get)(f"/api/games/{game.id}")).json()
    assert frames[-1]["view"] == fetched["view"]


async def test_a_seat_s_cards_go_to_that_seat_only(layer: None, own_hub: None) -> None:
    pia, paul = [await in_database(a_user)(name) for name in ("pia", "paul")]
    game = await in_database(a_game)(pia, paul)
    async with connected(game, pia) as hers, connected(game, paul) as his:
        her_view = (await hers.next())["view"]
        his_view = (await his.next())["view"]
    assert [type(hand) for hand in her_view["hands"]] == [dict, int, int, int]
    assert [type(hand) for hand in his_view["hands"]] == [int, dict, int, int]


async def test_whoever_comes_back_with_what_they_have_misses_nothing(
    layer: None, own_hub: None
) -> None:
    game = await in_database(a_game)()
    async with connected(game) as socket:
        seen = (await socket.next())["to_seq"]
    await in_database(play_on)(game, steps=5)
    async with connected(game, query=f"?after_seq={seen}") as socket:
        frame = await socket.next()
    assert (frame["from_seq"], frame["to_seq"]) == (seen, game.head_seq)


async def test_who_comes_while_the_last_one_leaves_is_told_what_follows(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is on the way in, reading what it has missed; the stream loses its last socket; another comes."""
    game = await in_database(a_game)(seats=2)
    await in_database(play_on)(game, steps=2)
    reading, read_on = asyncio.Event(), asyncio.Event()
    read = streams.in_database

    async def slowly(work: Any, *given: Any) -> Any:
        if work is streams.read_tail:
            reading.set()
            await read_on.wait()
        return await read(work, *given)

    async with AsyncExitStack() as later:
        async with connected(game) as leaving:
            await leaving.next()
            monkeypatch.setattr(streams, "in_database", slowly)
            coming = await later.enter_async_context(connected(game, query="?after_seq=0"))
            await reading.wait()
        another = await later.enter_async_context(connected(game))
        await another.next()
        read_on.set()
        known = (await coming.next())["to_seq"]
        await in_database(play_on)(game, steps=1)
        for socket in (coming, another):
            assert (await socket.next())["from_seq"] == known


async def test_somebody_who_sits_down_or_steps_away_is_seen_at_once(
    layer: None, own_hub: None
) -> None:
    pia = await in_database(a_user)("pia")
    game = await in_database(a_game)(pia)
    async with connected(game) as socket:
        await socket.next()
        await in_database(go_away)(pia, game.id, "")
        frame = await socket.next()
    assert frame["view"]["handed_to"][0]


async def test_a_seat_that_is_kept_for_somebody_is_seen_at_once(layer: None, own_hub: None) -> None:
    ada, _ = [await in_database(person)(name) for name in ("ada", "bo")]
    game = await in_database(a_lobby)(ada, OPEN, OPEN)
    async with connected(Game(id=game["id"])) as socket:
        await socket.next()
        path = f"games/{game['id']}/seats/0"
        await in_database(call)(ada, path, "put", kind="invited", username="bo")
        assert (await socket.next())["status"] == "lobby"
