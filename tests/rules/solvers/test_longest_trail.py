from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.solvers.longest_trail import longest_trail
from rules.solvers.trail_tree import is_a_tree


def longest_by_trying_all(edges):
    """Every trail there is, from every city."""
    at_city = {}
    for index, (a, b, length) in enumerate(edges):
        at_city.setdefault(a, set()).add((index, b, length))
        at_city.setdefault(b, set()).add((index, a, length))

    def longest_from(city, used):
        return max(
            (
                length + longest_from(other, used | {index})
                for index, other, length in at_city[city]
                if index not in used
            ),
            default=0,
        )

    return max((longest_from(city, frozenset()) for city in at_city), default=0)


def is_traveled(edges, trail):
    """Whether the trail can be walked, edge after edge, using none twice."""
    reached = {city for edge in edges for city in edge[:2]}
    for index in trail.edges:
        a, b, _ = edges[index]
        reached = {y for x, y in ((a, b), (b, a)) if x in reached}
    return bool(reached or not edges) and len(set(trail.edges)) == len(trail.edges)


def check_longest_trail(edges):
    """It can be walked, is as long as it claims, and no other is longer."""
    trail = longest_trail(edges)
    assert trail.length == longest_by_trying_all(edges)
    assert trail.length == sum(edges[index][2] for index in trail.edges)
    assert is_traveled(edges, trail)


def networks(cities, lengths, max_size):
    city = st.integers(0, cities - 1)
    edge = st.tuples(city, city, lengths).filter(lambda edge: edge[0] != edge[1])
    return st.lists(edge, max_size=max_size)


@given(st.one_of(networks(6, st.integers(1, 6), 9), networks(9, st.integers(1, 2), 11)))
@settings(max_examples=400)
def test_tr_f2_the_trail_is_the_longest_there_is(edges):
    check_longest_trail(edges)


# Each city but the first joined to one before it: a network without a cycle.
trees = st.lists(st.tuples(st.integers(0, 99), st.integers(1, 6)), min_size=1, max_size=14).map(
    lambda rows: [(before % (i + 1), i + 1, length) for i, (before, length) in enumerate(rows)]
)


@given(trees)
@settings(max_examples=200)
def test_tr_f2_a_network_without_a_cycle_has_its_longest_path(edges):
    assert is_a_tree(edges)
    check_longest_trail(edges)


@st.composite
def rings_on_bridges(draw):
    """Each ring hangs by one edge on a city of those before it."""
    edges, cities = [], 1
    for _ in range(draw(st.integers(1, 4))):
        size = draw(st.integers(1, 3))
        edges.append((draw(st.integers(0, cities - 1)), cities, draw(st.integers(1, 4))))
        around = [*range(cities, cities + size), cities]
        edges += [(a, b, draw(st.integers(1, 4))) for a, b in pairwise(around)]
        cities += size
    return edges


@given(rings_on_bridges())
@settings(max_examples=300)
def test_tr_f2_a_trail_crosses_a_bridge_to_end_behind_it_or_stays_on_one_side(edges):
    check_longest_trail(edges)


@given(networks(12, st.integers(1, 6), 20))
@settings(max_examples=100)
def test_tr_f2_the_numbers_of_cities_and_the_order_of_routes_do_not_change_the_length(edges):
    renamed = [(20 - b, 20 - a, length) for a, b, length in reversed(edges)]
    trail = longest_trail(renamed)
    assert trail.length == longest_trail(edges).length
    assert is_traveled(renamed, trail)


@given(networks(7, st.integers(1, 6), 20))
@settings(max_examples=100)
def test_tr_f2_a_network_with_at_most_two_odd_cities_is_traveled_whole(edges):
    # Joining odd cities in pairs to a new hub leaves none of them odd, and all in one piece.
    hub = [(city, 99, 1) for city in range(7) for _ in range(odd_or_two(edges, city))]
    whole = edges + hub
    assert longest_trail(whole).length == sum(length for _, _, length in whole)


def odd_or_two(edges, city):
    return 1 if sum(city in edge[:2] for edge in edges) % 2 else 2


def test_tr_f2_a_path_may_pass_a_city_more_than_once_and_loop():
    eight = [(0, 1, 2), (1, 2, 2), (2, 0, 2), (0, 3, 3), (3, 4, 3), (4, 0, 3)]
    assert longest_trail(eight).length == 15


def test_tr_f2_it_is_measured_in_trains_not_in_routes():
    assert longest_trail([(0, 1, 6), (2, 3, 1), (3, 4, 1), (4, 5, 1)]) == (6, [0])


def test_tr_f2_both_tracks_of_a_double_route_count():
    assert longest_trail([(0, 1, 3), (0, 1, 3), (1, 2, 2)]).length == 8


def test_tr_f2_of_a_star_two_arms_are_used():
    star = [(0, arm, arm) for arm in range(1, 10)]
    assert longest_trail(star).length == 17


def test_tr_f2_ten_cities_all_joined_lose_four_routes():
    # Ten odd cities, two of them ends: the other eight lose a route by pairs.
    complete = [(a, b, 1) for a, b in combinations(range(10), 2)]
    assert longest_trail(complete).length == 41


def test_tr_f2_two_rings_on_a_bridge_are_one_path():
    rings = [(0, 1, 1), (1, 2, 1), (2, 0, 1), (3, 4, 1), (4, 5, 1), (5, 3, 1), (0, 3, 5)]
    assert longest_trail(rings).length == 11


def test_tr_f2_of_three_rings_on_bridges_one_is_left_out():
    # Leaving out a bridge alone would satisfy every city, but the path would be in two pieces.
    rings = [(0, arm, 1) for arm in (1, 2, 3)]
    rings += [(arm, arm + 10, 2) for arm in (1, 2, 3) for _ in range(2)]
    assert longest_trail(rings).length == 10


def test_tr_f2_the_longest_path_may_lie_behind_a_bridge():
    ring_and_stubs = [(0, 1, 1), (1, 0, 1), (0, 2, 1), (0, 3, 1)]
    long_arms = [(4, 5, 6), (4, 6, 6)]
    assert longest_trail([*ring_and_stubs, (0, 4, 1), *long_arms]).length == 12


def test_tr_f2_no_routes_no_path():
    assert longest_trail([]) == (0, [])


def test_an_edge_without_length_is_refused():
    with pytest.raises(ValueError, match="from 1 to 2 has length 0"):
        longest_trail([(1, 2, 0)])
