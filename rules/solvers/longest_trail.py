"""The longest continuous path of trains (TR-F2): a trail uses each route once, cities at will.

A set of routes is a trail exactly when it hangs together and at most two of its cities have an odd
number of routes. So the question is which routes to *leave out*, as little track as possible.

The routes of a network are decided one by one, kept or left out, in an order that finishes city
after city (see `trail_frontier`). The search (A*) goes on from the state with the least track left
out, counting what odd cities will still force it to leave out (see `trail_tolls`), and of equals
from the one met last. Where nothing more is forced than foreseen it walks straight to the answer.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.solvers.connection import Edge, networks
from rules.solvers.trail_bridges import Parts
from rules.solvers.trail_chains import join_chains
from rules.solvers.trail_frontier import WHOLE, Groups, steps_through
from rules.solvers.trail_order import narrow_order
from rules.solvers.trail_tolls import tolls_after
from rules.solvers.trail_tree import is_a_tree, longest_path


class Trail(NamedTuple):
    length: int
    edges: list[int]  # indexes into the given edges, in the order they are traveled


# How many steps are decided; the track left out so far; how many finished cities are odd, and which of the
# frontier are; what hung together before the last step; and a bit for each edge that is kept.
_State = tuple[int, int, int, int, Groups, int]


def longest_trail(edges: Sequence[Edge]) -> Trail:
    """The longest trail over the edges; of several, always the same one.

    >>> longest_trail([(0, 1, 2), (1, 2, 3), (1, 3, 1)])
    Trail(length=5, edges=[0, 1])
    """
    for a, b, length in edges:
        if length < 1:
            raise ValueError(f"the edge from {a} to {b} has length {length}, not 1 or more")
    best = Trail(0, [])
    found = [(sum([edges[i][2] for i in own]), own) for own in networks(edges)]
    for total, own in sorted(found, reverse=True):
        if total <= best.length:
            break
        kept = [own[index] for index in _kept([edges[i] for i in own])]
        length = sum([edges[i][2] for i in kept])
        if length > best.length:
            best = Trail(length, kept)
    return Trail(best.length, _travel(edges, best.edges))


def longest_trail_within(network: list[Edge]) -> int:
    """The length of it alone, over edges that hang together.

    >>> longest_trail_within([(0, 1, 2), (1, 2, 3), (1, 3, 1)])
    5
    """
    return sum([network[index][2] for index in _kept(network)])


def _kept(network: list[Edge]) -> list[int]:
    """Which edges of one network the longest trail keeps."""
    if _is_a_trail(network) or is_a_tree(network):
        return _kept_of_part(network)
    longest = 0
    kept: list[int] = []
    for part in reversed(Parts(join_chains(network), _kept_of_part).found):
        edges = [chain.edge for chain in part]
        if sum([length for _, _, length in edges]) <= longest:
            continue
        indexes = _kept_of_part(edges)
        length = sum([edges[index][2] for index in indexes])
        if length > longest:
            longest = length
            kept = [link for index in indexes for link in part[index].links]
    return kept


def _kept_of_part(edges: list[Edge]) -> list[int]:
    """The same for what no bridge divides."""
    if _is_a_trail(edges):
        return list(range(len(edges)))
    if is_a_tree(edges):
        return longest_path(edges)
    order = narrow_order(edges)
    return [order[step] for step in _steps_kept([edges[index] for index in order])]


def _is_a_trail(network: list[Edge]) -> bool:
    """Whether all of it can be traveled at once."""
    odd = 0
    for a, b, _ in network:
        odd ^= 1 << a ^ 1 << b
    return odd.bit_count() <= 2


def _steps_kept(edges: list[Edge]) -> list[int]:
    """The same by search, one edge after the other."""
    steps = steps_through(edges)
    tolls = tolls_after(steps)
    total = sum([length for _, _, length in edges])
    # By estimate, the states to go on from. No estimate is below that of the state before.
    waiting: list[list[_State]] = [[] for _ in range(total + 1)]
    waiting[0].append((0, 0, 0, 0, (), 0))
    met: list[set[tuple[int, int, Groups]]] = [set() for _ in range(len(steps) + 1)]
    estimate = 0
    while True:
        while not waiting[estimate]:
            estimate += 1
        decided, left_out, ends, odd, groups, kept = waiting[estimate].pop()
        if groups == WHOLE:
            return [index for index in range(decided) if kept >> index & 1]
        if decided:
            # Only now, since most states are never gone on from.
            keeps = bool(kept >> decided - 1 & 1)
            joined = steps[decided - 1].join(groups, keeps)
            if joined is None:
                continue
            groups = joined
            if groups == WHOLE:
                left_out += sum([later.length for later in steps[decided:]])
                waiting[left_out].append((decided, left_out, ends, odd, WHOLE, kept))
                continue
        # Whoever was here before has left out no more.
        frontier = (ends, odd, groups)
        if decided == len(steps) or frontier in met[decided]:
            continue
        met[decided].add(frontier)
        step, toll = steps[decided], tolls[decided]
        for keeps in (False, True):
            ends_after, odd_after = step.count(ends, odd, keeps)
            if ends_after <= 2:
                left_out_after = left_out if keeps else left_out + step.length
                foreseen = left_out_after + toll[ends_after][odd_after]
                if foreseen <= total:
                    kept_after = kept | 1 << decided if keeps else kept
                    waiting[foreseen].append(
                        (decided + 1, left_out_after, ends_after, odd_after, groups, kept_after)
                    )


def _travel(edges: Sequence[Edge], kept: list[int]) -> list[int]:
    """The kept edges in an order in which they can be traveled (Hierholzer's algorithm)."""
    at_city: dict[int, list[int]] = {}
    for index in reversed(kept):
        for city in set(edges[index][:2]):
            at_city.setdefault(city, []).append(index)
    odd = [
        city
        for city, indexes in at_city.items()
        if sum(edges[i][0] != edges[i][1] for i in indexes) % 2
    ]
    traveled: set[int] = set()
    trail: list[int] = []
    stops = [(min(odd or at_city), -1)] if at_city else []
    while stops:
        city, by = stops[-1]
        while at_city[city] and at_city[city][-1] in traveled:
            at_city[city].pop()
        if at_city[city]:
            index = at_city[city].pop()
            traveled.add(index)
            a, b, _ = edges[index]
            stops.append((b if city == a else a, index))
        else:
            stops.pop()
            if by >= 0:
                trail.append(by)
    trail.reverse()
    return trail
