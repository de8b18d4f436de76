"""A round's time: extended, standing still, and over, as it was published."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.problems import Problem
from games.tables.models import Game
from games.tables.services.absence import come_back
from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.event_log import read
from games.tournaments.models import Tournament
from games.tournaments.plan import Clock, Stage, TimeOver
from games.tournaments.round_time import ends_at
from games.tournaments.services.tending import tend
from tests.games.tournaments.events_of import (
    LEVEL,
    a_tournament,
    begin_round,
    decide_tables,
    do,
    enter,
    enter_ais,
    game_of,
    play_round,
    sit,
    state_of,
)

pytestmark = pytest.mark.django_db

Wait = Callable[[float], None]


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Lets so many seconds pass for everybody."""
    real, passed = timezone.now, [timedelta()]
    monkeypatch.setattr(timezone, "now", lambda: real() + passed[0])

    def let_pass(seconds: float) -> None:
        passed[0] += timedelta(seconds=seconds)

    return let_pass


def a_cup_with_pia(olga: User, pia: User, remedy: str, **chosen: object) -> Tournament:
    """One table, at which Pia sits with three AIs; a round lasts ten minutes."""
    policy = TimeOver(remedy, LEVEL)  # type: ignore[arg-type]
    plan = {"round_seconds": 600, "time_over": policy} | chosen
    cup = a_tournament(olga, Stage("swiss", 1), **plan)
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    begin_round(olga, cup)
    sit(pia, game_of(cup, number))
    return cup


def game_at(cup: Tournament) -> Game:
    return Game.objects.get(id=state_of(cup).table(1, 1).games[-1].game_id)


def types(cup: Tournament) -> list[type]:
    return [type(recorded.event) for recorded in read(cup.id)]


def test_before_the_end_of_the_round_nothing_happens(olga: User, pia: User, wait: Wait) -> None:
    cup = a_cup_with_pia(olga, pia, "judge")
    wait(590)
    tend(cup.id)
    assert e.TableTimeRanOut not in types(cup)


def test_a_judge_is_called_when_the_time_is_over(olga: User, pia: User, wait: Wait) -> None:
    cup = a_cup_with_pia(olga, pia, "judge")
    wait(601)
    tend(cup.id)
    assert state_of(cup).table(1, 1).calls == [e.CLOCK]
    assert game_at(cup).paused
    # Five minutes more, and play on: only after those it is over again.
    do(olga, cup, c.ExtendTime(300, 1), "The lights went out.")
    do(olga, cup, c.AnswerCall(1), "Play on.")
    tend(cup.id)
    assert not game_at(cup).paused
    wait(290)
    tend(cup.id)
    assert types(cup).count(e.TableTimeRanOut) == 1
    wait(20)
    tend(cup.id)
    assert types(cup).count(e.TableTimeRanOut) == 2


def test_an_ai_plays_on_for_every_person(olga: User, pia: User, wait: Wait) -> None:
    cup = a_cup_with_pia(olga, pia, "ai")
    wait(601)
    tend(cup.id)
    assert game_at(cup).commands.filter(body__reason="round_time").count() == 1
    with pytest.raises(Problem, match="by a ruling"):
        come_back(pia, game_at(cup).id)
    play_round(cup)
    assert state_of(cup).finished


def test_the_points_on_the_table_decide(olga: User, pia: User, wait: Wait) -> None:
    cup = a_cup_with_pia(olga, pia, "score")
    Game.objects.filter(id=game_at(cup).id).update(scores=[10, 30, 20, 20])
    wait(601)
    tend(cup.id)
    state = state_of(cup)
    assert state.finished
    [outcome] = state.table(1, 1).outcomes
    assert outcome.places == (4, 1, 2, 2)


def test_the_points_on_the_table_are_their_owners_in_every_game_of_a_match(
    olga: User, wait: Wait
) -> None:
    cup = a_tournament(
        olga, Stage("swiss", 1, games=3), round_seconds=600, time_over=TimeOver("score")
    )
    enter_ais(olga, cup, 4)
    begin_round(olga, cup)
    decide_tables(olga, cup)
    Game.objects.filter(id=game_at(cup).id).update(scores=[10, 30, 20, 25])
    wait(601)
    tend(cup.id)
    [_, outcome] = state_of(cup).table(1, 1).outcomes
    assert outcome.scores == (25, 10, 30, 20), "who was first at the table moved last in this game"


def test_no_further_game_of_a_best_of_three_begins_after_the_end(
    olga: User, pia: User, wait: Wait
) -> None:
    cup = a_tournament(
        olga, Stage("swiss", 1, games=3), round_seconds=60, time_over=TimeOver("score")
    )
    enter_ais(olga, cup, 4)
    begin_round(olga, cup)
    wait(61)
    tend(cup.id)
    assert len(state_of(cup).table(1, 1).games) == 1
    assert state_of(cup).finished


def test_time_in_which_a_table_stands_still_is_not_counted(
    olga: User, pia: User, wait: Wait
) -> None:
    cup = a_cup_with_pia(olga, pia, "judge")

    def end() -> float | None:
        state = state_of(cup)
        assert state.round is not None
        found = ends_at(state.plan, state.round, state.table(1, 1))
        return found and (found - state.round.started_at).total_seconds()

    assert end() == 600
    do(olga, cup, c.PauseAll())
    do(pia, cup, c.CallJudge())
    assert end() is None
    wait(100)
    do(olga, cup, c.ResumeAll())
    wait(50)
    do(olga, cup, c.AnswerCall(1), "Heard.")
    assert end() == pytest.approx(750, abs=5)


@pytest.mark.parametrize("table", [0, 1])
def test_an_extension_reaches_the_seats_own_clocks(olga: User, pia: User, table: int) -> None:
    cup = a_cup_with_pia(olga, pia, "judge", time_control=Clock("per_game", 900))
    before = {i: (one["left"], one["bank"]) for i, one in enumerate(game_at(cup).clock)}
    do(olga, cup, c.ExtendTime(300, table), "The lights went out.")
    tend(cup.id)
    tend(cup.id)  # once is enough
    game = game_at(cup)
    assert [(x.actor, x.body) for x in game.commands.filter(body__type="extend_time")] == [
        ("tournament", {"type": "extend_time", "seconds": 300, "reason": "The lights went out."})
    ]
    for i, one in enumerate(game.clock):
        left, bank = before[i]
        own = one["left"] if left is not None else one["bank"]
        assert own == pytest.approx((left if left is not None else bank) + 300, abs=5)
