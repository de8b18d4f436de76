"""In which order the edges of a network are decided, so that few cities are begun at a time."""

from collections.abc import Sequence
from typing import Final

from rules.solvers.connection import Edge

# Orders that are tried, and how small a frontier is not worth another one.
MOST_STARTS: Final = 4
SMALL: Final = 300


def narrow_order(edges: Sequence[Edge]) -> list[int]:
    """The edges of one network (as indexes) in an order with a small frontier.

    City after city is finished, beginning where there are few edges. Where that gives a large frontier, the same is
    tried from other cities: one order may take twenty times as long to search as another.

    >>> narrow_order([(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 1)])
    [3, 0, 2, 1]
    """
    cities = _Cities(edges)
    narrowest, size = cities.order_from(cities.starts[0])
    for start in cities.starts[1:MOST_STARTS]:
        if size < SMALL:
            break
        order, other_size = cities.order_from(start)
        if other_size < size:
            narrowest, size = order, other_size
    return narrowest


class _Cities:
    def __init__(self, edges: Sequence[Edge]) -> None:
        self.edges = edges
        self.near: dict[int, int] = {}  # by city: a bit for itself and for each neighbor
        self.at_city: dict[int, list[int]] = {}
        for index, (a, b, _) in enumerate(edges):
            for city in (a, b):
                self.near[city] = self.near.get(city, 0) | 1 << a | 1 << b
                self.at_city.setdefault(city, []).append(index)
        # Where there are few edges first.
        self.starts = sorted(self.near, key=lambda city: (len(self.at_city[city]), city))

    def order_from(self, start: int) -> tuple[list[int], int]:
        """The order, and how many sets of odd cities its frontiers can have, all together.

        The next city is always one that has been met or is next to one, and of these the one that meets the
        fewest new cities.
        """
        near = self.near
        met, finished, size = 1 << start, 0, 0
        unfinished = set(near)
        order: dict[int, None] = {}
        while unfinished:
            next_to_met = [city for city in unfinished if near[city] & met]
            _, city = min([((near[city] & ~met).bit_count(), city) for city in next_to_met])
            # What leads to cities that have been met comes first: it may finish them.
            for to_new in (0, 1):
                for index in self.at_city[city]:
                    a, b, _ = self.edges[index]
                    if (met >> a & met >> b & 1) != to_new:
                        order[index] = None
            met |= near[city]
            unfinished.remove(city)
            finished |= 1 << city
            size += 1 << (met & ~finished).bit_count()
        return list(order), size
