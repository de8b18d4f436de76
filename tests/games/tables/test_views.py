"""Everybody sees the table as they may: never more, and when the seed is out, everything."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.accounts.models import User
from games.tables.models import Game, Look
from rules.verify import verify
from tests.games.tables.given import a_game, a_lobby, first_move, play_on, submit

pytestmark = pytest.mark.django_db


def get(api: APIClient, user: User | None, game: Game, path: str = "", **query: Any) -> Any:
    api.force_authenticate(user)
    return api.get(f"/api/games/{game.id}{path}", query)


def test_a_player_sees_their_own_hand_and_moves(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    body = get(api, pia, game).json()
    assert body["you"] == {"seat": 0, "role": "player"}
    assert sum(body["view"]["hands"][0].values()) == 8
    assert body["view"]["hands"][1:] == [8, 8, 8]
    [move] = body["moves"]
    assert move["type"] == "keep_tickets_offer"
    assert move["example"]["type"] == "keep_tickets"
    assert body["seq"] == game.head_seq


def test_a_spectator_sees_no_hand_no_deck_and_no_moves(api: APIClient, pia: User) -> None:
    body = get(api, None, a_game(pia)).json()
    assert body["you"] == {"seat": None, "role": "spectator"}
    assert body["view"]["hands"] == [8, 8, 8, 8]
    assert body["view"]["deck"] == 59
    assert body["moves"] == []


def test_no_seed_leaves_before_the_end(api: APIClient, pia: User, jun: User) -> None:
    game = a_game(pia)
    seed = bytes(game.sealed_seed.seed).hex()
    for user, query in ((pia, {}), (None, {}), (jun, {"as": "judge"})):
        for path in ("", "/events", "/history", "/export"):
            assert seed not in get(api, user, game, path, **query).content.decode()


def test_an_example_is_always_a_legal_move(api: APIClient, pia: User) -> None:
    game = play_on(a_game(pia, seats=2))
    for _ in range(10):
        for move in get(api, pia, game).json()["moves"]:
            command = move.get("example", move)
        submit(game, pia, **command)
        game = play_on(game)


def test_an_older_position_shows_what_was_seen_then(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    before = get(api, pia, game).json()
    submit(game, pia, **first_move(game, 0))
    then = get(api, pia, game, seq=before["seq"]).json()
    assert then["view"] == before["view"]
    assert then["moves"] == []


@pytest.mark.parametrize("seq", ["-1", "x", "1.5", "99999999999", "²"])
def test_a_position_that_is_no_number_is_malformed(api: APIClient, pia: User, seq: str) -> None:
    assert get(api, pia, a_game(pia), seq=seq).status_code == 400


def test_a_position_that_has_not_come_is_not_found(api: APIClient, pia: User) -> None:
    assert get(api, pia, a_game(pia), seq=9999).status_code == 404


def test_a_lobby_has_no_view_yet(api: APIClient, pia: User) -> None:
    body = get(api, pia, a_lobby(pia)).json()
    assert (body["view"], body["seq"], body["moves"]) == (None, 0, [])


def test_a_private_game_is_not_found_by_strangers(api: APIClient, pia: User, paul: User) -> None:
    game = a_game(pia, visibility=Game.Visibility.PRIVATE)
    for path in ("", "/events", "/history", "/export"):
        assert get(api, paul, game, path).status_code == 404
        assert get(api, None, game, path).status_code == 404
    assert get(api, pia, game).status_code == 200


def test_events_come_after_a_position_and_only_as_one_may_see_them(
    api: APIClient, pia: User
) -> None:
    game = a_game(pia)
    mine = get(api, pia, game, "/events", after_seq=2, limit=3).json()
    assert [event["seq"] for event in mine["events"]] == [3, 4, 5]
    assert (mine["from_seq"], mine["to_seq"], mine["head_seq"]) == (2, 5, game.head_seq)
    theirs = get(api, None, game, "/events").json()["events"]
    shuffled = [event for event in theirs if event["type"] == "train_cards_shuffled"]
    assert shuffled[0]["order"] == 92


def test_who_knows_more_than_the_log_is_told_where_the_game_is(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    at_head = get(api, pia, game, "/events", after_seq=game.head_seq)
    assert (at_head.status_code, at_head.json()["to_seq"]) == (200, game.head_seq)
    beyond = get(api, pia, game, "/events", after_seq=game.head_seq + 1)
    assert (beyond.status_code, beyond.json()["type"]) == (409, "/problems/conflict")
    assert beyond.json()["seq"] == game.head_seq


def test_what_has_not_changed_is_not_sent_again(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    first = get(api, pia, game)
    again = api.get(f"/api/games/{game.id}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    for known in ("*", f'"older", {first["ETag"]}', first["ETag"].removeprefix("W/")):
        again = api.get(f"/api/games/{game.id}", headers={"If-None-Match": known})
        assert again.status_code == 304
    submit(game, pia, **first_move(game, 0))
    after = api.get(f"/api/games/{game.id}", headers={"If-None-Match": first["ETag"]})
    assert after.status_code == 200


def test_what_another_may_see_has_another_tag(api: APIClient, pia: User, paul: User) -> None:
    game = a_game(pia, paul)
    tags = {get(api, who, game)["ETag"] for who in (pia, paul, None)}
    assert len(tags) == 3


def test_a_lobby_in_which_a_seat_is_kept_for_somebody_now_has_changed(
    api: APIClient, pia: User, paul: User
) -> None:
    game = a_lobby(pia)
    game.seats.filter(number=3).update(policy="", name="")
    first = get(api, paul, game)
    game.seats.filter(number=3).update(invited=paul)
    after = api.get(f"/api/games/{game.id}", headers={"If-None-Match": first["ETag"]})
    assert after.status_code == 200
    assert after.json()["game"]["seats"][3]["kept_for_me"]
    assert get(api, None, game)["ETag"] != after["ETag"], "it is kept for nobody else"


# Judges and commentators


def test_a_judge_sees_every_hand_but_no_deck_and_leaves_a_trace(
    api: APIClient, pia: User, jun: User
) -> None:
    game = a_game(pia)
    body = get(api, jun, game, **{"as": "judge"}).json()
    assert all(isinstance(hand, dict) for hand in body["view"]["hands"])
    assert body["view"]["deck"] == 59
    look = Look.objects.get()
    assert (look.game_id, look.user_id, look.what, look.seq) == (
        game.id,
        jun.pk,
        "view",
        game.head_seq,
    )


def test_a_judge_who_does_not_ask_looks_as_a_spectator(
    api: APIClient, pia: User, jun: User
) -> None:
    body = get(api, jun, a_game(pia)).json()
    assert body["you"]["role"] == "spectator"
    assert not Look.objects.exists()


@pytest.mark.parametrize("role", ["judge", "commentator", "player"])
def test_nobody_gets_a_role_that_they_do_not_have(
    api: APIClient, pia: User, paul: User, role: str
) -> None:
    game = a_game(pia)
    assert get(api, paul, game, **{"as": role}).status_code == 403
    assert get(api, None, game, **{"as": role}).status_code == 403


def test_an_unknown_role_is_malformed(api: APIClient, pia: User) -> None:
    assert get(api, pia, a_game(pia), **{"as": "owner"}).status_code == 400


def test_who_plays_can_not_judge_the_same_game(api: APIClient, jun: User) -> None:
    assert get(api, jun, a_game(jun), **{"as": "judge"}).status_code == 403


def test_a_commentator_sees_all_hands_after_the_delay(
    api: APIClient, pia: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_game(pia, commentary_delay={"seconds": 60})
    early = get(api, cleo, game, **{"as": "commentator"}).json()
    assert (early["seq"], early["view"]) == (0, None)
    assert get(api, cleo, game, "/events", **{"as": "commentator"}).json()["events"] == []
    now = timezone.now() + timedelta(seconds=61)
    monkeypatch.setattr(timezone, "now", lambda: now)
    late = get(api, cleo, game, **{"as": "commentator"}).json()
    assert late["seq"] == game.head_seq
    assert all(isinstance(hand, dict) for hand in late["view"]["hands"])


def test_a_commentator_can_not_ask_for_a_newer_position(
    api: APIClient, pia: User, cleo: User
) -> None:
    game = a_game(pia, commentary_delay={"seconds": 60})
    answer = get(api, cleo, game, **{"as": "commentator", "seq": game.head_seq})
    assert answer.status_code == 404


def test_a_delay_can_be_counted_in_turns(api: APIClient, cleo: User) -> None:
    game = play_on(a_game(commentary_delay={"turns": 2}), steps=12)
    body = get(api, cleo, game, **{"as": "commentator"}).json()
    begun = list(
        game.events.filter(type="turn_began").order_by("-seq").values_list("seq", flat=True)
    )
    assert body["seq"] == begun[2] - 1


def test_a_role_that_was_taken_away_is_gone_at_once(api: APIClient, pia: User, jun: User) -> None:
    game = a_game(pia)
    assert get(api, jun, game, **{"as": "judge"}).status_code == 200
    jun.roles.all().delete()
    assert get(api, jun, game, **{"as": "judge"}).status_code == 403


# The end


def test_a_running_game_has_no_history_and_no_export(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    assert get(api, pia, game, "/history").status_code == 409
    assert get(api, pia, game, "/export").status_code == 409


def test_what_opens_at_the_end_is_asked_for_in_a_role_that_exists(
    api: APIClient, pia: User
) -> None:
    document = api.get("/api/schema", {"format": "json"}).json()
    game = a_game(pia)
    for path in ("/history", "/export", "/evidence"):
        answer = get(api, pia, game, path, **{"as": "owner"})
        assert answer.status_code == 400
        assert "400" in document["paths"][f"/api/games/{{game_id}}{path}"]["get"]["responses"]


def test_a_finished_game_is_open_to_everyone_and_verifies(
    api: APIClient, cleo: User, tmp_path: Path
) -> None:
    game = play_on(a_game(seats=2))
    body = get(api, None, game).json()
    assert body["view"]["revealed"]
    assert all(isinstance(hand, dict) for hand in body["view"]["hands"])
    # From its first event on.
    first = get(api, None, game, seq=3).json()
    assert isinstance(first["view"]["deck"], list)
    assert get(api, cleo, game, **{"as": "commentator"}).json()["seq"] == game.head_seq
    history = get(api, None, game, "/history").json()
    assert [event["seq"] for event in history["events"]] == list(range(1, game.head_seq + 1))
    assert history["events"][-1]["digest"] == game.head_digest
    assert len(history["commands"]) == game.commands.count()
    exported = get(api, None, game, "/export")
    verified = verify(exported.content)
    assert verified.head == game.head_digest
    assert json.loads(exported.content)["game"] == str(game.id)


# Editions


def test_editions_come_with_what_a_client_needs(api: APIClient) -> None:
    listed = api.get("/api/editions").json()
    assert {"card_game"} <= {edition["id"] for edition in listed}
    for edition in listed:
        detail = api.get(f"/api/editions/{edition['id']}").json()
        assert detail["catalog"]
        assert detail["seats"]
        assert {"type", "says", "fields"} == set(detail["events"][0])
        assert "score_round" not in {command["type"] for command in detail["commands"]}


def test_an_unknown_edition_is_not_found(api: APIClient) -> None:
    assert api.get("/api/editions/monopoly").status_code == 404
