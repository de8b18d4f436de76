"""Quality and honesty of the pairing: against brute force on small fields, against lots on large ones."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing import SCORES, Pairing, Player, Sizes, pair, table_sizes
from games.tournaments.pairing.costs import pair_costs, total_of
from games.tournaments.pairing.pods import improved_split
from games.tournaments.records import Refused


def cost_of(pods: list[tuple[int, ...]], cost: np.ndarray) -> int:
    return sum(int(cost[i, j]) for pod in pods for i, j in combinations(pod, 2))


def every_split(left: tuple[int, ...], sizes: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """All ways to split, plainly."""
    if not sizes:
        return [[]]
    return [
        [pod, *rest]
        for pod in combinations(left, sizes[0])
        for rest in every_split(tuple(i for i in left if i not in pod), sizes[1:])
    ]


@st.composite
def small_fields(draw: st.DrawFn) -> tuple[list[Player], Sizes]:
    count = draw(st.sampled_from([6, 7, 8, 9]))
    numbers = range(1, count + 1)
    pairs = draw(st.lists(st.sampled_from(list(combinations(numbers, 2))), max_size=12))
    met: dict[int, dict[int, int]] = {number: {} for number in numbers}
    for a, b in pairs:
        met[a][b] = met[b][a] = met[a].get(b, 0) + 1
    field = [
        Player(
            number,
            points=draw(st.integers(0, 4)),
            met=met[number],
            groups=(draw(st.integers(1, 6)),),
        )
        for number in numbers
    ]
    return field, table_sizes(count, (4, 3), "smaller", 2)


@given(small_fields(), st.text(max_size=8))
@settings(max_examples=30)
def test_no_split_of_a_small_field_costs_less(case: tuple[list[Player], Sizes], seed: str) -> None:
    field, sizes = case
    cost = total_of(pair_costs(field, SCORES))
    best = min(cost_of(pods, cost) for pods in every_split(tuple(range(len(field))), sizes.tables))
    assert pair(field, sizes, seed, SCORES).cost == best


@given(small_fields(), st.integers())
@settings(max_examples=30)
def test_the_improvement_alone_avoids_what_can_be_avoided(
    case: tuple[list[Player], Sizes], seed: int
) -> None:
    """The way that large fields go, on fields that can be checked: no forbidden pair and no
    rematch more than needed, and hardly dearer than the best."""
    field, sizes = case
    cost = total_of(pair_costs(field, SCORES))
    odd = np.zeros((len(field), len(sizes.tables)), dtype=np.int64)
    best = min(cost_of(pods, cost) for pods in every_split(tuple(range(len(field))), sizes.tables))
    found = improved_split(cost, odd, sizes.tables, random.Random(seed))
    assert cost_of([tuple(pod) for pod in found], cost) == best


def a_field_after(rounds: int, count: int, seed: int = 3) -> list[Player]:
    """A Swiss tournament so far, with results by lot and clubs of about ten."""
    dice = random.Random(seed)
    points = dict.fromkeys(range(1, count + 1), 0)
    met: dict[int, dict[int, int]] = {number: {} for number in points}
    seats: dict[int, tuple[int, ...]] = dict.fromkeys(points, ())
    for round in range(rounds):
        field = [Player(n, points[n], met[n], (n % (count // 10),), seats[n]) for n in points]
        for table in pair(
            field, table_sizes(count, (4, 3), "smaller", 2), f"{round}", SCORES
        ).tables:
            for place, number in enumerate(dice.sample(table, len(table))):
                points[number] += (5, 3, 2, 1)[place]
            for seat, number in enumerate(table):
                seats[number] += (seat,)
                for other in table:
                    if other != number:
                        met[number][other] = met[number].get(other, 0) + 1
    return [Player(n, points[n], met[n], (n % (count // 10),), seats[n]) for n in points]


@pytest.fixture(scope="module")
def late_field() -> list[Player]:
    return a_field_after(4, 150)


def test_a_large_field_is_paired_far_better_than_by_lot(late_field: list[Player]) -> None:
    sizes = table_sizes(150, (4, 3), "smaller", 2)
    ours = pair(late_field, sizes, "seed", SCORES)
    cost = total_of(pair_costs(late_field, SCORES._replace(rematch=0, forbidden=0)))
    by_lot = []
    for seed in range(20):
        order = list(range(150))
        random.Random(seed).shuffle(order)
        ends = np.cumsum(sizes.tables)
        pods = [tuple(order[e - s : e]) for s, e in zip(sizes.tables, ends, strict=True)]
        by_lot.append(cost_of(pods, cost))
    pairs = [costs for table in ours.pairs for costs in table.values()]
    assert not any(costs.forbidden or costs.rematch for costs in pairs)
    assert sum(costs.distance for costs in pairs) < min(by_lot) / 20


def test_seat_one_goes_round(late_field: list[Player]) -> None:
    """After four rounds of four hardly anybody has moved first more than twice, or never."""
    first = [player.seats.count(0) for player in late_field]
    assert max(first) <= 2
    assert first.count(0) <= len(first) // 6


def test_the_same_seed_gives_the_same_tables_in_whatever_order_the_field_comes(
    late_field: list[Player],
) -> None:
    sizes = table_sizes(150, (4, 3), "smaller", 2)
    again = random.Random(9).sample(late_field, len(late_field))
    assert pair(late_field, sizes, "a", SCORES) == pair(again, sizes, "a", SCORES)


def test_another_seed_gives_other_tables() -> None:
    field = [Player(number) for number in range(1, 41)]
    sizes = table_sizes(40, (4,), "smaller", 2)
    assert pair(field, sizes, "a", SCORES).tables != pair(field, sizes, "b", SCORES).tables


def test_the_costs_that_are_shown_are_the_costs_that_were_paid() -> None:
    field = a_field_after(5, 24)
    ours = pair(field, table_sizes(24, (4,), "smaller", 2), "seed", SCORES)
    assert ours.cost == sum(costs.total for table in ours.pairs for costs in table.values())


def sizes_of(pairing: Pairing) -> list[int]:
    return sorted(map(len, pairing.tables), reverse=True)


def test_byes_go_to_the_lowest_and_never_twice() -> None:
    field = [Player(n, points=n, byes=int(n < 4)) for n in range(1, 11)]
    ours = pair(field, table_sizes(10, (4,), "bye", 2), "seed", SCORES)
    assert sorted(ours.byes) == [4, 5]
    assert sizes_of(ours) == [4, 4]


def test_a_second_bye_is_refused_rather_than_given() -> None:
    field = [Player(n, byes=1) for n in range(1, 6)]
    with pytest.raises(Refused, match="Everybody has had a bye"):
        pair(field, Sizes((4,), byes=1), "seed", SCORES)


def test_ais_fill_the_tables_where_the_organiser_wants_them() -> None:
    field = [Player(n) for n in range(1, 15)]
    ours = pair(field, table_sizes(14, (4,), "ai", 2), "seed", SCORES)
    assert sizes_of(ours) == [4, 4, 4, 4]
    assert sorted(table.count(0) for table in ours.tables) == [0, 0, 1, 1]


def test_who_sat_at_a_small_table_before_sits_at_a_full_one_now() -> None:
    field = [Player(n, odd_tables=int(n <= 3)) for n in range(1, 8)]
    ours = pair(field, table_sizes(7, (4, 3), "smaller", 2), "seed", SCORES)
    [small] = [table for table in ours.tables if len(table) == 3]
    assert not {1, 2, 3} & set(small)


@pytest.mark.parametrize(
    ("entrants", "sizes", "leftover", "tables", "fillers", "byes"),
    [
        (16, (4, 3), "smaller", (4, 4, 4, 4), 0, 0),
        (17, (4, 3), "smaller", (4, 4, 3, 3, 3), 0, 0),
        (17, (4, 5), "larger", (5, 4, 4, 4), 0, 0),
        (5, (4, 3), "smaller", (3, 2), 0, 0),
        (3, (4, 3), "smaller", (3,), 0, 0),
        (17, (4,), "ai", (4, 4, 4, 4, 4), 3, 0),
        (17, (4,), "bye", (4, 4, 4, 4), 0, 1),
        (3, (4,), "bye", (3,), 0, 0),
    ],
)
def test_table_sizes_fit_the_numbers(
    entrants: int,
    sizes: tuple[int, ...],
    leftover: str,
    tables: tuple[int, ...],
    fillers: int,
    byes: int,
) -> None:
    assert table_sizes(entrants, sizes, leftover, 2) == Sizes(tables, fillers, byes)


@given(st.integers(2, 400), st.sampled_from(["smaller", "larger", "ai", "bye"]))
def test_table_sizes_always_add_up(entrants: int, leftover: str) -> None:
    sizes = {"smaller": (4, 3), "larger": (4, 5)}.get(leftover, (4,))
    found = table_sizes(entrants, sizes, leftover, 2)
    assert sum(found.tables) - found.fillers + found.byes == entrants
    assert all(2 <= size <= 5 for size in found.tables)


def test_one_entrant_cannot_be_paired() -> None:
    with pytest.raises(Refused, match="at least 2"):
        table_sizes(1, (4, 3), "smaller", 2)
