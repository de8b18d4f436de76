"""Finding games, over HTTP: what is listed, what is private, and what a link opens."""

from base64 import b64encode
from typing import Any

import pytest
from django.test import Client

from tests.games.tables.lobby_calls import (
    AI,
    EDITION,
    OPEN,
    a_lobby,
    act,
    call,
    join,
    look,
    names,
    person,
)

pytestmark = pytest.mark.django_db


def test_a_private_game_is_not_there_for_others() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada, OPEN, OPEN, visibility="private", name="Hidden")
    for other in (Client(), bo):
        assert look(other, game)[0] == 404
        assert names(other) == []
        assert names(other, search="Hidden") == []
    assert join(bo, game)[0] == 404
    assert join(bo, game, invite="guess")[0] == 404
    for what in ("leave", "start", "cancel", "fill"):
        assert act(bo, game, what)[0] == 404
    assert call(bo, f"games/{game['id']}/seats/0", "put", **OPEN)[0] == 404
    assert look(ada, game)[0] == 200
    assert names(ada) == ["Hidden"]


def test_a_guest_reads_no_private_game_of_others_even_while_it_runs() -> None:
    ada, guest = person("ada"), Client()
    call(guest, "accounts/guest", display_name="Passing by")
    game = a_lobby(ada, AI, AI, visibility="private", starts_when_full=True)
    assert look(guest, game)[0] == 404
    assert names(guest, live=True) == []


def test_the_invite_link_opens_a_private_game() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada, OPEN, OPEN, visibility="private")
    token = game["invite_token"]
    seen = bo.get(f"/api/invites/{token}").json()
    assert (seen["id"], seen["commitment"]) == (game["id"], game["commitment"])
    assert join(bo, game, invite=token)[1]["my_seat"] == 0
    assert look(bo, game)[0] == 200
    guessed = bo.get("/api/invites/guess")
    assert (guessed.status_code, guessed.json()["type"]) == (404, "/problems/no-such-invite")


def test_the_invite_link_of_a_private_game_that_has_begun_tells_others_no_more_than_that() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada, {"kind": "host"}, AI, visibility="private", starts_when_full=True)
    address = f"/api/invites/{game['invite_token']}"
    join(ada, game)
    for other in (Client(), bo):
        answer = other.get(address)
        assert (answer.status_code, answer.json()["type"]) == (409, "/problems/not-a-lobby")
        assert game["id"] not in answer.content.decode()
    assert ada.get(address).json()["status"] == "running"


def test_the_invite_link_of_a_public_game_leads_to_it_even_later(client: Client) -> None:
    game = a_lobby(person("ada"), AI, AI, starts_when_full=True)
    assert client.get(f"/api/invites/{game['invite_token']}").json()["status"] == "running"


def test_the_host_renews_the_invite_link_and_nobody_else_does() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada, visibility="private")
    old = game["invite_token"]
    join(bo, game, invite=old)
    seen = ada.get(f"/api/games/{game['id']}").headers["ETag"]
    assert act(bo, game, "renew-invite")[1]["type"] == "/problems/not-the-host"
    assert act(person("cy"), game, "renew-invite")[0] == 404
    status, renewed = act(ada, game, "renew-invite")
    assert (status, renewed["seats"][0]["name"]) == (200, "Bo")
    assert bo.get(f"/api/invites/{old}").status_code == 404
    assert bo.get(f"/api/invites/{renewed['invite_token']}").status_code == 200
    headers = {"If-None-Match": seen}
    assert ada.get(f"/api/games/{game['id']}", headers=headers).status_code == 200


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_whose_seat_was_taken_away_does_not_come_back_by_the_old_link(visibility: str) -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada, visibility=visibility)
    old = game["invite_token"]
    join(bo, game, invite=old)
    _, changed = call(ada, f"games/{game['id']}/seats/0", "put", **OPEN)
    assert join(bo, game, invite=old)[0] in (403, 404)
    assert join(bo, game, invite=changed["invite_token"])[0] == 200


def test_a_seat_that_nobody_had_is_changed_and_the_link_stays() -> None:
    ada = person("ada")
    game = a_lobby(ada, visibility="private")
    join(ada, game)
    for number in (0, 1):
        _, changed = call(ada, f"games/{game['id']}/seats/{number}", "put", **OPEN)
        assert changed["invite_token"] == game["invite_token"]


