"""Moves over a table's socket: the same answers as over HTTP, durable before anybody is told, and never twice."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async as in_database
from django.conf import LazySettings
from django.db import connection, transaction

from games.accounts import rates
from games.accounts.models import User
from games.accounts.tokens import revoke_token
from games.tables import express, snapshots, socket_moves
from games.tables.models import Game, GameCommand
from games.tables.services import committer
from games.tables.services.committer import Request
from games.tables.socket_moves import hear
from games.tables.sockets import CHANGED, Socket
from tests.games.tables.given import a_game, a_user, first_move, submit
from tests.games.tables.talking import Client, connected

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed", "layer", "own_hub", "own_express"),
]

IS_POSTGRESQL = connection.vendor == "postgresql"


@pytest.fixture
async def own_express(own_hub: None) -> AsyncIterator[None]:
    """As in a web process, for the time of a test: no connection outlives the database."""
    committer.start()
    yield
    await express.finish()
    await asyncio.to_thread(committer.stop)


def a_table() -> tuple[Game, User, User]:
    """Both have chosen their tickets; pia is next."""
    pia, tom = a_user("pia"), a_user("tom")
    game = a_game(pia, tom, seats=2)
    for number, person in enumerate((pia, tom)):
        submit(game, person, **first_move(game, number))
    return game, pia, tom


def next_move(game: Game, **more: Any) -> dict[str, Any]:
    """Of whoever is awaited."""
    game.refresh_from_db()
    move = first_move(game, game.waiting_on[0])
    return {"command_id": str(uuid4()), "expected_seq": game.head_seq} | move | more


async def say(socket: Client, command: Any) -> None:
    await socket.say(json.dumps({"command": command}))


async def move_on(game: Game, socket: Client) -> dict[str, Any]:
    """A move of the one who is awaited, accepted."""
    await say(socket, await in_database(next_move)(game))
    return await socket.next("accepted")


def deep(levels: int) -> Any:
    nested: Any = []
    for _ in range(levels):
        nested = [nested]
    return nested


def commands_of(game: Game) -> int:
    return GameCommand.objects.filter(game=game).count()


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


def seat_to_move(game: Game) -> int:
    game.refresh_from_db()
    seat: int = game.waiting_on[0]
    return seat


async def an_open_connection() -> None:
    """As after the first move over a socket; SQLite has one writer, and no express."""
    express.express_here()._connect()
    await connecting()


async def connecting() -> None:
    if task := express.express_here().connecting:
        await task


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


async def test_who_has_moved_elsewhere_is_not_overtaken() -> None:
    game, pia, _ = await in_database(a_table)()
    await an_open_connection()
    move = await in_database(next_move)(game)
    async with connected(game, pia) as socket:
        await in_database(moved_elsewhere)(game, pia)
        await say(socket, move)
        problem = (await socket.next("refused"))["problem"]
    assert (problem["status"], bool(problem["missed"])) == (409, True)


def told(socket: Client) -> set[str]:
    """What sort of things have arrived by now."""
    waiting: Any = socket.output_queue
    return {json.loads(message["text"])["type"] for message in waiting._queue}


async def answer(socket: Client) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads((await socket.message())["text"])
        if frame["type"] in ("accepted", "refused"):
            return frame


def moved_elsewhere(game: Game, user: User) -> None:
    """As if another process had done it: this one knows the game as it was."""
    before = snapshots._recent.copy()
    submit(game, user, **first_move(game, 0))
    snapshots._recent.update(before)


async def held(game: Game) -> Any:
    """Somebody else has locked this game; until it is let go nothing can be written."""
    is_held, let_go = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold() -> None:
        try:
            with transaction.atomic():
                Game.objects.select_for_update().get(pk=game.pk)  # SQLite locks it all
                loop.call_soon_threadsafe(is_held.set)
                asyncio.run_coroutine_threadsafe(let_go.wait(), loop).result(20)
        finally:
            connection.close()

    holding = loop.run_in_executor(None, hold)
    await is_held.wait()

    async def release() -> None:
        let_go.set()
        await holding

    return release


async def wait_until_it_waits() -> None:
    while IS_POSTGRESQL and express.express_here().batch is None:
        await asyncio.sleep(0.01)


def end_the_express() -> None:
    [one] = express._expresses.values()
    if one.connection is None:
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [one.connection.libpq.backend_pid])


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


async def test_a_socket_that_is_nobody_s_any_more_moves_nothing() -> None:
    game, pia, _ = await in_database(a_table)()
    move = await in_database(next_move)(game)
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    socket = Socket(game.id, None, send, pia.pk)  # type: ignore[arg-type]
    socket.dismiss(CHANGED)
    hear(socket, json.dumps({"command": move}))
    await asyncio.to_thread(committer.stop)
    assert await in_database(commands_of)(game) == 2
    assert sent == []
