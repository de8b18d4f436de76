"""Moves over a table's socket: the same answers as over HTTP, within limits, and from whose socket it still is."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database
from django.conf import LazySettings

from games.accounts import rates
from games.accounts.models import User
from games.accounts.tokens import revoke_token
from games.tables import socket_moves
from games.tables.access import PUBLIC
from games.tables.services import committer
from games.tables.socket_moves import hear
from games.tables.sockets import CHANGED, Socket
from tests.games.tables.moving import (
    a_table,
    an_open_connection,
    commands_of,
    held,
    next_move,
    say,
)
from tests.games.tables.talking import connected

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed", "layer", "own_hub", "own_express"),
]


def deep(levels: int) -> Any:
    nested: Any = []
    for _ in range(levels):
        nested = [nested]
    return nested


async def test_a_move_is_accepted_and_its_frame_follows() -> None:
    game, pia, tom = await in_database(a_table)()
    async with connected(game, pia) as socket, connected(game, tom) as other:
        first = await socket.next()
        await other.next()
        move = await in_database(next_move)(game)
        await say(socket, move)
        accepted = await socket.next("accepted")
        frames = [await one.next() for one in (socket, other)]
    assert accepted["command_id"] == move["command_id"]
    assert accepted["first_seq"] == first["to_seq"] + 1
    assert [frame["to_seq"] for frame in frames] == [accepted["seq"]] * 2


async def test_a_move_that_is_sent_again_gets_the_same_answer_and_counts_once() -> None:
    game, pia, _ = await in_database(a_table)()
    async with connected(game, pia) as socket:
        move = await in_database(next_move)(game)
        for _ in range(2):
            await say(socket, move)
        first, second = [await socket.next("accepted") for _ in range(2)]
        await say(socket, move)
        third = await socket.next("accepted")
    assert first == second == third
    assert await in_database(commands_of)(game) == 3


async def test_a_move_may_begin_with_white_space() -> None:
    game, pia, _ = await in_database(a_table)()
    async with connected(game, pia) as socket:
        move = await in_database(next_move)(game)
        await socket.say(" \r\n\t" + json.dumps({"command": move}))
        assert (await socket.next("accepted"))["command_id"] == move["command_id"]
        await socket.say("\n{")
        assert (await socket.next("refused"))["problem"]["status"] == 400


async def test_refusals_are_the_same_problems_as_over_http() -> None:
    game, pia, tom = await in_database(a_table)()
    move = await in_database(next_move)(game)
    async with connected(game, pia) as socket:
        for text, status in (
            ("{", 400),
            ('{"type": "draw"}', 400),
            (json.dumps({"command": []}), 400),
            (json.dumps({"command": move | {"command_id": 7}}), 400),
            (json.dumps({"command": move | {"expected_seq": 1}}), 409),
            (json.dumps({"command": move | {"seat": 1}}), 403),
            (json.dumps({"command": move | {"command_id": deep(300)}}), 400),
            (json.dumps({"command": move | {"card": deep(21)}}), 400),
            (json.dumps({"command": move | {"card": deep(800)}}), 400),
        ):
            await socket.say(text)
            refused = await socket.next("refused")
            assert refused["problem"]["status"] == status, text
        await say(socket, move | {"expected_seq": 1})
        refused = await socket.next("refused")
        assert refused["command_id"] == move["command_id"]
        assert refused["problem"]["missed"][0]["seq"] == 2
    async with connected(game, tom) as socket:
        await say(socket, move)  # it is not his turn
        problem = (await socket.next("refused"))["problem"]
        assert (problem["status"], problem["type"]) == (422, "/problems/illegal-move")
        assert problem["rule"]
    async with connected(game) as socket:
        await say(socket, move)
        assert (await socket.next("refused"))["problem"]["status"] == 401
    assert await in_database(commands_of)(game) == 2


async def test_who_says_too_much_is_told_to_wait(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"command_address": (2, 60)}
    monkeypatch.setattr(rates, "_windows", {})
    game, pia, _ = await in_database(a_table)()
    async with connected(game, pia) as socket:
        for _ in range(2):
            await say(socket, {})
            assert (await socket.next("refused"))["problem"]["status"] == 400
        await say(socket, {})
        problem = (await socket.next("refused"))["problem"]
    assert (problem["status"], problem["retry_after"] > 0) == (429, True)


@pytest.mark.parametrize("text", ["{", '{"command": {}}', "hello"])
async def test_who_says_what_is_no_move_without_end_is_cut_off(
    text: str, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"socket_message": (3, 60)}
    monkeypatch.setattr(rates, "_windows", {})
    game, *_ = await in_database(a_table)()
    async with connected(game) as socket:
        for _ in range(4):
            await socket.say(text)
        assert (await socket.closed())["code"] == 4429


async def test_of_one_socket_only_so_many_moves_may_be_unanswered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, pia, _ = await in_database(a_table)()
    monkeypatch.setattr(socket_moves, "MOST_UNANSWERED", 2)
    move = await in_database(next_move)(game)
    async with connected(game, pia) as socket:
        await socket.next()
        release = await held(game)
        for _ in range(3):
            await say(socket, move)
        assert (await socket.next("refused"))["problem"]["status"] == 429
        await release()
        for _ in range(2):
            assert await socket.next("accepted")
        await say(socket, move)
        assert await socket.next("accepted")


async def test_a_revoked_token_moves_nothing_more() -> None:
    game, pia, _ = await in_database(a_table)()
    async with connected(game, pia) as socket:
        await socket.next()
        move = await in_database(next_move)(game)
        await in_database(revoke_all)(pia)
        assert (await socket.closed())["code"] == 4401
        await say(socket, move)
    assert await in_database(commands_of)(game) == 2


def revoke_all(user: User) -> None:
    for token in user.api_tokens.all():
        revoke_token(token)


async def test_a_person_who_moves_too_often_is_told_to_wait(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"command_user": (1, 60)}
    game, pia, _ = await in_database(a_table)()
    await an_open_connection()
    monkeypatch.setattr(rates, "_windows", {})
    async with connected(game, pia) as socket:
        move = await in_database(next_move)(game)
        await say(socket, move)
        assert await socket.next("accepted")
        await say(socket, move)
        assert (await socket.next("refused"))["problem"]["status"] == 429


async def test_in_the_logs_the_moves_of_a_socket_are_called_as_it_is_and_numbered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, pia, _ = await in_database(a_table)()
    submitted: list[Any] = []
    monkeypatch.setattr(
        socket_moves, "express_here", lambda: SimpleNamespace(submit=submitted.append)
    )

    async def send(message: Any) -> None:
        raise AssertionError("nobody has answered")

    socket = Socket(game.id, PUBLIC, send, pia.pk, {"request_id": "from-the-proxy"})
    for _ in range(2):
        hear(socket, json.dumps({"command": await in_database(next_move)(game)}))
    origins = [request.submission.origin["request"] for request in submitted]
    assert origins == ["from-the-proxy-1", "from-the-proxy-2"]


async def test_a_socket_that_is_nobody_s_any_more_moves_nothing() -> None:
    game, pia, _ = await in_database(a_table)()
    move = await in_database(next_move)(game)
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    socket = Socket(game.id, PUBLIC, send, pia.pk)
    socket.dismiss(CHANGED)
    hear(socket, json.dumps({"command": move}))
    await asyncio.to_thread(committer.stop)
    assert await in_database(commands_of)(game) == 2
    assert sent == []
