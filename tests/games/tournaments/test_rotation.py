"""In each game of a match somebody else moves first, and the logs of earlier matches mean what they meant."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments import events as e
from games.tournaments.plan import Stage
from games.tournaments.records import from_json, to_json
from games.tournaments.rotation import by_table, first_of_next_game, seats_in
from games.tournaments.state import Played, Table
from tests.games.tournaments.given import Weekend, a_plan, an_outcome


def open_next(table: Table) -> Played:
    number = len(table.games) + 1
    table.games.append(Played(number, str(number), first_of_next_game(table)))
    return table.games[-1]


@pytest.mark.parametrize("games", [3, 5, 7])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_nobody_has_one_seat_all_along_and_all_move_first_nearly_as_often(
    size: int, games: int
) -> None:
    table = Table(1, tuple(range(11, 11 + size)))
    seatings = [seats_in(table, open_next(table)) for _ in range(games)]
    assert seatings[0] == table.seats, "first as drawn"
    for entrant in table.seats:
        assert len({seating.index(entrant) for seating in seatings}) == min(size, games)
    first = Counter(dict.fromkeys(table.seats, 0)) + Counter(seating[0] for seating in seatings)
    assert max(first.values()) <= 1 + games // size


def test_a_game_in_the_place_of_a_void_one_begins_with_the_same() -> None:
    table = Table(1, (11, 12, 13))
    one, two = open_next(table), open_next(table)
    two.void = True
    assert open_next(table).first == two.first
    one.void = True
    assert open_next(table).first == one.first


@given(st.permutations(range(5)), st.integers(0, 4))
def test_what_a_game_gave_finds_its_way_to_the_same_entrants(scores: list[int], first: int) -> None:
    table, game = Table(1, (11, 12, 13, 0, 0)), Played(2, "x", first)
    had = sorted(zip(seats_in(table, game), scores, strict=True))
    assert sorted(zip(table.seats, by_table(scores, game), strict=True)) == had


def test_an_earlier_log_still_seats_all_games_of_a_match_alike() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 1, games=3)), 4)
    weekend.pair()
    weekend.append(e.RoundPublished(1))
    weekend.append(e.RoundStarted(1))
    for number, places in enumerate(([1, 2, 3, 4], [2, 1, 4, 3]), 1):
        stored = {"type": "game_opened", "round": 1, "table": 1, "game": number, "game_id": "x"}
        weekend.append(from_json(stored, e.Event))  # type: ignore[arg-type]
        weekend.append(e.ResultRecorded(1, 1, number, an_outcome(places), "d"))
    table = weekend.state.table(1, 1)
    assert [seats_in(table, game) for game in table.games] == [table.seats] * 2
    assert [outcome.places for outcome in table.outcomes] == [(1, 2, 3, 4), (2, 1, 4, 3)]


def test_a_game_that_begins_as_drawn_is_recorded_as_it_always_was() -> None:
    assert to_json(e.GameOpened(1, 2, 1, "x", 0)) == {
        "type": "game_opened", "round": 1, "table": 2, "game": 1, "game_id": "x",
    }  # fmt: skip
    assert to_json(e.GameOpened(1, 2, 2, "y", 3))["first"] == 3
