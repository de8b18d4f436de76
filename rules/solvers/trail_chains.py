"""A network with its chains joined: no city is left that has exactly two edges.

A longest trail can't be made longer. So it never ends in a city with two edges having used one of
them, for it could go on over the other: it uses both or neither, and they may as well be one.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.solvers.connection import Edge


class Chain(NamedTuple):
    edge: Edge
    links: list[int]  # the edges it was joined from, as indexes


def join_chains(edges: Sequence[Edge]) -> list[Chain]:
    chains = {index: Chain(edge, [index]) for index, edge in enumerate(edges)}
    at_city: dict[int, list[int]] = {}
    for index, (a, b, _) in enumerate(edges):
        at_city.setdefault(a, []).append(index)
        at_city.setdefault(b, []).append(index)
    for city, indexes in at_city.items():
        if len(indexes) != 2 or indexes[0] == indexes[1]:  # the same edge twice is a loop
            continue
        first, second = indexes
        kept, gone = chains[first], chains.pop(second)
        start, end = _other_city(kept.edge, city), _other_city(gone.edge, city)
        length = kept.edge[2] + gone.edge[2]
        chains[first] = Chain((start, end, length), kept.links + gone.links)
        at_city[end][at_city[end].index(second)] = first
    return list(chains.values())


def _other_city(edge: Edge, city: int) -> int:
    return edge[1] if edge[0] == city else edge[0]
