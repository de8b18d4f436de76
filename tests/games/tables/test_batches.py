"""Commands that are carried out together: each is answered for itself."""

from typing import Any
from uuid import uuid4

import pytest

from games.accounts.models import User
from games.problems import Problem
from games.tables import snapshots
from games.tables.models import Game, GameEvent
from games.tables.services.commands import carry_out
from games.tables.services.judging import Accepted, Submission
from tests.games.tables.conftest import assert_rebuilt_equals_stored
from tests.games.tables.given import a_game, first_move

pytestmark = pytest.mark.django_db


def test_a_double_click_in_one_batch_counts_once(pia: User) -> None:
    game = a_game(pia)
    one = Submission(
        game.id, uuid4(), first_move(game, 0), user_id=pia.pk, expected_seq=game.head_seq
    )
    first, second = carry_out([one, one])
    assert isinstance(first, Accepted)
    assert first == second
    assert game.commands.count() == 1


def test_a_refusal_leaves_its_neighbours_in_the_batch_alone(pia: User, paul: User) -> None:
    games = [a_game(pia), a_game(pia), a_game(pia)]
    moves = [first_move(game, 0) for game in games]
    moves[1] = {"type": "keep_tickets", "tickets": []}
    batch = [
        Submission(game.id, uuid4(), move, user_id=pia.pk, expected_seq=game.head_seq)
        for game, move in zip(games, moves, strict=True)
    ]
    good, bad, good_too = carry_out(batch)
    assert isinstance(good, Accepted)
    assert isinstance(bad, Problem)
    assert isinstance(good_too, Accepted)


def test_a_fault_leaves_its_neighbours_in_the_batch_alone(
    pia: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [a_game(pia), a_game(pia)]
    broken = snapshots.at_head(games[0])
    monkeypatch.setattr(type(broken.state), "copy", fault_once(type(broken.state).copy))
    batch = [Submission(game.id, uuid4(), first_move(game, 0), user_id=pia.pk) for game in games]
    bad, good = carry_out(batch)
    assert isinstance(bad, Problem)
    assert bad.status_code == 500
    assert isinstance(good, Accepted)
    # An error's text may name a hidden card: it goes nowhere.
    assert "locomotive" not in bad.sentence
    assert "locomotive" not in caplog.text


def fault_once(copy: Any) -> Any:
    calls = []

    def failing(self: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise KeyError("locomotive")
        return copy(self)

    return failing


def test_several_seats_of_a_game_can_choose_in_one_batch(pia: User, paul: User) -> None:
    game = a_game(pia, paul)
    batch = [
        Submission(game.id, uuid4(), first_move(game, seat), user_id=user.pk)
        for seat, user in enumerate((pia, paul))
    ]
    first, second = carry_out(batch)
    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert second.first_seq == first.seq + 1


def test_an_unexpected_clash_is_retried_alone_and_then_a_conflict(
    pia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should the locks ever fail, the primary key still lets nobody overwrite a position."""
    games = [a_game(pia), a_game(pia)]
    batch = [Submission(game.id, uuid4(), first_move(game, 0), user_id=pia.pk) for game in games]
    taken = GameEvent.objects.get(game=games[0], seq=games[0].head_seq)
    taken.seq += 1
    taken.save(force_insert=True)
    clash, good = carry_out(batch)
    assert isinstance(clash, Problem)
    assert clash.status_code == 409
    assert isinstance(good, Accepted)
    # And the check after every scenario notices such a log.
    with pytest.raises(AssertionError):
        assert_rebuilt_equals_stored(Game.objects.get(pk=games[0].pk))
    Game.objects.filter(pk=games[0].pk).update(head_seq=0)
