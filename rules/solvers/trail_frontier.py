"""Deciding a network edge by edge, remembering only what matters for the rest.

What the undecided edges can still become depends on the *frontier* alone: for the cities that have
both decided and undecided edges, whether an odd number is kept and which of them hang together;
and on how many finished cities are odd, for these are the ends of the trail.
"""

from collections.abc import Sequence
from typing import Final

from rules.solvers.connection import Edge

Groups = tuple[int, ...]  # for each city of the frontier: 0 if nothing is kept, else its group
WHOLE: Final[Groups] = (-1,)  # the kept edges hang together, cut off from all undecided ones


# How many finished cities have an odd number of kept edges; a bit for each city of the frontier that
# has; and the groups.
Frontier = tuple[int, int, Groups]
START: Final[Frontier] = (0, 0, ())

_Joined = dict[Groups, Groups | None]


class Step:
    """One edge to decide, and how the frontier changes by it."""

    def __init__(self, before: list[int], edge: Edge, finished: set[int]) -> None:
        a, b, self.length = edge
        cities = list(dict.fromkeys([*before, a, b]))
        self.entering = len(cities) - len(before)
        self.places = (cities.index(a), cities.index(b))
        self.flips = 1 << self.places[0] ^ 1 << self.places[1]  # what is odd after keeping it
        self.staying = [place for place, city in enumerate(cities) if city not in finished]
        self.leaving = [place for place, city in enumerate(cities) if city in finished]
        self.after = [cities[place] for place in self.staying]
        self.joined: tuple[_Joined, _Joined] = ({}, {})  # what is known of `_join`

    def decide(self, frontier: Frontier, keeps: bool) -> Frontier | None:
        """The frontier after this edge; None if no trail can come of it."""
        ends, odd, before = frontier
        if keeps:
            odd ^= self.flips
        for place in reversed(self.leaving):
            ends += odd >> place & 1
            odd = odd >> place + 1 << place | odd & (1 << place) - 1
        if ends > 2:
            return None
        # Many frontiers differ in nothing but their odd cities.
        joined = self.joined[keeps]
        if before not in joined:
            joined[before] = self._join(before, keeps)
        groups = joined[before]
        return None if groups is None else (ends, odd, groups)

    def _join(self, before: Groups, keeps: bool) -> Groups | None:
        """What hangs together after this edge; None if no trail can come of it."""
        groups = list(before) + [0] * self.entering
        if keeps:
            a, b = self.places
            merged = (groups[a], groups[b])
            new = len(groups) + 1  # a number that is not taken
            groups = [new if group and group in merged else group for group in groups]
            groups[a] = groups[b] = new
        # Groups are numbered as they come, so that equal frontiers look equal.
        numbers = {0: 0}
        staying = [numbers.setdefault(groups[place], len(numbers)) for place in self.staying]
        finished = {groups[place] for place in self.leaving} - numbers.keys()
        if not finished:
            return tuple(staying)
        # A group without undecided edges is the whole trail, or it can't be part of one.
        return WHOLE if len(finished) == 1 and len(numbers) == 1 else None


def steps_through(edges: Sequence[Edge]) -> list[Step]:
    last = {city: index for index, edge in enumerate(edges) for city in edge[:2]}
    steps: list[Step] = []
    before: list[int] = []
    for index, edge in enumerate(edges):
        finished = {city for city in [*before, *edge[:2]] if last[city] == index}
        steps.append(Step(before, edge, finished))
        before = steps[-1].after
    return steps
