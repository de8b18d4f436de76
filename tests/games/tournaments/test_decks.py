"""The decks of a duplicate round: the same at every table, never the same twice at one."""

import hmac
import json
from typing import Any
from uuid import UUID

import msgspec
import pytest

from games.accounts.models import User
from games.tables.models import Game
from games.tables.selectors import export
from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.models import Tournament
from games.tournaments.plan import Stage
from games.tournaments.records import from_json, to_json
from games.tournaments.selectors.overview import tournament_json
from games.tournaments.services.tending import tend
from rules.verify import verify
from tests.games.tables.given import play_on
from tests.games.tournaments.events_of import (
    a_tournament,
    begin_round,
    do,
    enter_ais,
    state_of,
)

pytestmark = pytest.mark.django_db

WINS = e.Outcome((1, 2, 3, 4), (9, 8, 7, 6), (0,) * 4, (0,) * 4)


@pytest.fixture
def cup(olga: User) -> Tournament:
    """Two tables, each a best of three."""
    cup = a_tournament(olga, Stage("swiss", 1, games=3), duplicate=True)
    enter_ais(olga, cup, 8)
    begin_round(olga, cup)
    return cup


def game_at(cup: Tournament, table: int, number: int) -> Game:
    return Game.objects.get(id=UUID(state_of(cup).table(1, table).games[number - 1].game_id))


def deal_of(game: Game) -> Any:
    """The order of the tickets, which follows from seed and salts."""
    return game.events.get(type="tickets_shuffled").payload


def decide_game(olga: User, cup: Tournament, table: int) -> None:
    do(olga, cup, c.Adjudicate(table, WINS))
    tend(cup.id)


def test_every_game_of_a_match_has_a_deck_of_its_own_which_all_tables_play(
    olga: User, cup: Tournament
) -> None:
    for table in (1, 2):
        decide_game(olga, cup, table)
    first, second = ([game_at(cup, table, n) for table in (1, 2)] for n in (1, 2))
    for one, two in (first, second):
        assert one.commitment == two.commitment
        assert deal_of(one) == deal_of(two)
    assert deal_of(first[0]) != deal_of(second[0])
    assert all(game.seed_held for game in (*first, *second))


def test_what_binds_each_deck_is_shown_to_all_before_it_is_played(
    olga: User, cup: Tournament
) -> None:
    decide_game(olga, cup, 1)
    bound = [game_at(cup, 1, number).commitment for number in (1, 2)]
    round = tournament_json(cup)["rounds_so_far"][0]
    assert [game["commitment"] for game in round["tables"][0]["games"]] == bound
    assert round["commitment"] == bound[0]


def test_a_void_game_is_played_again_with_a_deck_that_nobody_has_seen(
    olga: User, cup: Tournament
) -> None:
    do(olga, cup, c.VoidGame(1), "A card fell on the floor.")
    tend(cup.id)
    decide_game(olga, cup, 2)
    assert deal_of(game_at(cup, 1, 2)) != deal_of(game_at(cup, 1, 1))
    assert deal_of(game_at(cup, 1, 2)) == deal_of(game_at(cup, 2, 2))


def test_no_deck_is_revealed_before_the_last_table_is_over_and_all_follow_from_the_first(
    olga: User, cup: Tournament
) -> None:
    played = []
    for number in (1, 2):
        played.append(game_at(cup, 1, number))
        play_on(played[-1])
        decide_game(olga, cup, 1)  # one seat wins both, so that there is no third
    decide_game(olga, cup, 2)
    for game in played:
        assert play_on(game).due == "reveal_seed"
        assert game.visibility == Game.Visibility.PRIVATE
    decide_game(olga, cup, 2)
    assert state_of(cup).finished
    for game in played:
        assert play_on(game).due == ""
        assert game.visibility == Game.Visibility.UNLISTED
        assert verify(export(game)).result is not None
    one, two = (bytes.fromhex(json.loads(export(game))["seed"]) for game in played)
    assert two == hmac.digest(one, b"deck:2", "sha256")


@pytest.mark.parametrize("duplicate", [True, False])
def test_a_round_is_played_as_it_was_published_however_the_plan_changes(
    olga: User, duplicate: bool
) -> None:
    cup = a_tournament(olga, Stage("swiss", 1), duplicate=duplicate)
    enter_ais(olga, cup, 8)
    do(olga, cup, c.PairRound())
    do(olga, cup, c.PublishRound())
    plan = state_of(cup).plan
    do(olga, cup, c.ChangePlan(msgspec.structs.replace(plan, duplicate=not duplicate)))
    do(olga, cup, c.StartRound())
    tend(cup.id)
    one, two = (game_at(cup, table, 1) for table in (1, 2))
    assert (deal_of(one) == deal_of(two)) == duplicate
    for table in (1, 2):
        decide_game(olga, cup, table)
    assert state_of(cup).finished
    one.refresh_from_db()
    assert not one.seed_held
    assert one.visibility == Game.Visibility.UNLISTED


def test_the_log_of_an_earlier_tournament_says_nothing_of_a_game_s_deck() -> None:
    stored = {"type": "game_opened", "round": 1, "table": 1, "game": 2, "game_id": "x"}
    opened = from_json(stored, e.Event)  # type: ignore[arg-type]
    assert opened == e.GameOpened(1, 1, 2, "x")
    assert to_json(opened) == stored
