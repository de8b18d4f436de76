from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.solvers.connection import Networks, cheapest_connection, joined, networks

edges = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 4)), max_size=9)


def least_cost_by_trying_all(network, a, b):
    """Over every order of cities in between."""
    least = {}
    for x, y, length in network:
        for way in ((x, y), (y, x)):
            least[way] = min(length, least.get(way, length))
    between = [city for city in range(6) if city not in (a, b)]
    costs = [0] if a == b else []
    for size in range(len(between) + 1):
        for cities in permutations(between, size):
            ways = list(pairwise((a, *cities, b)))
            if all(way in least for way in ways):
                costs.append(sum(least[way] for way in ways))
    return min(costs, default=None)


@given(edges, st.integers(0, 5), st.integers(0, 5))
def test_the_cheapest_connection_is_the_cheapest_of_all(network, a, b):
    connection = cheapest_connection(network, a, b)
    cost = least_cost_by_trying_all(network, a, b)
    assert (connection.cost if connection else None) == cost
    assert joined(network, a, b) == (cost is not None)
    if connection:
        assert sum(network[index][2] for index in connection.edges) == cost
        city = a
        for index in connection.edges:
            x, y, _ = network[index]
            assert city in (x, y)
            city = y if city == x else x
        assert city == b


@given(edges)
def test_cities_are_in_one_network_exactly_when_a_connection_joins_them(network):
    found = Networks(network, 6)
    for a in range(6):
        for b in range(6):
            together = found.name(a) == found.name(b)
            assert together == (cheapest_connection(network, a, b) is not None or a == b)


@given(edges)
def test_every_edge_is_in_one_network(network):
    assert sorted(i for own in networks(network) for i in own) == list(range(len(network)))
    for own in networks(network):
        assert all(joined(network, network[own[0]][0], network[i][1]) for i in own)


def test_own_tracks_are_free_and_of_equal_costs_the_fewest_routes_are_built():
    own, long_way, short_way = [(0, 1, 0)], [(1, 2, 2), (2, 3, 2)], [(1, 3, 4)]
    assert cheapest_connection(own + long_way + short_way, 0, 3) == (4, [0, 3])


def test_a_city_without_edges_is_joined_to_itself_alone():
    assert joined([], 7, 7)
    assert not joined([(1, 2, 1)], 7, 1)
    assert cheapest_connection([(1, 2, 1)], 1, 7) is None


def test_a_negative_length_is_refused():
    with pytest.raises(ValueError, match="from 1 to 2 has length -1"):
        cheapest_connection([(1, 2, -1)], 1, 2)
