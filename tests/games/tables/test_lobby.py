"""The lobby through HTTP, as a page or a bot meets it."""

import json
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import Role, User
from games.tables import live
from games.tables.ai_names import LOCOMOTIVES
from games.tables.models import Game
from rules import commitment, editions
from rules.kernel.chance import unchosen_salt

pytestmark = pytest.mark.django_db

SALT = "0123456789abcdef"
EDITION = next(iter(editions().values()))
LEVEL = next(iter(EDITION.policies))
OPEN = {"kind": "open"}
AI = {"kind": "ai", "level": LEVEL}


def person(name: str) -> Client:
    user, _ = User.objects.get_or_create(username=name, display_name=name.title())
    client = Client()
    client.force_login(user)
    return client


def call(client: Client, path: str, method: str = "post", **body: Any) -> Any:
    response = getattr(client, method)(f"/api/{path}", body, content_type="application/json")
    return response.status_code, json.loads(response.content)


def a_lobby(host: Client, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    seats = seats or (OPEN, OPEN)
    status, game = call(host, "games", edition=EDITION.id, seats=seats, **more)
    assert status == 201, game
    return dict(game)


def join(client: Client, game: dict[str, Any], **more: Any) -> Any:
    return call(client, f"games/{game['id']}/join", **({"salt": SALT} | more))


def act(client: Client, game: dict[str, Any], what: str, **more: Any) -> Any:
    return call(client, f"games/{game['id']}/{what}", **more)


def look(client: Client, game: dict[str, Any]) -> Any:
    response = client.get(f"/api/games/{game['id']}")
    return response.status_code, response.json().get("game")


def names(client: Client, **filters: Any) -> list[str]:
    page = client.get("/api/games", filters).json()
    return [game["name"] for game in page["results"]]


# From nothing to a running game


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


# Seats


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


# Beginning and ending


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


# Who may see what


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
    assert bo.get("/api/invites/guess").status_code == 404


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


# The list


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


def test_a_game_that_never_was_is_not_there() -> None:
    ada = person("ada")
    nowhere = {"id": "00000000-0000-4000-8000-000000000000"}
    assert look(ada, nowhere)[0] == 404
    assert join(ada, nowhere)[0] == 404
    assert ada.get("/api/games/7").status_code == 404
