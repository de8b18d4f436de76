"""The fair-play radar looks at finished games bit by bit, and tells judges and auditors alone."""

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from games.accounts.models import Role, User
from games.audit import radar
from games.audit.models import Decision, GameAppraisal, PairLeaning
from games.tables import snapshots
from games.tables.models import Game
from rules import editions, fair_play
from rules.simulation import SERVICE, play_game
from tests.games.audit.given import a_finished_game, write_down
from tests.games.tables.given import a_lobby, a_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_play, "FIRST_LOOK", 1)
    monkeypatch.setattr(fair_play, "SECOND_LOOK", 1)
    monkeypatch.setattr(radar, "AT_ONCE", 100)


@pytest.fixture
def people() -> list[User]:
    return [a_user(name) for name in ("ada", "rolf", "una")]


def played_by(people: list[User], **settings: Any) -> Game:
    """A finished game in which people chose, not quite as the AI would have."""
    game = a_lobby(*people, seats=3, **settings)
    chance = snapshots.chance_of(game)
    played = play_game(editions()[game.edition], game.options, chance, ["easy"] * 3)
    moves = [(x if x == SERVICE else radar.BY_A_PERSON, *rest) for x, *rest in played.moves]
    write_down(game, played._replace(moves=moves))
    return game


def appraise_all() -> Iterator[int]:
    while weighed := radar.appraise_some():
        yield weighed


def look(client: Client, user: User, path: str = "radar") -> Any:
    client.force_login(user)
    return client.get(f"/api/audit/{path}")


def of_edition(answer: Any, edition: str) -> Any:
    return next(one for one in answer.json()["editions"] if one["edition"] == edition)


def a_judge(scope: str = "") -> User:
    judge = a_user("jun")
    Role.objects.create(user=judge, role=Role.Name.JUDGE, scope=scope)
    return judge


def test_a_game_is_looked_at_a_few_decisions_at_a_time(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played_by(people)
    chosen = game.commands.filter(actor=radar.BY_A_PERSON).count()
    monkeypatch.setattr(radar, "AT_ONCE", chosen - 1)
    assert list(appraise_all()) == [chosen - 1, 1]
    assert GameAppraisal.objects.get(game=game).is_whole
    assert set(Decision.objects.values_list("seat", flat=True)) == {0, 1, 2}
    assert PairLeaning.objects.filter(game=game).count() == 6
    before = list(PairLeaning.objects.values())
    assert radar.appraise_some() == 0
    assert list(PairLeaning.objects.values()) == before


def test_only_what_people_chose_is_looked_at() -> None:
    a_finished_game(a_user("ada"), seats=3)
    assert list(appraise_all()) == []
    assert not Decision.objects.exists()


def test_a_judge_is_told_what_it_cost_whom_it_helped_and_how_often_the_radar_is_wrong(
    client: Client, people: list[User]
) -> None:
    game = played_by(people)
    list(appraise_all())
    judge = a_judge()
    shown = of_edition(look(client, judge), game.edition)
    assert len(shown["pairs"]) == 6
    # One game is never enough.
    assert {pair["finding"] for pair in shown["pairs"]} == {"too_little"}
    rates = [one._asdict() for one in fair_play.measured(editions()[game.edition])]
    assert shown["measured"] == json.loads(json.dumps(rates))
    decision = look(client, judge, f"games/{game.id}/decisions").json()["decisions"][0]
    assert decision["cost"] == -decision["gains"][decision["seat"]]
    assert decision["chosen"] != decision["instead"]


def test_evidence_of_a_pair_adds_up_over_games(client: Client, people: list[User]) -> None:
    for _ in range(fair_play.LEAST_GAMES):
        game = played_by(people)
        for helper in people:
            for helped in people:
                if helper != helped:
                    total = 2.0 if (helper, helped) == (people[0], people[1]) else 0.0
                    PairLeaning.objects.create(
                        game=game, helper=helper, helped=helped,
                        total=total, squares=1.0, decisions=9,
                    )  # fmt: skip
    first, *others = of_edition(look(client, a_judge()), game.edition)["pairs"]
    assert (first["helper"], first["helped"], first["finding"]) == ("Ada", "Rolf", "flag")
    assert first["games"] == fair_play.LEAST_GAMES
    assert first["given"] == 2.0 * fair_play.LEAST_GAMES
    assert {pair["finding"] for pair in others} == {"nothing"}


def test_evidence_of_two_editions_is_never_added_up(client: Client, people: list[User]) -> None:
    """Each has its own rate of wrong flags."""
    for number in range(fair_play.LEAST_GAMES):
        game = a_lobby(*people, seats=3, edition="usa" if number else "card_game")
        PairLeaning.objects.create(
            game=game, helper=people[0], helped=people[1], total=9.0, squares=1.0, decisions=9
        )
    shown = look(client, a_judge())
    games = {one["edition"]: [x["games"] for x in one["pairs"]] for one in shown.json()["editions"]}
    assert games["card_game"] == [1]
    assert games["usa"] == [fair_play.LEAST_GAMES - 1]
    assert of_edition(shown, "usa")["pairs"][0]["finding"] == "too_little"


@pytest.mark.parametrize("edition", ["usa", "old_west", "japan"])
def test_a_board_is_looked_at_as_well(edition: str, people: list[User]) -> None:
    game = played_by(people, edition=edition)
    list(appraise_all())
    assert GameAppraisal.objects.get(game=game).is_whole
    assert set(Decision.objects.values_list("seat", flat=True)) == {0, 1, 2}
    assert PairLeaning.objects.filter(game=game).count() == 6


def test_what_was_passed_over_before_is_looked_at_after_the_upgrade(people: list[User]) -> None:
    game, whole = played_by(people, edition="usa"), played_by(people)
    GameAppraisal.objects.create(game=game, is_whole=True)
    GameAppraisal.objects.create(game=whole, reached=99, is_whole=True)
    upgrade = import_module("games.audit.migrations.0007_appraise_boards")
    upgrade.forget_what_was_passed_over(apps, None)
    list(appraise_all())
    assert set(Decision.objects.values_list("game", flat=True)) == {game.id}


def test_no_player_and_no_stranger_is_told_anything(client: Client, people: list[User]) -> None:
    game = played_by(people)
    list(appraise_all())
    for path in ("radar", f"games/{game.id}/decisions"):
        assert client.get(f"/api/audit/{path}").status_code == 401
    for path in ("radar", f"games/{game.id}/decisions"):
        assert look(client, people[0], path).status_code == 403
    # Not even one who judges elsewhere, or who judges and played.
    elsewhere = a_judge("some-other-event")
    assert not any(one["pairs"] for one in look(client, elsewhere).json()["editions"])
    assert look(client, elsewhere, f"games/{game.id}/decisions").status_code == 404
    Role.objects.create(user=people[0], role=Role.Name.JUDGE)
    assert not any(one["pairs"] for one in look(client, people[0]).json()["editions"])
    assert look(client, people[0], f"games/{game.id}/decisions").status_code == 404
