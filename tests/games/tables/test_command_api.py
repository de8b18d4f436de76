"""`POST /api/games/{id}/commands`, as a page calls it."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from games.accounts.models import User
from games.tables.models import Game
from tests.games.tables.given import a_game, first_move

pytestmark = pytest.mark.django_db


def post(api: APIClient, user: User | None, game: Game, body: Any) -> Any:
    api.force_authenticate(user)
    return api.post(f"/api/games/{game.id}/commands", body)


def command(game: Game, seat: int = 0, **changes: Any) -> dict[str, Any]:
    return {
        "command_id": str(uuid4()),
        "expected_seq": game.head_seq,
        **first_move(game, seat),
        **changes,
    }


def test_a_move_is_accepted(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    answer = post(api, pia, game, command(game))
    assert answer.status_code == 200
    assert answer.json()["events"][0]["type"] == "tickets_kept"


def test_each_refusal_is_a_problem(api: APIClient, pia: User, paul: User) -> None:
    game = a_game(pia)
    cases = [
        (pia, command(game, tickets=[]), 422, "illegal-move"),
        (pia, command(game, expected_seq=1), 409, "conflict"),
        (paul, command(game), 403, "not-your-seat"),
        (None, command(game), 401, "not-signed-in"),
        (pia, command(game, command_id="mine"), 400, "malformed"),
        (pia, command(game, expected_seq="now"), 400, "malformed"),
        (pia, command(game, expected_seq=True), 400, "malformed"),
        (pia, command(game, type="fly"), 400, "malformed"),
        (pia, command(game, tickets=["\0"]), 400, "malformed"),
        (pia, [], 400, "malformed"),
    ]
    for user, body, status, kind in cases:
        answer = post(api, user, game, body)
        assert answer.status_code == status, (body, answer.content)
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["type"] == f"/problems/{kind}"


def test_a_game_that_is_not_there_is_not_found(api: APIClient, pia: User) -> None:
    game = a_game(pia)
    body = command(game)
    game.id = uuid4()
    assert post(api, pia, game, body).status_code == 404
