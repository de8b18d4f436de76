"""The recorded time decides: whoever sends something after the deadline of their seat is too late."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async as in_database
from rest_framework.test import APIClient

from games.accounts.models import User
from games.accounts.tokens import create_token
from games.problems import Problem
from games.tables import live
from games.tables.models import Game
from games.tables.services import committer
from games.tables.services.absence import come_back, go_away
from games.tables.services.clocks import run_out
from tests.games.tables.given import a_game, first_move, play_on, submit
from tests.games.tables.moving import a_table, an_open_connection, commands_of, next_move, say
from tests.games.tables.talking import connected
from tests.games.tables.wire import post

pytestmark = pytest.mark.django_db

PER_TURN = {"kind": "per_turn", "seconds": 60}


class Sent:
    """What is sent to the workers."""

    def __init__(self) -> None:
        self.tasks: list[tuple[str, dict[str, Any]]] = []

    def put(self, notices: Any, tasks: list[tuple[str, dict[str, Any]]]) -> None:
        self.tasks += tasks

    def run_outs(self) -> list[Any]:
        return [how["args"] for name, how in self.tasks if name.endswith("run_out_clock")]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    outbox = Sent()
    monkeypatch.setattr(live, "outbox", lambda: outbox)
    return outbox


def at_turn(*people: User, **settings: Any) -> Game:
    """Everybody has kept tickets; seat 0 has the first turn."""
    game = a_game(*people, **{"time_control": PER_TURN} | settings)
    for seat, user in enumerate(people):
        submit(game, user, **first_move(game, seat))
    return play_on(game)


def refusal(game: Game, user: User, **move: Any) -> Problem:
    with pytest.raises(Problem) as refused:
        submit(game, user, **move)
    return refused.value


@pytest.mark.parametrize("on_run_out", ["ai", "forfeit", "judge"])
def test_who_moves_after_the_deadline_is_refused_and_nothing_is_written(
    pia: User, later: Any, on_run_out: str
) -> None:
    game = at_turn(pia, on_run_out=on_run_out)
    before = game.head_seq, commands_of(game)
    later(seconds=61)
    problem = refusal(game, pia, **first_move(game, 0))
    assert (problem.status_code, problem.kind, problem.more) == (409, "time-over", {"seat": 0})
    game.refresh_from_db()
    assert (game.head_seq, commands_of(game)) == before


def test_who_moves_before_the_deadline_is_not_refused(pia: User, later: Any) -> None:
    game = at_turn(pia)
    later(seconds=59)
    submit(game, pia, **first_move(game, 0))


def test_who_has_no_time_left_for_the_game_makes_no_more_moves(pia: User, later: Any) -> None:
    game = at_turn(pia, time_control={"kind": "per_game", "seconds": 60, "increment": 0})
    later(seconds=60)
    assert refusal(game, pia, **first_move(game, 0)).kind == "time-over"


def test_a_choice_that_all_make_has_a_deadline_for_each(pia: User, paul: User, later: Any) -> None:
    game = play_on(a_game(pia, paul, decision_seconds=30))
    later(seconds=31)
    for seat, user in enumerate((pia, paul)):
        assert refusal(game, user, **first_move(game, seat)).more == {"seat": seat}


def test_whose_time_does_not_run_is_told_that_it_is_not_their_turn(
    pia: User, paul: User, later: Any
) -> None:
    game = at_turn(pia, paul)
    later(seconds=61)
    assert refusal(game, paul, type="draw_blind").kind == "illegal-move"


def test_what_was_accepted_in_time_is_answered_alike_for_ever(pia: User, later: Any) -> None:
    game = at_turn(pia, ai_pace=60_000)
    move = {**first_move(game, 0), "command_id": uuid4(), "expected_seq": game.head_seq}
    first = submit(game, pia, **move)
    later(seconds=61)
    assert submit(game, pia, **move) == first
    run_out(game.id, Game.objects.get(pk=game.pk).head_seq)
    assert submit(game, pia, **move) == first, "though an AI plays the seat by now"


def test_nobody_escapes_by_leaving_the_seat_to_an_ai(pia: User, later: Any) -> None:
    game = at_turn(pia, on_run_out="forfeit")
    later(seconds=61)
    with pytest.raises(Problem, match="The time of seat 1 is over"):
        go_away(pia, game.id, "")


def test_who_was_played_for_comes_back_when_that_turn_is_over(pia: User, later: Any) -> None:
    game = at_turn(pia)
    later(seconds=61)
    run_out(game.id, game.head_seq)
    with pytest.raises(Problem, match="come back when its turn is played"):
        come_back(pia, game.id)
    while Game.objects.get(pk=game.pk).waiting_on == [0]:
        play_on(game, steps=1)
    come_back(pia, game.id)
    submit(play_on(game), pia, **first_move(game, 0))


def test_rh_f1_who_forfeits_by_the_clock_is_told_that_it_is_for_good(pia: User, later: Any) -> None:
    game = at_turn(pia, on_run_out="forfeit")
    later(seconds=61)
    run_out(game.id, game.head_seq)
    with pytest.raises(Problem, match="Seat 1 has forfeited"):
        come_back(pia, game.id)


def test_that_time_is_over_is_acted_on_at_once(
    pia: User, later: Any, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    game = at_turn(pia)
    later(seconds=61)
    with django_capture_on_commit_callbacks(execute=True):
        refusal(game, pia, **first_move(game, 0))
    assert sent.run_outs() == [[str(game.id), game.head_seq]]


def test_a_machine_whose_clock_is_slow_gives_nobody_more_time(
    pia: User, paul: User, later: Any
) -> None:
    game = at_turn(pia, paul)
    later(seconds=61)
    go_away(paul, game.id, "")
    later(seconds=-61)
    assert refusal(game, pia, **first_move(game, 0)).kind == "time-over"
    run_out(game.id, Game.objects.get(pk=game.pk).head_seq)
    assert refusal(game, pia, **first_move(game, 0)).kind == "handed-over"


def test_over_http_it_is_a_problem_of_its_own(pia: User, api: APIClient, later: Any) -> None:
    game = at_turn(pia)
    later(seconds=61)
    api.force_authenticate(pia)
    answer = api.post(f"/api/games/{game.id}/commands", next_move(game))
    assert answer.status_code == 409
    assert answer.json()["type"] == "/problems/time-over"


@pytest.fixture
def own_committer() -> Iterator[None]:
    yield
    committer.stop()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("committed", "own_committer")
async def test_a_bot_is_too_late_as_everybody_else(later: Any, sent: Sent) -> None:
    game, pia, _ = await in_database(a_table)(time_control=PER_TURN)
    _, secret = await in_database(create_token)(pia, "bot")
    move = await in_database(next_move)(game)
    later(seconds=61)
    headers = {"authorization": f"Bearer {secret}", "content_type": "application/json"}
    path = f"/api/games/{game.id}/commands"
    status, problem, _ = await post(path, json.dumps(move).encode(), **headers)
    assert (status, problem["type"]) == (409, "/problems/time-over")
    assert sent.run_outs() == [[str(game.id), game.head_seq]]
    assert await in_database(commands_of)(game) == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("committed", "layer", "own_hub", "own_express")
@pytest.mark.parametrize("is_known_by_heart", [True, False])
async def test_over_a_socket_one_is_too_late_too(
    later: Any, sent: Sent, is_known_by_heart: bool
) -> None:
    game, pia, _ = await in_database(a_table)(time_control=PER_TURN)
    if is_known_by_heart:
        await an_open_connection()
    async with connected(game, pia) as socket:
        await socket.next()
        move = await in_database(next_move)(game)
        later(seconds=61)
        await say(socket, move)
        problem = (await socket.next("refused"))["problem"]
        assert problem["type"] == "/problems/time-over"
        async with asyncio.timeout(20):
            while not sent.run_outs():
                await asyncio.sleep(0.01)
    assert await in_database(commands_of)(game) == 2
