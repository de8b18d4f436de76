"""Deciding a network edge by edge, remembering only what matters for the rest.

What the undecided edges can still become depends on the *frontier* alone: for the cities that have
both decided and undecided edges, whether an odd number is kept and which of them hang together;
and on how many finished cities are odd, for these are the ends of the trail.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.solvers.connection import Edge


class Frontier(NamedTuple):
    ends: int  # finished cities with an odd number of kept edges
    cities: tuple[int, ...]  # 0: nothing kept; else 2 * group, plus 1 if odd


START: Final = Frontier(0, ())
WHOLE: Final = Frontier(-1, ())  # the kept edges are a trail, and cut off from all undecided ones


def narrow_order(edges: Sequence[Edge]) -> list[int]:
    """The edges of one network (as indexes) in an order with a small frontier."""
    undecided: dict[int, set[int]] = {}
    for index, (a, b, _) in enumerate(edges):
        undecided.setdefault(a, set()).add(index)
        undecided.setdefault(b, set()).add(index)
    order: list[int] = []
    frontier = {min(undecided, key=lambda city: (len(undecided[city]), city))}
    while frontier:
        # Finish the city that brings the fewest new cities into the frontier.
        city = min(
            (len({c for i in undecided[city] for c in edges[i][:2]} - frontier), city)
            for city in frontier
        )[1]
        for index in sorted(undecided[city]):
            order.append(index)
            for end in set(edges[index][:2]):
                undecided[end].discard(index)
                frontier.add(end)
        for end in [end for end in frontier if not undecided[end]]:
            frontier.discard(end)
            del undecided[end]
    return order


class Step:
    """One edge to decide: how the frontier changes by it, and what is forced afterwards."""

    def __init__(self, before: list[int], edge: Edge, later: Sequence[Edge]) -> None:
        a, b, self.length = edge
        cities = list(dict.fromkeys([*before, a, b]))
        self.entering = len(cities) - len(before)
        self.places = (cities.index(a), cities.index(b))
        self.undecided = sum(length for _, _, length in later)

        # The cities of undecided edges, the frontier first, and where their edges lead.
        ways: dict[int, list[tuple[int, int]]] = {}
        for x, y, length in later:
            ways.setdefault(x, []).append((y, length))
            ways.setdefault(y, []).append((x, length))
        self.staying = [place for place, city in enumerate(cities) if city in ways]
        self.leaving = [place for place, city in enumerate(cities) if city not in ways]
        self.after = [cities[place] for place in self.staying]
        numbered = self.after + [city for city in ways if city not in cities]
        numbers = {city: number for number, city in enumerate(numbered)}
        self.ways = [[(numbers[c], length) for c, length in ways[city]] for city in numbered]
        self.is_odd = [len(ways[city]) % 2 for city in numbered]

    def decide(self, frontier: Frontier, keeps: bool) -> Frontier | None:
        """The frontier after this edge; None if no trail can come of it."""
        cities = list(frontier.cities) + [0] * self.entering
        if keeps:
            a, b = self.places
            groups = (cities[a] >> 1, cities[b] >> 1)
            merged = 2 * (len(cities) + 1)  # a group number that is not taken
            for place, city in enumerate(cities):
                if city and city >> 1 in groups:
                    cities[place] = merged + (city & 1)
            cities[a] = merged + (cities[a] & 1 ^ 1)
            cities[b] = merged + (cities[b] & 1 ^ 1)
        # Groups are numbered as they come, so that equal frontiers look equal.
        numbers = {0: 0}
        staying = []
        for place in self.staying:
            group = cities[place] >> 1
            number = numbers.setdefault(group, len(numbers))
            staying.append(2 * number + (cities[place] & 1))
        ends = frontier.ends
        finished = {0}
        for place in self.leaving:
            ends += cities[place] & 1
            if cities[place] >> 1 not in numbers:
                finished.add(cities[place] >> 1)
        if ends > 2:
            return None
        if len(finished) == 1:
            return Frontier(ends, tuple(staying))
        # A group without undecided edges is the whole trail, or it can't be part of one.
        return WHOLE if len(finished) == 2 and len(numbers) == 1 else None

    def forced_out(self, frontier: Frontier) -> int:
        """At least this much undecided track must be left out.

        With all of it kept, some cities would be odd. Two may be, as the ends. Each other one must
        lose an edge: half of that edge's length is its own toll, the other half is its neighbor's,
        or its own as well if the neighbor is not odd.
        """
        is_odd = self.is_odd[:]
        for number, city in enumerate(frontier.cities):
            is_odd[number] ^= city & 1
        double_tolls = []
        for number, ways in enumerate(self.ways):
            if is_odd[number]:
                double_tolls.append(
                    min([length if is_odd[other] else 2 * length for other, length in ways])
                )
        double_tolls.sort()
        return (sum(double_tolls[: max(0, len(double_tolls) - 2 + frontier.ends)]) + 1) // 2


def steps_through(edges: Sequence[Edge]) -> list[Step]:
    steps: list[Step] = []
    before: list[int] = []
    for index, edge in enumerate(edges):
        steps.append(Step(before, edge, edges[index + 1 :]))
        before = steps[-1].after
    return steps
