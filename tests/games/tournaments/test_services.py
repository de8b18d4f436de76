"""A tournament in the database: rounds become games, games become results."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games.accounts.models import User
from games.problems import Problem
from games.tables import snapshots
from games.tables.access import has_role_at
from games.tables.models import Game
from games.tables.selectors import export
from games.tables.services.rulings import come_back
from games.tournaments import commands as c
from games.tournaments import event_log
from games.tournaments import events as e
from games.tournaments.event_log import read
from games.tournaments.models import Entrant, TournamentEvent
from games.tournaments.plan import NoShow, Stage
from games.tournaments.services import entries
from games.tournaments.services.acting import act
from games.tournaments.services.creating import appoint
from games.tournaments.services.tending import tend
from games.tournaments.standings import standings
from rules.verify import verify
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


def late(game: Game, seconds: int) -> None:
    """As if its lobby had been opened earlier."""
    Game.objects.filter(id=game.id).update(created_at=timezone.now() - timedelta(seconds=seconds))


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


def test_one_command_id_counts_once(olga: User) -> None:
    cup = a_tournament(olga)
    command_id = uuid4()
    first = act(olga, cup.id, c.RegisterEntrant("Ada"), "", command_id)
    again = act(olga, cup.id, c.RegisterEntrant("Ada"), "", command_id)
    assert first == again
    assert cup.entrants.count() == 1


def test_a_player_enters_themself_under_their_own_name_and_once(olga: User, pia: User) -> None:
    cup = a_tournament(olga)
    do(pia, cup, c.RegisterEntrant("Queen of Trains", club="Aarhus"))
    own = cup.entrants.get()
    assert (own.name, own.user, own.club) == ("Pia", pia, "Aarhus")
    with pytest.raises(Problem, match="entered already"):
        do(pia, cup, c.RegisterEntrant("Pia"))
    with pytest.raises(Problem, match="yourself only"):
        do(pia, cup, c.RegisterEntrant("Paul", username="olga"))
    with pytest.raises(Problem, match="Only the organiser"):
        do(pia, cup, c.CheckIn(2))


def test_clubs_are_kept_apart_and_are_numbers_in_the_log(olga: User) -> None:
    cup = a_tournament(olga)
    for n in range(8):
        do(olga, cup, c.RegisterEntrant(f"Robot {n}", policy=LEVEL, club=f"Club {n % 4}"))
    do(olga, cup, c.PairRound())
    clubs = dict(cup.entrants.values_list("number", "club"))
    for table in state_of(cup).rounds[0].tables.values():
        assert len({clubs[n] for n in table.seats}) == 4
    payload = TournamentEvent.objects.get(tournament=cup, seq=2).payload
    assert payload["groups"] == [1]


def test_a_list_is_entered_whole_or_not_at_all(olga: User, pia: User) -> None:
    cup = a_tournament(olga)
    wrong = "name;username;club\nAda;;Oslo\n;x;\nPia;pia;\nBo;nobody;\nPia;pia;\nEve;;;;\n"
    report = entries.import_entries(olga, cup.id, wrong, check_only=False)
    assert [(line.line, line.error) for line in report] == [
        (2, ""),
        (3, "The name is missing."),
        (4, ""),
        (5, "There is no account nobody."),
        (6, "pia is on line 4 already."),
        (7, "There are 5 cells and only 3 columns."),
    ]
    assert cup.entrants.count() == 0
    right = "\ufeffname,username,club,policy\r\nAda,,Oslo,\r\nPia,pia,,\r\nRobo,,,any_legal\r\n"
    report = entries.import_entries(olga, cup.id, right, check_only=True)
    assert not any(line.error for line in report)
    assert cup.entrants.count() == 0
    report = entries.import_entries(olga, cup.id, right, check_only=False)
    assert [line.entrant for line in report] == [1, 2, 3]
    assert cup.entrants.get(number=2).user == pia


def test_who_was_entered_by_name_claims_the_place_with_a_code(
    olga: User, pia: User, paul: User
) -> None:
    cup = a_tournament(olga)
    do(olga, cup, c.RegisterEntrant("P. from Oslo"))
    code = cup.entrants.get().claim_code
    assert entries.claim(pia, cup, code).user == pia
    with pytest.raises(Problem, match="Somebody else"):
        entries.claim(paul, cup, code)
    with pytest.raises(Problem, match="no entry"):
        entries.claim(paul, cup, "wrong")


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
