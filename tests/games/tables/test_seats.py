"""Sitting down, over HTTP: who may sit where, and with which salt."""

from typing import Any

import pytest
from django.test import Client

from games.tables.ai_names import LOCOMOTIVES
from games.tables.models import Game
from rules.kernel.chance import unchosen_salt
from tests.games.tables.lobby_calls import (
    AI,
    EDITION,
    LEVEL,
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


def test_one_sits_in_the_first_free_seat_or_in_a_certain_one() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada, AI, OPEN, OPEN)
    assert join(ada, game)[1]["my_seat"] == 1
    assert join(bo, game, seat=2)[1]["my_seat"] == 2
    assert join(person("cy"), game)[1]["type"] == "/problems/full"


def test_a_seat_has_room_for_one() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada, AI, OPEN, OPEN)
    join(ada, game, seat=1)
    status, problem = join(bo, game, seat=1)
    assert (status, problem["detail"]) == (409, "Ada sits in seat 2 already.")
    assert join(bo, game, seat=0)[0] == 409
    status, problem = join(bo, game, seat=3)
    assert (status, list(problem["errors"])) == (400, ["seat"])


def test_joining_twice_is_joining_once_and_another_seat_is_a_move() -> None:
    ada = person("ada")
    game = a_lobby(ada, OPEN, OPEN, OPEN)
    join(ada, game)
    assert join(ada, game)[1]["my_seat"] == 0
    _, game = join(ada, game, seat=2)
    assert [seat["kind"] for seat in game["seats"]] == ["open", "open", "person"]


@pytest.mark.parametrize("salt", ["", "short", "x" * 129, "0123456789abcde\n", "é" * 20, None, 7])
def test_a_sitter_brings_a_proper_salt(salt: Any) -> None:
    ada = person("ada")
    status, problem = join(ada, a_lobby(ada), salt=salt)
    assert (status, list(problem["errors"])) == (400, ["salt"])


def test_a_kept_seat_is_for_the_one_who_is_invited() -> None:
    ada, bo, cy = person("ada"), person("bo"), person("cy")
    game = a_lobby(ada, {"kind": "invited", "username": "BO"}, {"kind": "host"})
    assert join(cy, game, seat=0)[1]["type"] == "/problems/seat-kept"
    assert join(cy, game)[1]["type"] == "/problems/full"
    assert (
        look(bo, game)[1]["seats"][0] | {"kept_for_me": True, "name": "Bo"}
        == (look(bo, game)[1]["seats"][0])
    )
    assert look(cy, game)[1]["seats"][0]["name"] == ""
    assert join(bo, game)[1]["my_seat"] == 0
    assert join(ada, game)[1]["my_seat"] == 1


def test_who_is_invited_may_be_written_with_any_capitals() -> None:
    ada, bo = person("ada"), person("bøje")
    game = a_lobby(ada, {"kind": "invited", "username": "BØJE"}, {"kind": "host"})
    assert join(bo, game)[1]["my_seat"] == 0


def test_who_leaves_makes_room() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada)
    join(bo, game)
    salt = Game.objects.get().seats.get(number=0).salt
    _, game = act(bo, game, "leave")
    assert [seat["kind"] for seat in game["seats"]] == ["open", "open"]
    assert Game.objects.get().seats.get(number=0).salt != salt
    assert act(bo, game, "leave")[1]["type"] == "/problems/not-seated"


def test_the_host_changes_seats_and_nobody_else_does() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada)
    join(bo, game, seat=0)
    path = f"games/{game['id']}/seats/0"
    assert call(bo, path, "put", **AI)[1]["type"] == "/problems/not-the-host"
    _, game = call(ada, path, "put", **AI)
    assert (game["seats"][0]["kind"], game["seats"][0]["level"]) == ("ai", LEVEL)
    _, game = call(ada, path, "put", kind="invited", username="bo")
    assert (game["seats"][0]["kind"], game["seats"][0]["name"]) == ("invited", "Bo")
    _, game = call(ada, path, "put", **OPEN)
    assert game["seats"][0]["kind"] == "open"
    assert call(ada, f"games/{game['id']}/seats/9", "put", **OPEN)[0] == 400
    assert call(ada, path, "put", kind="throne")[0] == 400


def test_the_host_fills_open_seats_with_ais_that_have_names() -> None:
    ada, bo = person("ada"), person("bo")
    person("cy")
    game = a_lobby(ada, OPEN, {"kind": "invited", "username": "cy"}, OPEN, OPEN)
    join(bo, game)
    assert act(bo, game, "fill")[0] == 403
    assert act(ada, game, "fill", level="deep")[0] == 400
    _, game = act(ada, game, "fill")
    assert [seat["kind"] for seat in game["seats"]] == ["person", "invited", "ai", "ai"]
    assert len({seat["name"] for seat in game["seats"]}) == 4
    assert {seat["name"] for seat in game["seats"][2:]} <= set(LOCOMOTIVES)


def test_the_salt_of_an_ai_follows_from_the_seed_and_that_of_a_person_does_not() -> None:
    """So an operator who knows the seed can't try salts for an AI until a deck pleases."""
    _, shown = call(Client(), "games/quick-play", edition=EDITION.id, salt=SALT)
    game = Game.objects.get(id=shown["id"])
    seed = bytes(game.sealed_seed.seed)
    salts = game.events.get(seq=1).payload["salts"]
    assert salts == [SALT, *(unchosen_salt(seed, seat) for seat in (1, 2, 3))]


def test_who_stands_up_takes_the_salt_along() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada)
    join(bo, game)
    act(bo, game, "leave")
    seats = Game.objects.get(id=game["id"]).seats
    assert not seats.filter(salt=SALT, user=None).exists()
