"""Nobody is held at a table that others have left: one may give up, or go on without who does not come."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.accounts.models import User
from games.tables.models import Game
from games.tables.services.clocks import stand_in
from rules import editions
from tests.games.tables.given import a_game, first_move, play_on, submit

pytestmark = pytest.mark.django_db


def post(api: APIClient, user: User, game: Game, what: str, **body: Any) -> Any:
    api.force_authenticate(user)
    return api.post(f"/api/games/{game.id}/{what}", body)


def kind(answer: Any) -> str:
    return str(answer.json()["type"]).removeprefix("/problems/")


def strongest(game: Game) -> str:
    return stand_in(editions()[game.edition].policies)


def test_who_resigns_forfeits_and_the_game_goes_on(api: APIClient, pia: User) -> None:
    game = a_game(pia, seats=2)
    assert post(api, pia, game, "resign").status_code == 200
    command = game.commands.get()
    assert (command.actor, command.user) == ("sitter", pia)
    body = {"type": "forfeit_seat", "seat": 0, "to": strongest(game), "reason": "resigned"}
    assert command.body == body
    assert play_on(game).result["standings"][-1]["seat"] == 0


def test_rh_f1_who_resigned_does_not_come_back(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    post(api, pia, game, "resign")
    assert post(api, pia, game, "back").json()["rule"] == "RH-F1"


def test_one_may_resign_in_a_pause_and_in_a_tournament(
    api: APIClient, pia: User, paul: User
) -> None:
    game = a_game(pia, paul, scope="tournament-7")
    for user in (pia, paul):
        post(api, user, game, "pause")
    assert post(api, pia, game, "resign").status_code == 200


def test_nobody_resigns_for_another(api: APIClient, pia: User, paul: User) -> None:
    assert post(api, paul, a_game(pia), "resign").status_code == 403


@pytest.fixture
def abandoned(pia: User, paul: User) -> Game:
    """Pia has chosen her tickets, and Paul does not come."""
    game = a_game(pia, paul, seats=2)
    submit(game, pia, **first_move(game, 0))
    return game


def test_who_does_not_come_is_played_for_after_five_minutes(
    api: APIClient, abandoned: Game, pia: User, later: Any
) -> None:
    later(seconds=290)
    early = post(api, pia, abandoned, "stand-in", seat=1)
    assert (early.status_code, kind(early)) == (409, "too-early")
    assert 0 < early.json()["seconds"] <= 10
    later(seconds=10)
    assert post(api, pia, abandoned, "stand-in", seat=1).status_code == 200
    # A double click, or two who call: it counts once.
    assert post(api, pia, abandoned, "stand-in", seat=1).status_code == 200
    assert abandoned.commands.count() == 2
    last = abandoned.commands.latest("last_seq")
    body = {"type": "hand_over_seat", "seat": 1, "to": strongest(abandoned), "reason": "absent"}
    assert (last.actor, last.body) == ("sitter", body)
    assert play_on(abandoned).waiting_on == [0]


def test_who_was_absent_takes_the_seat_back(
    api: APIClient, abandoned: Game, pia: User, paul: User, later: Any
) -> None:
    later(seconds=301)
    post(api, pia, abandoned, "stand-in", seat=1)
    assert post(api, paul, abandoned, "back").status_code == 200
    submit(abandoned, paul, **first_move(abandoned, 1))


def test_who_moves_in_the_last_moment_is_not_played_for(
    api: APIClient, abandoned: Game, pia: User, paul: User, later: Any
) -> None:
    later(seconds=301)
    submit(abandoned, paul, **first_move(abandoned, 1))
    assert kind(post(api, pia, abandoned, "stand-in", seat=1)) == "not-awaited"


def test_only_who_is_awaited_is_played_for(
    api: APIClient, abandoned: Game, pia: User, paul: User, later: Any
) -> None:
    later(seconds=301)
    for user, seat in ((pia, 0), (paul, 0), (paul, 1), (pia, 7)):
        assert kind(post(api, user, abandoned, "stand-in", seat=seat)) == "not-awaited"
    for user in (pia, paul):
        post(api, user, abandoned, "pause")
    later(seconds=301)
    assert kind(post(api, pia, abandoned, "stand-in", seat=1)) == "not-awaited"


def test_who_does_not_sit_there_calls_nobody_in(
    api: APIClient, abandoned: Game, jun: User, later: Any
) -> None:
    later(seconds=301)
    assert kind(post(api, jun, abandoned, "stand-in", seat=1)) == "not-your-seat"


@pytest.mark.parametrize(
    ("settings", "refused_as"),
    [
        ({"time_control": {"kind": "correspondence", "seconds": 86_400}}, "clock-runs"),
        ({"decision_seconds": 3600}, "clock-runs"),
        ({"scope": "tournament-7"}, "no-stand-in"),
    ],
)
def test_where_a_clock_or_a_judge_decides_nobody_else_does(
    api: APIClient, pia: User, paul: User, later: Any, settings: Any, refused_as: str
) -> None:
    game = a_game(pia, paul, seats=2, **settings)
    later(seconds=301)
    assert kind(post(api, pia, game, "stand-in", seat=1)) == refused_as


def test_a_game_says_after_how_long_somebody_is_absent(api: APIClient, pia: User) -> None:
    per_turn = {"kind": "per_turn", "seconds": 60}
    for settings, seconds in (
        ({}, 300),
        ({"time_control": per_turn}, None),
        ({"scope": "7"}, None),
    ):
        game = a_game(pia, **settings)
        assert api.get(f"/api/games/{game.id}").json()["game"]["absent_after"] == seconds
