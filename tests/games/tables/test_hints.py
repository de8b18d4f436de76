"""Hints for learners: from their own seat's view, and not where games count."""

import pytest
from rest_framework.test import APIClient

from games.problems import Problem
from games.tables.services.hints import hint_for
from rules import editions
from tests.games.tables.given import a_game, a_user, play_on, submit

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("edition", editions())
def test_a_hint_is_a_legal_move_with_a_reason(edition: str) -> None:
    ada = a_user("ada")
    game = a_game(ada, edition=edition)
    for _ in range(12):
        play_on(game)
        hint = hint_for(ada, game.id)
        assert hint.policy == "planner"
        assert len(hint.why) > 20
        submit(game, ada, **hint.command)


def test_the_hint_comes_by_http_as_a_command_to_send() -> None:
    ada = a_user("ada")
    game = a_game(ada)
    client = APIClient()
    client.force_authenticate(ada)
    answer = client.get(f"/api/games/{game.id}/hint")
    assert answer.status_code == 200, answer.content
    assert answer.json()["command"]["type"] == "keep_tickets"


def test_asking_twice_gives_the_same_hint() -> None:
    ada = a_user("ada")
    game = play_on(a_game(ada))
    assert hint_for(ada, game.id) == hint_for(ada, game.id)


def test_there_are_no_hints_in_a_tournament_whose_games_are_the_rated_ones() -> None:
    ada = a_user("ada")
    game = a_game(ada, scope="tournament:1")
    assert game.is_rated
    assert not a_game(a_user("bo")).is_rated
    with pytest.raises(Problem) as refused:
        hint_for(ada, game.id)
    assert (refused.value.status_code, refused.value.kind) == (403, "no-hints")


def test_there_is_no_hint_out_of_turn_or_for_who_has_no_seat() -> None:
    ada, bo = a_user("ada"), a_user("bo")
    game = a_game(ada, a_user("cy"))
    submit(game, ada, **hint_for(ada, game.id).command)
    with pytest.raises(Problem) as refused:
        hint_for(ada, game.id)
    assert refused.value.kind == "not-your-turn"
    with pytest.raises(Problem) as refused:
        hint_for(bo, game.id)
    assert refused.value.status_code == 403
