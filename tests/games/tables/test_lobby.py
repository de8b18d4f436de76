"""Making, beginning and cancelling a game, over HTTP, as a page or a bot meets it."""

import json
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import Role, User
from games.tables import live
from games.tables.models import Game
from rules import commitment
from tests.games.tables.lobby_calls import (
    AI,
    EDITION,
    OPEN,
    SALT,
    a_lobby,
    act,
    call,
    join,
    look,
    person,
)

pytestmark = pytest.mark.django_db


def test_from_signing_up_to_the_first_turn_over_http() -> None:
    ada, bo = Client(), Client()
    call(ada, "accounts/sign-up", username="ada", password="nine-fast-wagons")
    call(bo, "accounts/guest", display_name="Bo")
    game = a_lobby(ada, {"kind": "host"}, OPEN, name="Friday")
    assert join(ada, game)[0] == 200
    assert join(bo, game, salt="b" * 32)[0] == 200
    status, game = act(ada, game, "start")
    assert (status, game["status"]) == (200, "running")
    assert game["head_seq"] > 0
    assert [seat["name"] for seat in game["seats"]] == ["ada", "Bo"]
    opened = Game.objects.get().events.get(seq=1).payload
    assert opened["salts"] == [SALT, "b" * 32]


def test_whoever_looks_at_a_lobby_is_told_when_somebody_sits_down(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[list[str]] = []
    game = a_lobby(person("ada"), {"kind": "host"}, OPEN)
    monkeypatch.setattr(
        live, "local_listeners", [lambda moves: told.append([s.name for s in moves[0].seats])]
    )
    with django_capture_on_commit_callbacks(execute=True):
        join(person("bo"), game)
    assert told == [["", "Bo"]]


def test_the_commitment_is_shown_before_anyone_sits_and_is_the_seeds() -> None:
    game = a_lobby(person("ada"), {"kind": "host"}, OPEN)
    assert [seat["kind"] for seat in game["seats"]] == ["invited", "open"]
    sealed = Game.objects.get().sealed_seed
    assert game["commitment"] == commitment(bytes(sealed.seed))
    assert bytes(sealed.seed).hex() not in json.dumps(game)


def test_a_new_game_keeps_what_its_host_chose() -> None:
    chosen = {
        "name": "Friday",
        "visibility": "unlisted",
        "time_control": {"kind": "per_game", "seconds": 600, "increment": 5},
        "on_run_out": "forfeit",
        "decision_seconds": 30,
        "ai_pace": 500,
        "commentary_delay": {"turns": 4},
        "starts_when_full": True,
        "options": dict.fromkeys(EDITION.options, True),
    }
    game = a_lobby(person("ada"), OPEN, AI, **chosen)
    assert {name: game[name] for name in chosen} == chosen
    assert (game["host_name"], game["is_host"], game["my_seat"]) == ("Ada", True, None)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"edition": "chess"}, "edition"),
        ({"edition": None}, "edition"),
        ({"seats": [OPEN] * (EDITION.seats[0] - 1)}, "seats"),
        ({"seats": [OPEN] * (EDITION.seats[-1] + 1)}, "seats"),
        ({"seats": "four"}, "seats.non_field_errors"),
        ({"seats": [{"kind": "host"}, {"kind": "host"}]}, "seats"),
        ({"seats": [OPEN, {"kind": "throne"}]}, "seats.1.kind"),
        ({"seats": [OPEN, {"kind": "ai", "level": "deep"}]}, "level"),
        ({"seats": [OPEN, {"kind": "invited"}]}, "seats.1.username"),
        ({"seats": [OPEN, {"kind": "invited", "username": "nobody"}]}, "seats"),
        ({"options": {"flying_trains": True}}, "options"),
        ({"options": {"open_track": "perhaps"}}, "options.open_track"),
        ({"visibility": "secret"}, "visibility"),
        ({"time_control": {"kind": "hourglass"}}, "time_control.kind"),
        ({"time_control": {"kind": "per_turn"}}, "time_control.seconds"),
        ({"time_control": {"kind": "none", "seconds": 5}}, "time_control.seconds"),
        (
            {"time_control": {"kind": "per_turn", "seconds": 60, "increment": 5}},
            "time_control.increment",
        ),
        ({"on_run_out": "explode"}, "on_run_out"),
        ({"on_run_out": "judge"}, "on_run_out"),
        ({"ai_pace": -1}, "ai_pace"),
        ({"commentary_delay": {}}, "commentary_delay"),
        ({"commentary_delay": {"turns": 1, "seconds": 1}}, "commentary_delay"),
        ({"name": "x" * 81}, "name"),
        ({"name": "a\nb"}, "name"),
    ],
)
def test_a_malformed_game_is_told_what_is_wrong(wrong: dict[str, Any], field: str) -> None:
    good = {"edition": EDITION.id, "seats": [OPEN, OPEN]}
    status, problem = call(person("ada"), "games", **(good | wrong))
    assert status == 400
    assert [name.removesuffix(".non_field_errors") for name in problem["errors"]] == [
        field.removesuffix(".non_field_errors")
    ]
    assert Game.objects.count() == 0


