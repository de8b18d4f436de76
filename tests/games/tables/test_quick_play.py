"""Against AIs at once, over HTTP: one call and the game has begun."""

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Game
from tests.games.tables.lobby_calls import EDITION, LEVEL, SALT, call, person

pytestmark = pytest.mark.django_db


def test_a_stranger_plays_three_ais_after_one_call() -> None:
    stranger = Client()
    status, game = call(stranger, "games/quick-play", edition=EDITION.id, salt=SALT)
    assert (status, game["status"], game["my_seat"]) == (201, "running", 0)
    assert [seat["kind"] for seat in game["seats"]] == ["person", "ai", "ai", "ai"]
    assert game["seats"][0]["name"] == "Guest"
    assert stranger.get("/api/me").json()["user"]["is_guest"]


def test_whoever_wants_to_see_the_commitment_first_brings_the_salt_afterwards() -> None:
    stranger = Client()
    _, waiting = call(stranger, "games/quick-play", edition=EDITION.id)
    assert waiting["status"] == "lobby"
    assert len(waiting["commitment"]) == 64
    _, game = call(stranger, f"games/{waiting['id']}/join", salt=SALT)
    assert (game["status"], game["my_seat"]) == ("running", 0)
    assert game["commitment"] == waiting["commitment"]


def test_quick_play_takes_an_account_a_level_and_a_number_of_opponents() -> None:
    ada = person("ada")
    wish = {"edition": EDITION.id, "salt": SALT, "level": LEVEL, "opponents": 1}
    _, game = call(ada, "games/quick-play", **wish)
    assert game["seats"][0]["name"] == "Ada"
    assert len(game["seats"]) == 2
    for wrong in ({"opponents": 19}, {"level": "deep"}, {"edition": "chess"}, {"salt": "x"}):
        assert call(ada, "games/quick-play", **(wish | wrong))[0] == 400
    assert Game.objects.count() == 1


def test_a_refused_quick_play_leaves_no_guest_behind() -> None:
    for wrong in ({"edition": "chess"}, {"level": "deep"}, {"opponents": 19}):
        wish = {"edition": EDITION.id, "salt": SALT} | wrong
        assert call(Client(), "games/quick-play", **wish)[0] == 400
    assert User.objects.count() == 0
