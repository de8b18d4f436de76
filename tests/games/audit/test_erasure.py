"""An account can be erased: nobody finds the person again, and every proof holds as before."""

import pytest
from django.apps import apps
from django.test import Client

from games.accounts.models import Followed, Role, User
from games.accounts.tokens import create_token
from games.audit import auditing
from games.tables.models import Game
from games.tables.services.absence import resign
from rules.verify import verify
from tests.games.audit.given import a_logged_game
from tests.games.audit.test_evidence import download
from tests.games.tables.given import a_game, play_on

pytestmark = pytest.mark.django_db

PASSWORD = "nine-fast-wagons"


@pytest.fixture
def rolf() -> User:
    rolf = User.objects.create_user("rolfino", "rolfino@example.org", PASSWORD)
    rolf.display_name = "Rolf Aaronsen"
    rolf.save()
    Role.objects.create(user=rolf, role=Role.Name.JUDGE)
    create_token(rolf, "bot")
    return rolf


def everything_stored() -> str:
    return "\n".join(
        f"{model._meta.label} {row}"
        for model in apps.get_models()
        for row in model.objects.values()
    ).lower()


def erase(client: Client, password: str = PASSWORD) -> int:
    body = {"current_password": password}
    return client.post("/api/accounts/erase", body, content_type="application/json").status_code


def test_the_games_and_their_proofs_stay_as_they_were(client: Client, rolf: User) -> None:
    game = a_logged_game(rolf)
    before = download(client, game)
    client.force_login(rolf)
    assert erase(client) == 200
    assert download(Client(), game) == before
    assert verify(before).logged is not None
    game = Game.objects.get(id=game.id)
    assert auditing.audit_game(game) == []


def test_nothing_that_is_stored_names_the_person_any_more(client: Client, rolf: User) -> None:
    game = a_logged_game(rolf)
    Game.objects.filter(id=game.id).update(name="The table of Rolf Aaronsen")
    fan = User.objects.create_user("fan")
    for user, name in ((fan, "Rolf Aaronsen"), (fan, "Flor"), (rolf, "Flor")):
        Followed.objects.create(user=user, kind=Followed.Kind.PLAYER, target=name, name=name)
    client.force_login(rolf)
    assert "rolf" in everything_stored()
    assert erase(client) == 200
    left = everything_stored()
    assert "rolf" not in left
    assert "aaronsen" not in left
    assert [(one.user, one.target) for one in Followed.objects.all()] == [(fan, "Flor")]


def test_the_games_of_one_person_stay_those_of_one_person(client: Client, rolf: User) -> None:
    games = [a_logged_game(rolf) for _ in range(2)]
    client.force_login(rolf)
    answer = client.post(
        "/api/accounts/erase", {"current_password": PASSWORD}, content_type="application/json"
    )
    pseudonym = answer.json()["pseudonym"]
    assert {game.seats.get(number=0).name for game in games} == {pseudonym}
    assert client.get("/api/me").json()["user"] is None


def test_an_erased_account_opens_no_door(client: Client, rolf: User) -> None:
    client.force_login(rolf)
    other = Client()
    other.force_login(rolf)
    assert erase(client) == 200
    assert other.get("/api/me").json()["user"] is None
    body = {"username": "rolfino", "password": PASSWORD}
    assert (
        client.post("/api/accounts/sign-in", body, content_type="application/json").status_code
        == 403
    )
    assert not rolf.api_tokens.exists()
    assert not Role.objects.filter(user=rolf).exists()


def test_it_takes_the_password_and_no_running_game(client: Client, rolf: User) -> None:
    client.force_login(rolf)
    assert erase(client, "a-wrong-guess") == 403
    a_game(rolf, seats=2)
    assert erase(client) == 409
    assert erase(Client()) == 401


def test_a_game_that_was_given_up_holds_nobody(client: Client, rolf: User) -> None:
    client.force_login(rolf)
    game = a_game(rolf, seats=2)
    resign(rolf, game.id)
    assert erase(client) == 200
    assert play_on(game).status == Game.Status.OVER
