"""What a judge decides at a table, and what becomes of its game."""

from uuid import UUID

import pytest

from games.accounts.models import User
from games.problems import Problem
from games.tables.models import Game
from games.tables.services.absence import come_back
from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.models import TournamentEvent
from games.tournaments.plan import NoShow, Stage
from games.tournaments.services.creating import appoint
from games.tournaments.services.tending import tend
from tests.games.tables.given import play_on
from tests.games.tournaments.events_of import (
    LEVEL,
    a_tournament,
    begin_round,
    decide_tables,
    do,
    enter,
    enter_ais,
    game_of,
    games_of,
    late,
    order_of,
    sit,
    state_of,
)

pytestmark = pytest.mark.django_db


def test_a_judge_call_stops_the_clock_until_it_is_answered(
    olga: User, pia: User, jun: User
) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    appoint(olga, cup, "jun", "judge")
    begin_round(olga, cup)
    sit(pia, game_of(cup, number))
    do(pia, cup, c.CallJudge())
    tend(cup.id)
    game = game_of(cup, number)
    assert game.paused
    do(jun, cup, c.AnswerCall(1), "Nothing was wrong.")
    tend(cup.id)
    game.refresh_from_db()
    assert not game.paused


def test_a_ruling_needs_a_reason_and_a_role(olga: User, pia: User, jun: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 4)
    with pytest.raises(Problem, match="Say why"):
        do(olga, cup, c.GivePenalty(1, 2), " ")
    with pytest.raises(Problem, match="Only the organiser"):
        do(jun, cup, c.GivePenalty(1, 2))
    appoint(olga, cup, "jun", "judge")
    do(jun, cup, c.GivePenalty(1, 2), "Looked at another hand.")
    row = TournamentEvent.objects.get(tournament=cup, type="penalty_given")
    assert (row.actor, row.why, row.user) == ("judge", "Looked at another hand.", jun)


def test_an_ai_takes_a_seat_by_ruling_and_gives_it_back(olga: User, pia: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    begin_round(olga, cup)
    sit(pia, game_of(cup, number))
    do(olga, cup, c.RuleSeat(1, number, "hand_over_seat", LEVEL), "She feels ill.")
    tend(cup.id)
    game = game_of(cup, number)
    assert play_on(game, 4).awaits == Game.Awaits.POLICY
    with pytest.raises(Problem, match="by a ruling"):
        come_back(pia, game.id)
    do(olga, cup, c.RuleSeat(1, number, "hand_over_seat", ""), "She is well again.")
    tend(cup.id)
    assert play_on(game).awaits == Game.Awaits.PEOPLE


def test_an_adjudicated_result_ends_the_table_and_stops_its_game(olga: User, pia: User) -> None:
    cup = a_tournament(olga, Stage("swiss", 1))
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    begin_round(olga, cup)
    sit(pia, game_of(cup, number))
    outcome = e.Outcome((1, 2, 3, 4), (9, 8, 7, 6), (0,) * 4, (0,) * 4)
    do(olga, cup, c.Adjudicate(1, outcome), "The hall closes.")
    tend(cup.id)
    state = state_of(cup)
    assert state.finished
    assert order_of(cup) == list(state.table(1, 1).seats)
    assert game_of(cup, number).paused


def test_a_void_game_is_played_again(olga: User) -> None:
    cup = a_tournament(olga, Stage("swiss", 1))
    enter_ais(olga, cup, 4)
    begin_round(olga, cup)
    do(olga, cup, c.VoidGame(1), "A card was missing.")
    tend(cup.id)
    first, second = [UUID(game.game_id) for game in state_of(cup).table(1, 1).games]
    assert Game.objects.get(id=first).paused
    assert Game.objects.get(id=second).status == Game.Status.RUNNING
    decide_tables(olga, cup)
    assert state_of(cup).finished


def test_a_lobby_that_was_voided_waits_for_nobody(olga: User, pia: User) -> None:
    cup = a_tournament(olga, no_show=NoShow(grace_seconds=60, level=LEVEL))
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    begin_round(olga, cup)
    late(game_of(cup, number), 61)
    do(olga, cup, c.VoidGame(1), "Opened with the wrong options.")
    tend(cup.id)
    assert state_of(cup).table(1, 1).no_shows == []
    assert len(state_of(cup).table(1, 1).games) == 2


def test_a_decision_is_undone_while_its_round_is_played_and_not_after(olga: User) -> None:
    cup = a_tournament(olga, Stage("swiss", 2))
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    outcome = e.Outcome((1, 2, 3, 4), (9, 8, 7, 6), (0,) * 4, (0,) * 4)
    seq = do(olga, cup, c.Adjudicate(1, outcome), "The wrong table.")
    do(olga, cup, c.Undo(seq), "It was table 2.")
    assert not state_of(cup).table(1, 1).outcomes
    seq = do(olga, cup, c.Adjudicate(1, outcome), "Now this one, too.")
    decide_tables(olga, cup)
    with pytest.raises(Problem, match="would lack a result"):
        do(olga, cup, c.Undo(seq))


def test_all_tables_pause_and_go_on(olga: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    do(olga, cup, c.PauseAll(), "Fire drill")
    tend(cup.id)
    assert all(game.paused for game in games_of(cup))
    do(olga, cup, c.ResumeAll())
    tend(cup.id)
    assert not any(game.paused for game in games_of(cup))