def test_an_unlisted_game_can_be_watched_by_address_and_joined_by_link() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada, OPEN, OPEN, visibility="unlisted")
    assert names(bo) == []
    status, seen = look(bo, game)
    assert (status, seen["invite_token"]) == (200, None)
    assert join(bo, game)[1]["type"] == "/problems/invitation-needed"
    assert join(bo, game, invite=game["invite_token"])[0] == 200


def test_the_invite_token_is_for_those_who_belong_to_the_game() -> None:
    ada, bo = person("ada"), person("bo")
    game = a_lobby(ada)
    assert look(bo, game)[1]["invite_token"] is None
    assert look(Client(), game)[1]["invite_token"] is None
    join(bo, game)
    assert look(bo, game)[1]["invite_token"] == game["invite_token"]


def test_the_list_is_filtered() -> None:
    ada, bo = person("ada"), person("bo")
    a_lobby(ada, OPEN, OPEN, name="Open one")
    a_lobby(ada, AI, {"kind": "invited", "username": "bo"}, name="Kept one")
    a_lobby(bo, AI, AI, name="Live one", starts_when_full=True)
    act(ada, a_lobby(ada, name="Gone one"), "cancel")
    everything = ["Gone one", "Live one", "Kept one", "Open one"]
    assert names(Client()) == names(ada) == everything
    assert names(Client(), open=True) == ["Open one"]
    assert names(bo, open=True) == ["Kept one", "Open one"]
    assert names(ada, live=True) == ["Live one"]
    assert names(ada, status="cancelled") == ["Gone one"]
    assert names(bo, mine=True) == ["Live one", "Kept one"]
    assert names(Client(), mine=True) == []
    assert names(ada, search="OPEN") == ["Open one"]
    assert names(ada, edition=EDITION.id) == everything
    assert names(ada, edition="chess") == []


def test_a_game_is_found_by_who_sits_in_it() -> None:
    ada, bo = person("ada"), person("bo")
    join(bo, a_lobby(ada, name="With Bo"))
    a_lobby(ada, name="Without")
    join(person("Bodil"), a_lobby(ada, name="With Bodil"))
    assert names(ada, search="bo") == ["With Bodil", "With Bo"]
    assert names(ada, player=["Bo", "nobody"]) == ["With Bo"]


def test_the_list_comes_in_pages_that_do_not_shift() -> None:
    ada = person("ada")
    for number in range(5):
        a_lobby(ada, name=f"Game {number}")
    first = ada.get("/api/games?page_size=2").json()
    a_lobby(ada, name="Newer")
    second = ada.get(first["next"]).json()
    assert [game["name"] for game in first["results"]] == ["Game 4", "Game 3"]
    assert [game["name"] for game in second["results"]] == ["Game 2", "Game 1"]
    assert ada.get(second["next"]).json()["next"] is None


def test_a_page_costs_the_same_however_many_games_are_on_it(
    django_assert_max_num_queries: Any,
) -> None:
    ada = person("ada")
    for _ in range(8):
        join(ada, a_lobby(ada))
    with django_assert_max_num_queries(6):
        assert len(names(ada)) == 8


@pytest.mark.parametrize(
    "query",
    [
        "status=won",
        "page_size=0",
        "page_size=1000",
        "mine=perhaps",
        "search=%00",
        "search=" + "x" * 81,
    ],
)
def test_a_malformed_query_is_told_what_is_wrong(query: str) -> None:
    response = Client().get(f"/api/games?{query}")
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [query.partition("=")[0]]


def test_a_made_up_cursor_leads_nowhere() -> None:
    assert Client().get("/api/games?cursor=xyz").status_code == 404


@pytest.mark.parametrize(
    "position", ["", "yesterday", "a\0b", "0001-01-01T00:00:00+14:00", "2026-13-01T00:00:00+00:00"]
)
def test_a_cursor_that_is_none_of_ours_leads_nowhere(client: Client, position: str) -> None:
    cursor = b64encode(f"p={position}".encode()).decode()
    assert client.get("/api/games", {"cursor": cursor}).status_code == 404


def test_a_game_that_never_was_is_not_there() -> None:
    ada = person("ada")
    nowhere = {"id": "00000000-0000-4000-8000-000000000000"}
    assert look(ada, nowhere)[0] == 404
    assert join(ada, nowhere)[0] == 404
    assert ada.get("/api/games/7").status_code == 404
