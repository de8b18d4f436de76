"""Deciding a network edge by edge, remembering only what matters for the rest.

What the undecided edges can still become depends on the *frontier* alone: for the cities that have
both decided and undecided edges, whether an odd number is kept and which of them hang together;
and on how many finished cities are odd, for these are the ends of the trail.
"""

from collections.abc import Sequence
from typing import Final

from rules.solvers.connection import Edge

Groups = tuple[int, ...]  # what hangs together: for each group, a bit for each of its cities
WHOLE: Final[Groups] = (0,)  # a single group, which none of the undecided edges reaches


class Step:
    """One edge to decide, and how the frontier changes by it."""

    def __init__(self, before: list[int], edge: Edge, finished: set[int]) -> None:
        a, b, self.length = edge
        cities = list(dict.fromkeys([*before, a, b]))
        self.entering = len(cities) - len(before)
        places = (cities.index(a), cities.index(b))
        self.joins = 1 << places[0] | 1 << places[1]
        self.flips = 1 << places[0] ^ 1 << places[1]
        self.leaving = [place for place, city in enumerate(cities) if city in finished]
        self.after = [city for city in cities if city not in finished]
        self.joined: list[dict[Groups, Groups | None]] = [{}, {}]  # what `_join` has answered

    def count(self, ends: int, odd: int, keeps: bool) -> tuple[int, int]:
        """After this edge: how many finished cities are odd, and a bit for each city of the frontier that is."""
        if keeps:
            odd ^= self.flips
        for place in reversed(self.leaving):
            ends += odd >> place & 1
            odd = odd >> place + 1 << place | odd & (1 << place) - 1
        return ends, odd

    def join(self, before: Groups, keeps: bool) -> Groups | None:
        """What hangs together after this edge; None if no trail can come of it."""
        # Many frontiers differ in nothing but their odd cities.
        joined = self.joined[keeps]
        if before not in joined:
            joined[before] = self._join(before, keeps)
        return joined[before]

    def _join(self, before: Groups, keeps: bool) -> Groups | None:
        groups = list(before)
        if keeps:
            joined = self.joins
            groups = []
            for group in before:
                if group & self.joins:
                    joined |= group
                else:
                    groups.append(group)
            groups.append(joined)
        for place in reversed(self.leaving):
            low = (1 << place) - 1
            groups = [group >> place + 1 << place | group & low for group in groups]
        # A group without undecided edges is the whole trail, or it can't be part of one.
        if 0 in groups and len(groups) > 1:
            return None
        # Sorted, so that equal frontiers look equal.
        groups.sort()
        return tuple(groups)


def steps_through(edges: Sequence[Edge]) -> list[Step]:
    last = {city: index for index, edge in enumerate(edges) for city in edge[:2]}
    steps: list[Step] = []
    before: list[int] = []
    for index, edge in enumerate(edges):
        finished = {city for city in [*before, *edge[:2]] if last[city] == index}
        steps.append(Step(before, edge, finished))
        before = steps[-1].after
    return steps