def test_a_judge_is_called_only_where_somebody_else_can_come() -> None:
    ada = person("ada")
    table = {"edition": EDITION.id, "seats": [OPEN, OPEN], "on_run_out": "judge"}
    User.objects.get(username="ada").roles.create(role="judge")
    User.objects.create_user("jan").roles.create(role="judge", scope="tournament-7")
    assert call(ada, "games", **table)[0] == 400
    User.objects.create_user("jun").roles.create(role="judge")
    assert call(ada, "games", **table)[0] == 201


def test_a_stranger_makes_no_game_and_takes_no_seat() -> None:
    game = a_lobby(person("ada"))
    assert call(Client(), "games", edition=EDITION.id, seats=[OPEN, OPEN])[0] == 401
    assert join(Client(), game)[0] == 401
    assert look(Client(), game)[0] == 200


def test_one_person_does_not_fill_the_lobby(settings: Any) -> None:
    settings.GAMES_AT_ONCE = {"guest": 1, "account": 2}
    ada = person("ada")
    for _ in range(2):
        game = a_lobby(ada)
    refused = call(ada, "games", edition=EDITION.id, seats=[OPEN, OPEN])
    assert (refused[0], refused[1]["type"]) == (409, "/problems/too-many-games")
    act(ada, game, "cancel")
    a_lobby(ada)


def test_only_the_host_starts_and_only_when_every_seat_is_taken() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada)
    join(ada, game)
    status, problem = act(ada, game, "start")
    assert (status, problem["detail"]) == (409, "Nobody sits in seat 2 yet.")
    join(bo, game)
    assert act(bo, game, "start")[0] == 403
    assert act(ada, game, "start")[0] == 200
    for what in ("start", "cancel", "fill", "leave"):
        status, problem = act(ada, game, what)
        assert (status, problem["type"]) == (409, "/problems/not-a-lobby")
    assert join(person("cy"), game)[1]["type"] == "/problems/not-a-lobby"


def test_a_game_that_should_begins_when_the_last_seat_is_taken() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada, OPEN, OPEN, starts_when_full=True)
    assert join(ada, game)[1]["status"] == "lobby"
    assert join(bo, game)[1]["status"] == "running"
    assert a_lobby(ada, AI, AI, starts_when_full=True)["status"] == "running"


def test_a_cancelled_game_stays_cancelled() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada)
    assert act(bo, game, "cancel")[0] == 403
    assert act(ada, game, "cancel")[1]["status"] == "cancelled"
    assert join(bo, game)[1]["type"] == "/problems/cancelled"
    assert act(ada, game, "start")[1]["type"] == "/problems/cancelled"


def test_an_organiser_may_do_what_the_host_may() -> None:
    game = a_lobby(person("ada"))
    oda = person("oda")
    Role.objects.create(user=User.objects.get(username="oda"), role="organiser")
    assert act(oda, game, "cancel")[0] == 200
