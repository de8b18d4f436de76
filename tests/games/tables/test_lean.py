"""A bot's move by the short way: the same answers as by the long one."""

import asyncio
import json
from collections import deque
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async as in_database
from django.conf import LazySettings

from games.accounts import rates
from games.accounts.tokens import create_token
from games.problems import Problem
from games.tables.lean import MOST_BYTES, Answers
from games.tables.models import Game
from games.tables.services import committer, from_memory
from tests.games.tables.given import a_game, a_lobby, a_user, first_move
from tests.games.tables.wire import answer, connect, post, request

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("committed")]


@pytest.fixture(autouse=True)
def own_committer() -> Iterator[None]:
    """As in a web process, for the time of a test: its connection must not outlive the database."""
    yield
    committer.stop()


def given() -> tuple[Game, str, dict[str, Any]]:
    pia = a_user("pia")
    _, secret = create_token(pia, "bot")
    game = a_game(pia)
    move = {"command_id": str(uuid4()), "expected_seq": game.head_seq, **first_move(game, 0)}
    return game, secret, move


async def send(game: Game, secret: str, body: Any) -> tuple[int, Any, dict[str, str]]:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return await post(
        f"/api/games/{game.id}/commands",
        raw,
        authorization=f"Bearer {secret}",
        content_type="application/json",
    )


async def test_a_bot_s_move_is_accepted_and_a_retry_gets_the_same_answer() -> None:
    game, secret, move = await in_database(given)()
    status, body, headers = await send(game, secret, move)
    assert (status, headers["content-type"]) == (200, "application/json")
    assert body["events"][0]["type"] == "tickets_kept"
    assert (await send(game, secret, move))[:2] == (200, body)


async def test_a_private_game_is_as_unknown_as_one_that_never_was() -> None:
    def private() -> tuple[str, list[Game]]:
        pia, tom = a_user("pia"), a_user("tom")
        _, secret = create_token(tom, "bot")
        return secret, [open(pia, visibility="private") for open in (a_lobby, a_game)]

    secret, games = await in_database(private)()
    for game in (*games, Game(id=uuid4())):
        for move in ({"type": "draw_blind"}, {"type": "nonsense"}, {"seat": 0}):
            body = {"command_id": str(uuid4()), "expected_seq": 0} | move
            status, problem, _ = await send(game, secret, body)
            assert (status, problem["type"]) == (404, "/problems/no-such-game")


async def test_refusals_are_problems() -> None:
    game, secret, move = await in_database(given)()
    for body, expected in (
        (b"{", 400),
        (b"[]", 400),
        (move | {"command_id": 7}, 400),
        (move | {"expected_seq": 1}, 409),
        (move | {"tickets": []}, 422),
        (b"{" + b" " * MOST_BYTES, 413),
    ):
        status, problem, headers = await send(game, secret, body)
        assert (status, problem["status"]) == (expected, expected)
        assert headers["content-type"] == "application/problem+json"


async def test_an_unknown_token_is_nobody() -> None:
    game, _, move = await in_database(given)()
    status, problem, headers = await send(game, "rh_guessed", move)
    assert (status, problem["type"]) == (401, "/problems/unauthorized")
    assert headers["www-authenticate"]


async def test_what_is_no_bot_s_move_is_handed_on() -> None:
    game, secret, _ = await in_database(given)()
    path = f"/api/games/{game.id}/commands"
    media = {"content_type": "application/json"}
    assert (await post(path, b"{}", **media))[0] == 299  # a session, perhaps
    assert (await post(path + "/", b"{}", authorization=f"Bearer {secret}", **media))[0] == 299
    assert (await post("/api/games", b"{}", authorization=f"Bearer {secret}", **media))[0] == 299
    assert (await post(path, b"{}", authorization=f"Bearer {secret}"))[0] == 299


async def test_when_the_database_is_away_nobody_is_told_that_it_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from django.db import OperationalError

    def away(batch: Any, answer: Any) -> Any:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(committer, "carry_out", away)
    monkeypatch.setattr(from_memory, "carry_out_from_memory", away)
    game, secret, move = await in_database(given)()
    status, problem, headers = await send(game, secret, move)
    assert (status, problem["type"]) == (503, "/problems/unavailable")
    assert headers["retry-after"] == "1"
    assert "connection" not in problem["detail"]


