"""A network taken apart at its bridges: the edges that alone join what is on either side of them.

A trail crosses a bridge once. So it ends behind it, and goes as far there as it can: the bridge and
the longest trail behind it may as well be one edge that leads to a dead end. A trail that crosses
no such bridge stays on one side of it, and the far side is a part for itself.
"""

from collections.abc import Callable

from rules.solvers.connection import Edge
from rules.solvers.trail_chains import Chain


class Parts:
    """The parts of one network: the longest trail of one of them is the longest of all."""

    def __init__(self, chains: list[Chain], kept: Callable[[list[Edge]], list[int]]) -> None:
        self.found: list[list[Chain]] = []
        self._kept = kept  # which edges of a part its longest trail keeps
        self._at_city: dict[int, list[Chain]] = {}
        for chain in chains:
            for city in chain.edge[:2]:
                self._at_city.setdefault(city, []).append(chain)
        self._depths: dict[int, int] = {}
        self._walked: set[int] = set()  # chains, by their first link
        # Most likely in the midst of the largest part: only what lies behind a bridge costs a search.
        start = max(self._at_city, key=lambda city: (len(self._at_city[city]), city))
        behind: list[Chain] = []
        self._walk(start, behind)
        self.found.append(behind)

    def _walk(self, city: int, behind: list[Chain]) -> int:
        """Collect what is not walked yet from here; answer how far back up it leads."""
        self._depths[city] = highest = len(self._depths)
        for chain in self._at_city[city]:
            if chain.links[0] in self._walked:
                continue
            self._walked.add(chain.links[0])
            a, b, _ = chain.edge
            other = b if city == a else a
            if other in self._depths:
                highest = min(highest, self._depths[other])
                behind.append(chain)
                continue
            further: list[Chain] = []
            reached = self._walk(other, further)
            highest = min(highest, reached)
            if further and reached > self._depths[city]:
                self.found.append(further)
                behind.append(self._dead_end(chain, further))
            else:
                behind += [chain, *further]
        return highest

    def _dead_end(self, bridge: Chain, behind: list[Chain]) -> Chain:
        a, b, length = bridge.edge
        edges = [chain.edge for chain in behind]
        # Longer than all behind it, so that no trail there is longer than one over the bridge.
        edges.append((a, b, length + sum([edge[2] for edge in edges])))
        kept = [[*behind, bridge][index] for index in self._kept(edges)]
        links = [link for chain in kept for link in chain.links]
        return Chain((a, b, sum([chain.edge[2] for chain in kept])), links)
