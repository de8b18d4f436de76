"""A match of several games: everybody moves to another seat, and everything said of them follows."""

import csv
import io
from typing import NamedTuple

import pytest

from games.accounts.models import User
from games.tables.models import Game
from games.tournaments import commands as c
from games.tournaments.exports import results_csv
from games.tournaments.models import Tournament
from games.tournaments.plan import NoShow, Stage
from games.tournaments.rotation import seats_in
from games.tournaments.selectors.overview import tournament_json
from games.tournaments.selectors.wall import tiles
from games.tournaments.services.seating import keep_for_claimant
from games.tournaments.services.tending import tend
from games.tournaments.state import Table
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
    late,
    sit,
    state_of,
)

pytestmark = pytest.mark.django_db


class Match(NamedTuple):
    cup: Tournament
    pia: int  # her number
    game: Game  # the second

    @property
    def table(self) -> Table:
        return state_of(self.cup).table(1, 1)

    @property
    def seats(self) -> tuple[int, ...]:
        return seats_in(self.table, self.table.games[1])


@pytest.fixture
def match(olga: User, pia: User) -> Match:
    """A best of three, its first game decided, its second a lobby: pia and three AIs."""
    no_show = NoShow(grace_seconds=60, level=LEVEL)
    cup = a_tournament(olga, Stage("swiss", 1, games=3), no_show=no_show)
    enter_ais(olga, cup, 3)
    number = enter(pia, cup)
    begin_round(olga, cup)
    decide_tables(olga, cup)
    return Match(cup, number, game_of(cup, number))


def test_in_the_second_game_everybody_sits_elsewhere(match: Match, pia: User) -> None:
    sit(pia, match.game)
    assert match.seats == (*match.table.seats[1:], match.table.seats[0])
    known = {entrant.number: entrant.name for entrant in match.cup.entrants.all()}
    names = list(match.game.seats.order_by("number").values_list("name", flat=True))
    assert names == [known[number] for number in match.seats]
    shown = tournament_json(match.cup)["rounds_so_far"][0]["tables"][0]
    assert [game["seats"] for game in shown["games"]] == [match.table.seats, match.seats]


def test_its_result_counts_for_those_who_played_it(match: Match, olga: User, pia: User) -> None:
    sit(pia, match.game)
    do(olga, match.cup, c.RuleSeat(1, match.pia, "hand_over_seat", LEVEL), "She feels ill.")
    tend(match.cup.id)
    assert play_on(match.game).status == Game.Status.OVER
    tend(match.cup.id)
    [_, outcome] = match.table.outcomes
    counted = dict(zip(match.table.seats, outcome.scores, strict=True))
    own = {sheet["seat"]: sheet["total"] for sheet in match.game.result["scores"]}
    assert counted == {number: own[seat] for seat, number in enumerate(match.seats)}
    places = {line["seat"]: line["place"] for line in match.game.result["standings"]}
    rows = list(csv.DictReader(io.StringIO(results_csv(match.cup))))[4:8]
    assert {int(row["entrant"]): (int(row["seat"]), int(row["place"])) for row in rows} == {
        number: (seat + 1, places[seat]) for seat, number in enumerate(match.seats)
    }


def test_a_ruling_in_it_is_about_the_right_seat(match: Match, olga: User, pia: User) -> None:
    sit(pia, match.game)
    do(olga, match.cup, c.RuleSeat(1, match.pia, "forfeit_seat", LEVEL), "Two warnings.")
    tend(match.cup.id)
    ruled = match.game.commands.get(actor="tournament")
    assert match.game.seats.get(number=ruled.body["seat"]).user == pia


def test_a_no_show_in_it_is_the_one_who_is_missing(match: Match) -> None:
    late(match.game, seconds=61)
    tend(match.cup.id)
    assert match.table.no_shows == [match.pia]


def test_who_takes_an_entered_place_between_two_games_finds_the_seat_of_the_second(
    match: Match, paul: User
) -> None:
    entrant = match.cup.entrants.get(number=match.pia)
    entrant.user = paul
    entrant.save()
    keep_for_claimant(entrant)
    assert match.game.seats.get(invited=paul).number == match.seats.index(match.pia)


def test_the_wall_shows_the_seats_of_the_game_under_way(match: Match, pia: User) -> None:
    sit(pia, match.game)
    [tile] = tiles(match.cup)
    assert tile["seats"] == match.seats