async def test_a_bot_that_sends_too_much_is_told_to_wait(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"command_user": (1, 60)}
    monkeypatch.setattr(rates, "_windows", {})
    game, secret, move = await in_database(given)()
    assert (await send(game, secret, move))[0] == 200
    status, problem, headers = await send(game, secret, move)
    assert (status, problem["type"]) == (429, "/problems/too-many-requests")
    assert int(headers["retry-after"]) == problem["retry_after"]


async def test_an_address_that_sends_too_much_is_told_to_wait_whoever_it_is(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"command_address": (2, 60)}
    monkeypatch.setattr(rates, "_windows", {})
    path = f"/api/games/{uuid4()}/commands"
    for _ in range(2):
        assert (await post(path, b"{}"))[0] == 299  # a session's move is handed on, and counted
    status, problem, headers = await post(path, b"{}")
    assert (status, problem["type"]) == (429, "/problems/too-many-requests")
    assert headers["content-type"] == "application/problem+json"
    assert 0 < int(headers["retry-after"]) <= 60
    assert (await post(path, b"{}", address="192.0.2.2"))[0] == 299
    for _ in range(3):
        assert (await post("/api/games", b"{}"))[0] == 299, "only moves are counted"


async def test_every_answer_has_the_id_of_its_request() -> None:
    game, secret, move = await in_database(given)()
    path, body = f"/api/games/{game.id}/commands", json.dumps(move).encode()
    bot = {"authorization": f"Bearer {secret}", "content_type": "application/json"}
    assert (await post(path, body, x_request_id="from-the-proxy", **bot))[2][
        "x-request-id"
    ] == "from-the-proxy"
    made_up = [
        (await post(path, body, x_request_id=odd, **bot))[2]["x-request-id"]
        for odd in ("", "two words", "x" * 65)
    ]
    assert all(len(one) == 32 for one in made_up)
    assert len(set(made_up)) == 3


async def test_moves_sent_before_the_last_answer_are_answered_in_order() -> None:
    game, secret, move = await in_database(given)()
    committer.start()
    protocol, wire = connect()
    path, bot = f"/api/games/{game.id}/commands", {"authorization": f"Bearer {secret}"}
    bot |= {"content_type": "application/json"}
    again = request(path, json.dumps(move).encode(), **bot)
    late = request(path, json.dumps(move | {"command_id": str(uuid4())}).encode(), **bot)
    protocol.data_received(again + late + request("/api/games", b"{}") + again)
    first = await answer(wire)
    assert first[0] == 200
    assert (await answer(wire))[0] == 409
    assert (await answer(wire))[0] == 299  # no move: the application answers
    assert (await answer(wire))[1] == first[1]


async def test_two_threads_that_answer_at_once_wake_the_loop_all_the_same() -> None:
    answers = Answers(asyncio.get_running_loop())
    told: list[Any] = []
    first, second = [answers.expect(told.append) for _ in range(2)]

    class Interrupted(deque[Any]):
        def append(self, what: Any) -> None:
            """The other thread comes in between."""
            super().append(what)
            if len(self) == 1:
                second(Problem(503, "overloaded", "second"))

    answers.ready = Interrupted()
    first(Problem(503, "overloaded", "first"))
    await asyncio.sleep(0.01)
    assert [problem.sentence for problem in told] == ["first", "second"]


async def test_who_hangs_up_is_in_nobody_s_way() -> None:
    game, secret, move = await in_database(given)()
    committer.start()
    protocol, wire = connect()
    bot = {"authorization": f"Bearer {secret}", "content_type": "application/json"}
    protocol.data_received(
        request(f"/api/games/{game.id}/commands", json.dumps(move).encode(), **bot)
    )
    protocol.connection_lost(None)
    status, body, _ = await send(game, secret, move)
    assert (status, body["command_id"]) == (200, move["command_id"])
    assert not wire.sent


async def test_only_a_trusted_proxy_says_where_a_bot_is(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"command_address": (1, 60)}
    monkeypatch.setattr(rates, "_windows", {})
    path, bot = f"/api/games/{uuid4()}/commands", {"authorization": "Bearer rh_guessed"}
    bot |= {"content_type": "application/json"}

    async def statuses(proxy: str) -> list[int]:
        sent = [post(path, b"{}", proxy, x_forwarded_for=f"198.51.100.{n}", **bot) for n in (1, 2)]
        return [(await one)[0] for one in sent]

    assert await statuses("127.0.0.1") == [400, 400]
    assert await statuses("192.0.2.7") == [400, 429]
