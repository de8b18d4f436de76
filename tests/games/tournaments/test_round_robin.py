"""A whole round robin is planned at once: against brute force on small fields, against known designs,
and against planning round by round."""

import random
from collections import Counter
from itertools import combinations

import pytest

from games.tournaments import events as e
from games.tournaments.pairing import LEVEL, Player, Sizes, pair, plan_rounds, table_sizes
from games.tournaments.pairing.rounds import least_meetings
from games.tournaments.plan import Stage
from games.tournaments.records import Refused
from tests.games.tournaments.given import Weekend, a_plan

Tables = list[list[int]]


def a_field(count: int) -> list[Player]:
    return [Player(number) for number in range(1, count + 1)]


def meetings(rounds: list[Tables]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(two) for tables in rounds for table in tables for two in combinations(table, 2)
    )


def squares(rounds: list[Tables]) -> int:
    return sum(times**2 for times in meetings(rounds).values())


def every_split(left: tuple[int, ...], sizes: tuple[int, ...]) -> list[Tables]:
    if not sizes:
        return [[]]
    return [
        [list(pod), *rest]
        for pod in combinations(left, sizes[0])
        for rest in every_split(tuple(i for i in left if i not in pod), sizes[1:])
    ]


@pytest.mark.parametrize("sizes", [(4, 4), (4, 3), (3, 3), (3, 2, 2)])
@pytest.mark.parametrize("rounds", [2, 3])
def test_no_schedule_of_a_small_field_is_more_even(sizes: tuple[int, ...], rounds: int) -> None:
    count = sum(sizes)
    found = plan_rounds(a_field(count), Sizes(sizes, usual=sizes[0]), rounds, "seed")
    splits = every_split(tuple(range(1, count + 1)), sizes)
    # The first round can be any: names don't matter.
    best = min(squares([splits[0], *others]) for others in combinations(splits, rounds - 1))
    assert squares(found) == best


@pytest.mark.parametrize(
    ("players", "size", "rounds", "times"),
    [
        (9, 3, 4, 1),  # the affine plane of order 3
        (16, 4, 5, 1),  # of order 4
        (25, 5, 6, 1),  # of order 5
        (8, 4, 7, 3),  # whist for eight
        (10, 2, 9, 1),  # the circle
    ],
)
def test_known_designs_are_found_everybody_meets_everybody_equally_often(
    players: int, size: int, rounds: int, times: int
) -> None:
    sizes = table_sizes(players, (size,), "smaller", 2)
    met = meetings(plan_rounds(a_field(players), sizes, rounds, "seed"))
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {times}


@pytest.mark.parametrize(("players", "rounds"), [(12, 6), (13, 6), (20, 5), (64, 8)])
def test_planning_the_whole_is_at_least_as_even_as_round_by_round(
    players: int, rounds: int
) -> None:
    sizes = table_sizes(players, (4, 3), "smaller", 2)
    whole = plan_rounds(a_field(players), sizes, rounds, "seed")
    one_by_one: list[Tables] = []
    for number in range(rounds):
        met = meetings(one_by_one)
        field = [
            Player(n, met={m: met[frozenset((n, m))] for m in range(1, players + 1) if m != n})
            for n in range(1, players + 1)
        ]
        paired = pair(field, sizes, f"seed {number}", LEVEL)
        one_by_one.append([list(table) for table in paired.tables])
    least = least_meetings(players, sizes.tables, rounds)
    assert least <= squares(whole) <= squares(one_by_one)


def test_byes_go_round_and_clubs_are_kept_apart() -> None:
    field = [Player(n, groups=(n % 5,)) for n in range(1, 11)]
    sizes = table_sizes(10, (4,), "bye", 2)
    rounds = plan_rounds(field, sizes, 5, "seed")
    byes = Counter(n for tables in rounds for n in range(1, 11) if not any(n in t for t in tables))
    assert set(byes.values()) == {1}
    assert all(
        times == 0 for two, times in meetings(rounds).items() if len({n % 5 for n in two}) == 1
    )
    with pytest.raises(Refused, match="second byes"):
        plan_rounds(field, sizes, 6, "seed")


def test_the_rounds_are_played_as_they_were_published_at_the_start() -> None:
    weekend = Weekend(a_plan(Stage("round_robin", 5)), 16)
    state = weekend.play_all()
    [stage] = state.stages
    played = [{frozenset(table.seats) for table in round.tables.values()} for round in state.rounds]
    assert played == [{frozenset(table) for table in tables} for tables in stage.schedule]
    assert {round.solver for round in state.rounds} == {"rounds/1"}


def test_who_leaves_or_comes_late_has_the_rest_planned_again() -> None:
    weekend = Weekend(a_plan(Stage("round_robin", 4)), 12)
    dice = random.Random(1)
    weekend.pair()
    weekend.play(dice)
    weekend.append(e.EntrantDropped(3))
    weekend.append(e.EntrantDropped(4))
    weekend.append(e.EntrantRegistered(13, missed=1))
    weekend.append(e.EntrantCheckedIn(13))
    for _ in range(3):
        weekend.pair()
        weekend.play(dice)
    seated = {n for t in weekend.state.rounds[-1].tables.values() for n in t.seats}
    assert seated == set(range(1, 14)) - {3, 4}
    met = meetings([[list(t.seats) for t in r.tables.values()] for r in weekend.state.rounds])
    assert max(met.values()) <= 2
