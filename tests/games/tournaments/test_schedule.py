"""Formats: who plays in which round, who goes on, and when it is over."""

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments import events as e
from games.tournaments.plan import Plan, Stage, check_plan
from games.tournaments.records import Refused
from games.tournaments.schedule import is_over, next_round
from games.tournaments.standings import standings
from tests.games.tournaments.given import SEATS, Weekend, a_plan


def test_a_swiss_tournament_has_its_rounds_and_no_more() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 4)), 16)
    state = weekend.play_all()
    assert len(state.rounds) == 4
    with pytest.raises(Refused, match="Every round"):
        next_round(state, "seed", SEATS)


def test_nobody_meets_twice_in_swiss_while_it_can_be_avoided() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 4)), 32)
    state = weekend.play_all()
    met = [
        frozenset(pair)
        for round in state.rounds
        for table in round.tables.values()
        for pair in combinations(table.seats, 2)
    ]
    assert len(met) == len(set(met))


def test_a_cut_lets_the_best_into_the_knock_out() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 3), Stage("knockout", cut=16, advance=2)), 30)
    state = weekend.play_all()
    assert [len(r.tables) for r in state.rounds[3:]] == [4, 2, 1]
    assert len(state.stages[1].field) == 16
    ranked = standings(state)
    final = set(state.rounds[-1].tables[1].seats)
    assert {line.entrant for line in ranked[:4]} == final
    assert {line.entrant for line in ranked[:16]} == set(state.stages[1].field)
    assert [line.place for line in ranked] == sorted(line.place for line in ranked)


def test_the_winner_of_the_final_wins() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 2), Stage("knockout", cut=4)), 12)
    state = weekend.play_all()
    [table] = state.rounds[-1].tables.values()
    assert table.games[0].outcome is not None
    first = table.games[0].outcome.places.index(1)
    assert standings(state)[0].entrant == table.seats[first]


def test_groups_send_their_best_on() -> None:
    stages = Stage("groups", 3, group_size=8, advance=2), Stage("knockout")
    weekend = Weekend(a_plan(*stages), 24, groups={n: (n % 3,) for n in range(1, 25)})
    state = weekend.play_all()
    groups = state.stages[0].groups
    assert sorted(map(len, groups)) == [8, 8, 8]
    # In the first three rounds nobody leaves their group.
    for round in state.rounds[:3]:
        for table in round.tables.values():
            assert len({i for i, group in enumerate(groups) if set(table.seats) & set(group)}) == 1
    through = state.stages[1].field
    assert all(len(set(through) & set(group)) == 2 for group in groups)


def test_a_round_robin_of_eight_lets_everybody_meet_everybody() -> None:
    weekend = Weekend(a_plan(Stage("round_robin", 7), pod_size=2, leftover="bye"), 8)
    state = weekend.play_all()
    met = {frozenset(table.seats) for round in state.rounds for table in round.tables.values()}
    assert len(met) == 28


def test_best_of_three_ends_when_one_seat_has_won_twice() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 2, games=3)), 8)
    state = weekend.play_all(4)
    for round in state.rounds:
        for table in round.tables.values():
            wins = [o.places.index(1) for o in table.outcomes]
            most = max(wins.count(seat) for seat in wins)
            assert (len(wins) == 2 and most == 2) or len(wins) == 3


def test_a_late_entrant_plays_from_the_next_round_on() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 3), late_points=1), 8)
    weekend.pair()
    weekend.play(random.Random(1))
    weekend.append(e.EntrantRegistered(9, missed=1))
    weekend.append(e.EntrantCheckedIn(9))
    weekend.pair()
    assert any(9 in table.seats for table in weekend.state.rounds[-1].tables.values())
    [late] = [line for line in standings(weekend.state) if line.entrant == 9]
    assert late.figures["points"] == 1


def test_who_dropped_or_did_not_check_in_is_not_paired() -> None:
    weekend = Weekend(a_plan(), 8)
    weekend.append(e.EntrantRegistered(9))
    weekend.append(e.EntrantDropped(3))
    weekend.pair()
    seated = {n for table in weekend.state.rounds[-1].tables.values() for n in table.seats}
    assert seated == {1, 2, 4, 5, 6, 7, 8}


def test_a_round_is_not_paired_while_another_is_played() -> None:
    weekend = Weekend(a_plan(), 8)
    weekend.pair()
    weekend.append(e.RoundPublished(1))
    with pytest.raises(Refused, match="Round 1 is not over"):
        next_round(weekend.state, "seed", SEATS)


@given(
    st.integers(4, 40),
    st.sampled_from(["smaller", "larger", "ai", "bye"]),
    st.sampled_from(
        [
            (Stage("swiss", 2),),
            (Stage("round_robin", 2),),
            (Stage("swiss", 1), Stage("knockout", cut=8, advance=2)),
            (Stage("knockout", advance=1),),
            (Stage("groups", 1, group_size=5, advance=2), Stage("knockout", advance=1)),
        ]
    ),
)
@settings(max_examples=40)
def test_every_format_comes_to_an_end_and_ranks_everybody(
    entrants: int, leftover: str, stages: tuple[Stage, ...]
) -> None:
    weekend = Weekend(a_plan(*stages, leftover=leftover), entrants)
    state = weekend.play_all()
    assert is_over(state)
    ranked = standings(state)
    assert sorted(line.entrant for line in ranked) == list(range(1, entrants + 1))
    assert ranked[0].place == 1
    for round in state.rounds:
        seated = [n for t in round.tables.values() for n in t.seats if n] + list(round.byes)
        assert len(seated) == len(set(seated))
    byes = [n for round in state.rounds for n in round.byes]
    assert len(byes) == len(set(byes))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"pod_size": 6}, "2 to 5 seats"),
        ({"tie_breaks": ("wins",)}, "first tie-break is points"),
        ({"tie_breaks": ("points", "beauty")}, "no tie-break"),
        ({"placement": {"4": (5, 3, 2)}}, "placement points"),
        ({"placement": {"4": (1, 2, 3, 4)}}, "falling"),
        ({"filler_level": "genius"}, "no AI genius"),
        ({"options": {"snow": True}}, "no option snow"),
        ({"stages": (Stage("swiss", 2, cut=8),)}, "first stage is for all"),
        ({"stages": (Stage("knockout", advance=4),)}, "fewer advance"),
        ({"stages": (Stage("groups", group_size=3),)}, "at least as many"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused, match=says):
        check_plan(Plan("usa", **wrong), SEATS, ["easy"], [])
