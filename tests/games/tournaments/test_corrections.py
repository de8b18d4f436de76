"""A result is decided again after its round: a new event, with effect from there on, and never an edit."""

import pytest

from games.accounts.models import User
from games.problems import Problem
from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.event_log import read
from games.tournaments.folding import fold
from games.tournaments.models import Tournament
from games.tournaments.plan import Stage
from games.tournaments.services.tending import tend
from games.tournaments.standings import standings
from tests.games.tournaments.events_of import (
    a_tournament,
    begin_round,
    decide_tables,
    do,
    enter_ais,
    order_of,
    state_of,
)

pytestmark = pytest.mark.django_db

REVERSED = e.Outcome((4, 3, 2, 1), (6, 7, 8, 9), (0,) * 4, (0,) * 4)


def a_cup(olga: User, *stages: Stage, rounds: int = 1) -> Tournament:
    cup = a_tournament(olga, *stages)
    enter_ais(olga, cup, 8)
    for _ in range(rounds):
        begin_round(olga, cup)
        decide_tables(olga, cup)
    return cup


def winner_at(cup: Tournament, round: int, table: int) -> int:
    own = state_of(cup).table(round, table)
    return own.seats[own.outcomes[-1].places.index(1)]


def test_a_result_is_corrected_after_the_round_and_the_next_pairing_knows_it(olga: User) -> None:
    cup = a_cup(olga, Stage("knockout", advance=1))
    do(olga, cup, c.Adjudicate(1, REVERSED), "The slips were exchanged.")
    assert isinstance(read(cup.id)[-1].event, e.ResultCorrected)
    do(olga, cup, c.PairRound())
    assert state_of(cup).table(1, 1).seats[3] in state_of(cup).table(2, 1).seats


def test_later_it_changes_the_standings_and_no_pairing(olga: User) -> None:
    cup = a_cup(olga, Stage("swiss", 2), rounds=2)
    assert state_of(cup).finished
    before, paired = order_of(cup), state_of(cup).rounds[1].tables
    seats = {number: table.seats for number, table in paired.items()}
    seq = do(olga, cup, c.Adjudicate(1, REVERSED, round=1), "Found in the recording.")
    assert winner_at(cup, 1, 1) == state_of(cup).table(1, 1).seats[3]
    assert order_of(cup) != before
    assert {n: t.seats for n, t in state_of(cup).rounds[1].tables.items()} == seats
    # What was true before it is still what the log said then.
    assert [x.entrant for x in standings(fold(read(cup.id)[: seq - 1]))] == before
    do(olga, cup, c.Undo(seq), "It was another table.")
    assert order_of(cup) == before


def test_a_correction_that_would_need_another_game_is_refused(olga: User) -> None:
    cup = a_tournament(olga, Stage("swiss", 1, games=3))
    enter_ais(olga, cup, 4)
    begin_round(olga, cup)
    first = e.Outcome((1, 2, 3, 4), (9, 8, 7, 6), (0,) * 4, (0,) * 4)
    for _ in range(2):
        do(olga, cup, c.Adjudicate(1, first))
        tend(cup.id)
    assert state_of(cup).finished
    with pytest.raises(Problem, match="would need another game"):
        do(olga, cup, c.Adjudicate(1, REVERSED, game=1))


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (c.Adjudicate(1, REVERSED, round=9), "no round 9"),
        (c.Adjudicate(7, REVERSED), "no table 7"),
        (c.Adjudicate(1, REVERSED, game=5), "no such game"),
        (c.Adjudicate(1, e.Outcome((1,), (1,), (0,), (0,))), "has 4 seats"),
        (c.Adjudicate(1, e.Outcome((1, 1, 2, 4), (9,) * 4, (0,) * 4, (0,) * 4)), "leaves the next"),
    ],
)
def test_a_correction_of_nothing_is_refused(olga: User, command: c.Adjudicate, says: str) -> None:
    cup = a_cup(olga, Stage("swiss", 2))
    with pytest.raises(Problem, match=says):
        do(olga, cup, command)


def test_somebody_is_disqualified_after_the_end(olga: User) -> None:
    cup = a_cup(olga, Stage("swiss", 1))
    winner = order_of(cup)[0]
    do(olga, cup, c.DisqualifyEntrant(winner), "Played under another's name.")
    assert order_of(cup)[-1] == winner
    with pytest.raises(Problem, match="tournament is over"):
        do(olga, cup, c.PairRound())


def test_two_are_kept_apart_from_the_next_round_on(olga: User) -> None:
    cup = a_tournament(olga, Stage("swiss", 2))
    enter_ais(olga, cup, 8)
    for pair in ((1, 2), (3, 4), (5, 6), (7, 8)):
        do(olga, cup, c.KeepApart(pair), "They are a couple.")
    do(olga, cup, c.PairRound())
    tables = [set(table.seats) for table in state_of(cup).rounds[0].tables.values()]
    assert not any({a, a + 1} <= table for a in (1, 3, 5, 7) for table in tables)
    with pytest.raises(Problem, match="once"):
        do(olga, cup, c.KeepApart((1, 1)))
