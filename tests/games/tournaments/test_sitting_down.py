"""People come to their tables, or they do not."""

import pytest

from games.accounts.models import User
from games.problems import Problem
from games.tables.models import Game
from games.tables.services.absence import come_back
from games.tournaments.plan import NoShow, Stage
from games.tournaments.services.tending import tend
from tests.games.tables.given import play_on
from tests.games.tournaments.events_of import (
    LEVEL,
    a_tournament,
    begin_round,
    enter,
    enter_ais,
    game_of,
    late,
    play_round,
    sit,
    state_of,
)

pytestmark = pytest.mark.django_db


def test_people_sit_down_at_their_table_and_the_game_begins(
    olga: User, pia: User, paul: User
) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 2)
    number = enter(pia, cup)
    enter(paul, cup)
    begin_round(olga, cup)
    game = game_of(cup, number)
    assert game.status == Game.Status.LOBBY
    sit(pia, game)
    assert sit(paul, game).status == Game.Status.RUNNING
    seat = state_of(cup).table(1, 1).seats.index(number)
    assert game.seats.get(number=seat).user == pia


def test_nobody_else_can_take_a_seat_at_a_tournament_table(
    olga: User, pia: User, paul: User
) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    begin_round(olga, cup)
    with pytest.raises(Problem, match="invite link"):
        sit(paul, game_of(cup, number))


@pytest.mark.parametrize(("remedy", "forfeits"), [("ai", False), ("forfeit", True)])
def test_a_no_show_is_played_for_after_the_grace_time(
    olga: User, pia: User, remedy: str, forfeits: bool
) -> None:
    policy = NoShow(grace_seconds=60, remedy=remedy, level=LEVEL)  # type: ignore[arg-type]
    cup = a_tournament(olga, Stage("swiss", 1), no_show=policy)
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    begin_round(olga, cup)
    game = game_of(cup, number)
    late(game, 59)
    tend(cup.id)
    assert game_of(cup, number).status == Game.Status.LOBBY
    late(game, 61)
    tend(cup.id)
    play_round(cup)
    state = state_of(cup)
    assert state.table(1, 1).no_shows == [number]
    assert state.finished
    outcome = state.table(1, 1).outcomes[0]
    seat = state.table(1, 1).seats.index(number)
    assert (outcome.places[seat] == 4) or not forfeits
    game = game_of(cup, number)
    ruled = game.commands.get(actor="tournament")
    assert ruled.body["type"] == ("forfeit_seat" if forfeits else "hand_over_seat")


def test_who_comes_back_after_an_ai_took_over_plays_on(olga: User, pia: User) -> None:
    cup = a_tournament(olga, no_show=NoShow(grace_seconds=0, level=LEVEL))
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    begin_round(olga, cup)
    tend(cup.id)
    game = game_of(cup, number)
    assert game.status == Game.Status.RUNNING
    come_back(pia, game.id)
    assert play_on(game).awaits == Game.Awaits.PEOPLE
