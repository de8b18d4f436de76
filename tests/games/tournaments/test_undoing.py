"""What an organiser takes back, or changes by hand."""

import pytest

from games.accounts.models import User
from games.problems import Problem
from games.tournaments import commands as c
from games.tournaments import events as e
from tests.games.tournaments.events_of import (
    a_tournament,
    do,
    enter_ais,
    state_of,
)

pytestmark = pytest.mark.django_db


def test_an_undo_takes_back_a_drop_and_is_itself_an_event(olga: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 4)
    seq = do(olga, cup, c.DropEntrant(1))
    do(olga, cup, c.Undo(seq), "The wrong one.")
    assert state_of(cup).entrants[1].status == "registered"
    with pytest.raises(Problem, match="undone already"):
        do(olga, cup, c.Undo(seq))


def test_what_was_built_upon_is_not_undone(olga: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 4)
    do(olga, cup, c.PairRound())
    with pytest.raises(Problem, match="Later events rest"):
        do(olga, cup, c.Undo(2))
    with pytest.raises(Problem, match="can't be undone"):
        do(olga, cup, c.Undo(1))


def test_tables_are_changed_by_hand_before_the_round_begins(olga: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 8)
    do(olga, cup, c.PairRound())
    one, two = (state_of(cup).table(1, t).seats for t in (1, 2))
    swapped = (e.Draw(1, (two[0], *one[1:])), e.Draw(2, (one[0], *two[1:])))
    with pytest.raises(Problem, match="would sit twice"):
        do(olga, cup, c.ChangePairing(swapped[:1]))
    with pytest.raises(Problem, match="Nowhere any more"):
        do(olga, cup, c.ChangePairing((e.Draw(1, one[1:]),)))
    do(olga, cup, c.ChangePairing(swapped), "They came in one car.")
    assert state_of(cup).table(1, 1).seats == swapped[0].seats
