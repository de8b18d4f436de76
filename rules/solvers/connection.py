"""Which cities a network joins, and the cheapest way to join two."""

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

Edge = tuple[int, int, int]  # city, city, length


class Connection(NamedTuple):
    cost: int
    edges: list[int]  # indexes into the given edges, from the first city to the second


def city_groups(edges: Iterable[Edge]) -> dict[int, int]:
    """For each city of the edges, one city that stands for all it is joined to (union-find)."""
    leader: dict[int, int] = {}

    def find(city: int) -> int:
        leader.setdefault(city, city)
        while leader[city] != city:
            leader[city] = leader[leader[city]]
            city = leader[city]
        return city

    for a, b, _ in edges:
        leader[find(a)] = find(b)
    return {city: find(city) for city in sorted(leader)}


def joined(edges: Iterable[Edge], a: int, b: int) -> bool:
    """Whether a continuous path of edges leads from one city to the other.

    >>> joined([(1, 2, 3), (2, 5, 1)], 1, 5)
    True
    """
    groups = city_groups(edges)
    return a == b or (a in groups and groups[a] == groups.get(b))


def cheapest_connection(edges: Sequence[Edge], a: int, b: int) -> Connection | None:
    """The least that must still be built to join two cities; None if they can't be joined.

    An edge costs its length: give the open ones their length, one's own 0, and leave out those of
    others. Of equal costs, the connection with the fewest edges that are not free is taken.

    >>> cheapest_connection([(1, 2, 3), (2, 5, 0), (1, 5, 4)], 1, 5)
    Connection(cost=3, edges=[0, 1])
    """
    at_city: dict[int, list[int]] = {}
    for index, (x, y, length) in enumerate(edges):
        if length < 0:
            raise ValueError(f"the edge from {x} to {y} has length {length}, below 0")
        at_city.setdefault(x, []).append(index)
        at_city.setdefault(y, []).append(index)
    queue = [(0, 0, a, -1)]  # cost, edges to build, city, the edge that led there
    led_by: dict[int, int] = {}
    while queue:
        cost, built, city, by = heappop(queue)
        if city in led_by:
            continue
        led_by[city] = by
        if city == b:
            return Connection(cost, _way_back(edges, led_by, b))
        for index in at_city.get(city, []):
            x, y, length = edges[index]
            other = y if city == x else x
            if other not in led_by:
                heappush(queue, (cost + length, built + (length > 0), other, index))
    return None


def _way_back(edges: Sequence[Edge], led_by: dict[int, int], city: int) -> list[int]:
    way = []
    while led_by[city] >= 0:
        index = led_by[city]
        way.append(index)
        x, y, _ = edges[index]
        city = y if city == x else x
    way.reverse()
    return way
