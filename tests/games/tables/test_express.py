"""The event loop carries out moves itself: durable before anybody is told, never twice, whatever becomes of its
connection. On SQLite the committer does all of it, and what is promised is the same."""

import asyncio
import json
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async as in_database
from django.conf import LazySettings
from django.db import connection

from games.accounts import rates
from games.accounts.models import User
from games.tables import express, hub, snapshots
from games.tables.models import Game, Seat
from games.tables.services import committer
from games.tables.services.committer import Request
from games.tables.services.rulings import ask_to
from tests.games.tables.given import a_user, first_move, submit
from tests.games.tables.moving import (
    a_table,
    an_open_connection,
    commands_of,
    connecting,
    held,
    next_move,
    say,
)
from tests.games.tables.talking import Client, connected

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed", "layer", "own_hub", "own_express"),
]

IS_POSTGRESQL = connection.vendor == "postgresql"


@pytest.fixture
def by_the_committer(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """The moves that the event loop did not carry out itself."""
    seen: list[Request] = []
    to_the_committer = committer.submit

    def submit(request: Request) -> None:
        seen.append(request)
        to_the_committer(request)

    monkeypatch.setattr(committer, "submit", submit)
    return seen


async def test_what_this_process_knows_by_heart_needs_no_thread(
    by_the_committer: list[Request],
) -> None:
    game, pia, tom = await in_database(a_table)()
    async with connected(game, pia) as one, connected(game, tom) as other:
        for _ in range(2):
            await move_on(game, one if (await in_database(seat_to_move)(game)) == 0 else other)
            await connecting()
        before = len(by_the_committer)
        for _ in range(6):
            await move_on(game, one if (await in_database(seat_to_move)(game)) == 0 else other)
    assert len(by_the_committer) - before == (0 if IS_POSTGRESQL else 6)


async def test_what_it_was_only_shown_it_knows_by_heart_too(
    by_the_committer: list[Request],
) -> None:
    game, pia, _ = await in_database(a_table)()
    await an_open_connection()
    by_the_committer.clear()
    snapshots.forget_all()  # another process has moved it so far
    async with connected(game, pia) as socket:
        await socket.next()
        await move_on(game, socket)
    assert len(by_the_committer) == (0 if IS_POSTGRESQL else 1)


async def test_a_game_in_which_somebody_asks_is_not_known_by_heart() -> None:
    game, pia, _ = await in_database(a_table)()
    await an_open_connection()
    await in_database(ask_to)(pia, game.id, "pause")
    snapshots.forget_all()
    async with connected(game, pia) as socket:
        await socket.next()
        await move_on(game, socket)  # and so asks no longer
    assert not await in_database(Seat.objects.filter(game=game).exclude(asks_to="").exists)()


async def move_on(game: Game, socket: Client) -> dict[str, Any]:
    """A move of the one who is awaited, accepted."""
    await say(socket, await in_database(next_move)(game))
    return await socket.next("accepted")


def seat_to_move(game: Game) -> int:
    game.refresh_from_db()
    seat: int = game.waiting_on[0]
    return seat


async def test_nobody_is_told_before_the_commit() -> None:
    game, pia, tom = await in_database(a_table)()
    await an_open_connection()
    async with connected(game, pia) as socket, connected(game, tom) as other:
        for one in (socket, other):
            await one.next()
        release = await held(game)
        await say(socket, await in_database(next_move)(game))
        await asyncio.sleep(0.5)
        assert told(socket) | told(other) <= {"presence"}
        await release()
        assert await socket.next("accepted")
        assert await other.next()


def told(socket: Client) -> set[str]:
    """What sort of things have arrived by now."""
    waiting: Any = socket.output_queue
    return {json.loads(message["text"])["type"] for message in waiting._queue}


async def test_a_lost_connection_loses_no_move_and_repeats_none(
    by_the_committer: list[Request],
) -> None:
    game, pia, _ = await in_database(a_table)()
    by_the_committer.clear()
    await an_open_connection()
    async with connected(game, pia) as socket:
        await socket.next()
        release = await held(game)
        await say(socket, await in_database(next_move)(game))
        await wait_until_it_waits()
        await in_database(end_the_express)()
        await release()
        assert await socket.next("accepted")
    assert await in_database(commands_of)(game) == 3
    assert len(by_the_committer) == 1


async def wait_until_it_waits() -> None:
    while IS_POSTGRESQL and express.express_here().batch is None:
        await asyncio.sleep(0.01)


def end_the_express() -> None:
    [one] = express._expresses.values()
    if one.connection is None:
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [one.connection.libpq.backend_pid])


async def test_a_new_connection_takes_the_place_of_a_lost_one(
    by_the_committer: list[Request],
) -> None:
    game, pia, tom = await in_database(a_table)()
    await an_open_connection()
    await in_database(end_the_express)()
    by_the_committer.clear()
    async with connected(game, pia) as one, connected(game, tom) as other:
        for _ in range(4):
            await move_on(game, one if (await in_database(seat_to_move)(game)) == 0 else other)
            await connecting()
    assert 0 < len(by_the_committer) < (4 if IS_POSTGRESQL else 5)


async def test_of_many_at_one_position_one_wins() -> None:
    game, pia, _ = await in_database(a_table)()
    await an_open_connection()
    async with connected(game, pia) as socket:
        move = await in_database(next_move)(game)
        for _ in range(60):
            await say(socket, move | {"command_id": str(uuid4())})
        answers = [await answer(socket) for _ in range(60)]
    assert [one["type"] for one in answers].count("accepted") == 1
    refused = [one["problem"]["status"] for one in answers if one["type"] == "refused"]
    assert refused == [409] * 59
    assert await in_database(commands_of)(game) == 3


async def answer(socket: Client) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads((await socket.message())["text"])
        if frame["type"] in ("accepted", "refused"):
            return frame


async def test_who_has_moved_elsewhere_is_not_overtaken() -> None:
    game, pia, _ = await in_database(a_table)()
    await an_open_connection()
    move = await in_database(next_move)(game)
    async with connected(game, pia) as socket:
        await in_database(moved_elsewhere)(game, pia)
        await say(socket, move)
        problem = (await socket.next("refused"))["problem"]
    assert (problem["status"], bool(problem["missed"])) == (409, True)


def moved_elsewhere(game: Game, user: User) -> None:
    """As if another process had done it: this one knows the game as it was."""
    before = snapshots._recent.copy()
    submit(game, user, **first_move(game, 0))
    snapshots._recent.update(before)


async def test_a_seat_that_is_somebody_else_s_by_now_is_not_moved_by_who_had_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even before the socket is closed for it."""
    monkeypatch.setattr(hub, "RECHECK_EVERY", 3600)
    game, pia, _ = await in_database(a_table)()
    await an_open_connection()
    move = await in_database(next_move)(game)
    async with connected(game, pia) as socket:
        await socket.next()
        await in_database(give_away)(game)
        await say(socket, move)
        assert (await answer(socket))["problem"]["status"] == 403
    assert await in_database(commands_of)(game) == 2


def give_away(game: Game) -> None:
    Seat.objects.filter(game=game, number=0).update(user=a_user("eve"))


async def test_a_move_that_the_committer_takes_over_is_counted_once(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"command_user": (2, 60)}
    game, pia, _ = await in_database(a_table)()
    await an_open_connection()
    monkeypatch.setattr(rates, "_windows", {})
    move = await in_database(next_move)(game)
    async with connected(game, pia) as socket:
        for _ in range(2):
            await say(socket, move | {"expected_seq": 1})
            assert (await socket.next("refused"))["problem"]["status"] == 409
