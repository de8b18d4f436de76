"""The longest trail of a network without a cycle, as most of them are: no search is needed.

There a trail is a path, and the city farthest from any city is one end of a longest path.
"""

from collections.abc import Sequence

from rules.solvers.connection import Edge

Ways = dict[int, list[tuple[int, int, int]]]  # by city: the city at the other end, length, index


def is_a_tree(network: Sequence[Edge]) -> bool:
    """Whether edges that hang together have no cycle.

    >>> is_a_tree([(0, 1, 2), (1, 2, 3)]), is_a_tree([(0, 1, 2), (0, 1, 3)])
    (True, False)
    """
    cities = 0
    for a, b, _ in network:
        cities |= 1 << a | 1 << b
    return cities.bit_count() == len(network) + 1


def longest_path(tree: Sequence[Edge]) -> list[int]:
    """Its edges, as indexes, from end to end.

    >>> longest_path([(0, 1, 2), (1, 2, 3), (1, 3, 1)])
    [1, 0]
    """
    ways: Ways = {}
    for index, (a, b, length) in enumerate(tree):
        ways.setdefault(a, []).append((b, length, index))
        ways.setdefault(b, []).append((a, length, index))
    end, _ = _farthest(ways, tree[0][0])
    return _farthest(ways, end)[1]


def _farthest(ways: Ways, start: int) -> tuple[int, list[int]]:
    """The city farthest from this one, and the edges that lead there."""
    reached = [(start, start, 0)]  # a city, the one before it, and how far it is
    led_by: dict[int, tuple[int, int]] = {}  # by city: the one before it, and the edge
    end, farthest = start, 0
    for city, before, distance in reached:
        if distance > farthest:
            end, farthest = city, distance
        for other, length, index in ways[city]:
            if other != before:
                led_by[other] = (city, index)
                reached.append((other, city, distance + length))
    path = []
    city = end
    while city != start:
        city, index = led_by[city]
        path.append(index)
    return end, path[::-1]
