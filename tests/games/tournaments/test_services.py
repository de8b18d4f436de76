"""A tournament in the database: rounds become games, games become results."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from games.accounts.models import User
from games.tables import snapshots
from games.tables.access import has_role_at
from games.tables.models import Game
from games.tables.selectors import export
from games.tournaments import commands as c
from games.tournaments import event_log
from games.tournaments import events as e
from games.tournaments.event_log import read
from games.tournaments.models import Entrant, TournamentEvent
from games.tournaments.plan import Stage
from games.tournaments.services.acting import act
from games.tournaments.services.creating import appoint
from games.tournaments.services.tending import tend
from games.tournaments.standings import standings
from rules.verify import verify
from tests.games.tables.given import play_on
from tests.games.tournaments.events_of import (
    a_tournament,
    begin_round,
    decide_tables,
    do,
    enter,
    enter_ais,
    games_of,
    order_of,
    play_round,
    sit,
    state_of,
)

pytestmark = pytest.mark.django_db


def test_a_tournament_of_ais_is_played_to_its_end(olga: User) -> None:
    cup = a_tournament(olga, Stage("swiss", 2), Stage("knockout", cut=4))
    enter_ais(olga, cup, 9)
    for _ in range(3):
        begin_round(olga, cup)
        decide_tables(olga, cup)
    state = state_of(cup)
    assert state.finished
    assert cup.status == "finished"
    assert [len(round.tables) for round in state.rounds] == [3, 3, 1]
    assert len(standings(state)) == 9


def test_a_result_is_what_the_game_itself_says(olga: User) -> None:
    cup = a_tournament(olga, Stage("swiss", 1))
    enter_ais(olga, cup, 4)
    begin_round(olga, cup)
    [game] = games_of(cup)
    play_round(cup)
    game.refresh_from_db()
    [result] = [r.event for r in read(cup.id) if isinstance(r.event, e.ResultRecorded)]
    assert list(result.outcome.scores) == game.scores
    assert result.outcome.places[game.result["standings"][0]["seat"]] == 1


def test_tending_twice_changes_nothing(olga: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    decide_tables(olga, cup)
    cup.refresh_from_db()
    head = cup.head_seq
    tend(cup.id)
    tend(cup.id)
    cup.refresh_from_db()
    assert cup.head_seq == head


def test_the_games_of_a_tournament_are_in_its_scope(olga: User, jun: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 4)
    appoint(olga, cup, "jun", "judge")
    begin_round(olga, cup)
    [game] = games_of(cup)
    assert game.scope == str(cup.id)
    assert has_role_at(jun, game, "judge")


def test_a_late_entry_and_a_drop(olga: User, pia: User) -> None:
    cup = a_tournament(olga)
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    number = enter(pia, cup)
    do(olga, cup, c.DropEntrant(2), "Had to leave.")
    decide_tables(olga, cup)
    do(olga, cup, c.PairRound())
    round = state_of(cup).rounds[-1]
    seated = {n for table in round.tables.values() for n in table.seats}
    assert number in seated
    assert 2 not in seated
    assert state_of(cup).entrants[number].missed == 1


def test_a_best_of_three_opens_the_next_game_by_itself(olga: User) -> None:
    cup = a_tournament(olga, Stage("swiss", 1, games=3))
    enter_ais(olga, cup, 4)
    begin_round(olga, cup)
    for wins in (1, 2):
        assert len(state_of(cup).table(1, 1).games) == wins
        outcome = e.Outcome((1, 2, 3, 4), (9, 8, 7, 6), (0,) * 4, (0,) * 4)
        do(olga, cup, c.Adjudicate(1, outcome), "It rains in.")
        tend(cup.id)
    state = state_of(cup)
    assert state.finished
    assert len(state.table(1, 1).games) == 2


def test_a_duplicate_round_plays_one_deck_and_reveals_it_when_the_last_table_is_over(
    olga: User,
) -> None:
    cup = a_tournament(olga, Stage("swiss", 1), duplicate=True)
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    one, two = games_of(cup)
    assert one.commitment == two.commitment == state_of(cup).rounds[0].commitment
    offers = [g.events.get(type="tickets_shuffled").payload for g in (one, two)]
    assert offers[0] == offers[1]
    play_on(one)
    tend(cup.id)
    one.refresh_from_db()
    assert one.status == Game.Status.OVER
    assert one.due == "reveal_seed"
    assert one.visibility == Game.Visibility.PRIVATE
    play_on(two)
    tend(cup.id)
    for game in (one, two):
        assert play_on(game).due == ""
        assert game.visibility == Game.Visibility.UNLISTED
        assert verify(export(game)).result is not None


def test_whoever_sits_down_in_a_duplicate_round_plays_the_same_deck(olga: User, pia: User) -> None:
    """Salts of people would give every table a deck of its own."""
    cup = a_tournament(olga, Stage("swiss", 1), duplicate=True)
    enter(pia, cup)
    enter_ais(olga, cup, 7)
    begin_round(olga, cup)
    one, two = games_of(cup)
    sit(pia, one if one.status == Game.Status.LOBBY else two)
    offers = [g.events.get(type="tickets_shuffled").payload for g in (one, two)]
    assert offers[0] == offers[1]


def test_one_command_id_counts_once(olga: User) -> None:
    cup = a_tournament(olga)
    command_id = uuid4()
    first = act(olga, cup.id, c.RegisterEntrant("Ada"), "", command_id)
    again = act(olga, cup.id, c.RegisterEntrant("Ada"), "", command_id)
    assert first == again
    assert cup.entrants.count() == 1


def test_the_database_refuses_to_change_the_log(olga: User) -> None:
    cup = a_tournament(olga)
    for statement in (
        "UPDATE tournaments_tournamentevent SET why = 'x'",
        "DELETE FROM tournaments_tournamentevent",
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    TournamentEvent.objects.filter(tournament=cup).update(user=None)


def test_erasing_an_account_breaks_no_chain(olga: User, pia: User) -> None:
    cup = a_tournament(olga)
    enter(pia, cup)
    pia.delete()
    assert Entrant.objects.get().user is None


def test_a_restart_in_the_middle_leads_to_the_same_standings(olga: User) -> None:
    """Everything in memory is lost between any two steps; the log is enough."""
    cup = a_tournament(olga)
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    decide_tables(olga, cup)
    begin_round(olga, cup)
    one, *_ = games_of(cup)
    play_on(one, 20)
    snapshots.forget_all()
    event_log.forget_all()
    decide_tables(olga, cup)
    before = order_of(cup)
    event_log.forget_all()
    assert order_of(cup) == before
    assert state_of(cup).finished
