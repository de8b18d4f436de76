"""Which cities a network joins, and the cheapest way to join two."""

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

Edge = tuple[int, int, int]  # city, city, length

CLOSED: Final = -1  # the cost of an edge that can't be used

# Widths within an entry of the queue.
_CITY_BITS: Final = 12
_EDGE_BITS: Final = 12
_CITIES: Final = (1 << _CITY_BITS) - 1
_FAR: Final = 1 << 48


class Connection(NamedTuple):
    cost: int
    edges: list[int]  # indexes into the given edges, from the first city to the second


class Networks:
    """Which cities edges join: each network has one of its cities for a name."""

    def __init__(self, edges: Sequence[Edge], cities: int) -> None:
        # By city: one of its network that leads to the name; the name leads to itself.
        leads = list(range(cities))
        for a, b, _ in edges:
            while leads[a] != a:
                a = leads[a]
            while leads[b] != b:
                b = leads[b]
            leads[b] = a
        self._leads = leads

    def name(self, city: int) -> int:
        leads = self._leads
        while leads[city] != city:
            city = leads[city]
        return city


def networks(edges: Sequence[Edge]) -> list[list[int]]:
    """The edges that hang together, as indexes.

    >>> networks([(0, 1, 2), (3, 4, 1), (1, 2, 3)])
    [[0, 2], [1]]
    """
    found: dict[int, list[int]] = {}
    joined = Networks(edges, 1 + max([max(a, b) for a, b, _ in edges], default=-1))
    for index, edge in enumerate(edges):
        found.setdefault(joined.name(edge[0]), []).append(index)
    return list(found.values())


def joined(edges: Sequence[Edge], a: int, b: int) -> bool:
    """Whether a continuous path of edges leads from one city to the other.

    >>> joined([(1, 2, 3), (2, 5, 1)], 1, 5)
    True
    """
    joined = Networks(edges, 1 + max([max(x, y) for x, y, _ in (*edges, (a, b, 0))]))
    return joined.name(a) == joined.name(b)


class Network:
    """Edges between the same cities whose costs change: made once, asked many times."""

    def __init__(self, ends: Iterable[tuple[int, int]]) -> None:
        self.ends = list(ends)
        cities = 1 + max((max(x, y) for x, y in self.ends), default=-1)
        # By city: the edges that end there, each with the city at its other end.
        self.at_city: list[list[tuple[int, int]]] = [[] for _ in range(cities)]
        for index, (x, y) in enumerate(self.ends):
            self.at_city[x].append((index, y))
            self.at_city[y].append((index, x))

    def cheapest(self, costs: Sequence[int], a: int, b: int) -> Connection | None:
        """The least that must still be built to join two cities; None if they can't be joined.

        `costs` has one for each edge, or CLOSED. Of equal costs, the connection with the fewest
        edges that are not free is taken.
        """
        cities = len(self.at_city)
        if a == b:
            return Connection(0, [])
        if a >= cities or b >= cities:
            return None
        # One number for an entry of the queue: its cost, the edges to build, and the city.
        queue = [a]
        least = [_FAR] * cities
        least[a] = 0
        led_by = [-1] * cities
        while queue:
            entry = heappop(queue)
            so_far, city = entry >> _CITY_BITS, entry & _CITIES
            if so_far > least[city]:
                continue
            if city == b:
                return Connection(so_far >> _EDGE_BITS, self._way_back(led_by, b))
            for index, other in self.at_city[city]:
                cost = costs[index]
                if cost < 0:
                    continue
                total = so_far + (cost << _EDGE_BITS | 1) if cost else so_far
                if total < least[other]:
                    least[other] = total
                    led_by[other] = index
                    heappush(queue, total << _CITY_BITS | other)
        return None

    def _way_back(self, led_by: list[int], city: int) -> list[int]:
        way = []
        while led_by[city] >= 0:
            index = led_by[city]
            way.append(index)
            x, y = self.ends[index]
            city = y if city == x else x
        way.reverse()
        return way


def cheapest_connection(edges: Sequence[Edge], a: int, b: int) -> Connection | None:
    """The same for edges that are asked about once; an edge costs its length.

    >>> cheapest_connection([(1, 2, 3), (2, 5, 0), (1, 5, 4)], 1, 5)
    Connection(cost=3, edges=[0, 1])
    """
    for x, y, length in edges:
        if length < 0:
            raise ValueError(f"the edge from {x} to {y} has length {length}, below 0")
    network = Network((x, y) for x, y, _ in edges)
    return network.cheapest([length for _, _, length in edges], a, b)
