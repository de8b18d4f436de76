"""In which order the edges of a network are decided, so that few cities are begun at a time."""

from collections.abc import Sequence

from rules.solvers.connection import Edge


def narrow_order(edges: Sequence[Edge]) -> list[int]:
    """The edges of one network (as indexes) in an order with a small frontier.

    City after city is finished, beginning where there are few edges. It is always a city that has
    been met or is next to one, and of these the one that meets the fewest new cities.

    >>> narrow_order([(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 1)])
    [3, 0, 2, 1]
    """
    near: dict[int, int] = {}  # by city: a bit for itself and for each neighbor
    at_city: dict[int, list[int]] = {}
    for index, (a, b, _) in enumerate(edges):
        for city in (a, b):
            near[city] = near.get(city, 0) | 1 << a | 1 << b
            at_city.setdefault(city, []).append(index)
    met = 1 << min(near, key=lambda city: (len(at_city[city]), city))
    unfinished = set(near)
    order: dict[int, None] = {}
    while unfinished:
        next_to_met = [city for city in unfinished if near[city] & met]
        _, city = min([((near[city] & ~met).bit_count(), city) for city in next_to_met])
        # What leads to cities that have been met comes first: it may finish them.
        for to_new in (0, 1):
            for index in at_city[city]:
                a, b, _ = edges[index]
                if (met >> a & met >> b & 1) != to_new:
                    order[index] = None
        met |= near[city]
        unfinished.remove(city)
    return list(order)
