"""Who plays: entered by themselves, by the organiser, or from a list."""

import pytest

from games.accounts.models import User
from games.problems import Problem
from games.tournaments import commands as c
from games.tournaments.models import TournamentEvent
from games.tournaments.services import entries
from tests.games.tournaments.events_of import (
    LEVEL,
    a_tournament,
    do,
    state_of,
)

pytestmark = pytest.mark.django_db


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


def test_an_account_in_a_list_may_be_written_with_any_capitals(olga: User) -> None:
    soren = User.objects.create_user("søren")
    cup = a_tournament(olga)
    entries.import_entries(olga, cup.id, "name;username\nS;SØREN\n", check_only=False)
    assert cup.entrants.get().user == soren


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


def test_nobody_is_on_a_list_twice_and_namesakes_of_two_clubs_are_two_people(olga: User) -> None:
    cup = a_tournament(olga)
    twice = "name,club\nAda Berg,Oslo\nAda Berg,Lund\nada berg,oslo\n"
    report = entries.import_entries(olga, cup.id, twice, check_only=True)
    assert [line.error for line in report] == ["", "", "ada berg is on line 2 already."]


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
