"""What a game on the USA board is worth: routes, tickets and the longest path."""

from collections.abc import Sequence
from typing import Final

from rules.editions.usa.state import BOARD, State
from rules.kernel.result import Result, ScoreLine
from rules.pieces.board import TrackSet
from rules.scoring.score_sheet import add_tickets, ranked, recount_own_routes, route_lines
from rules.solvers.connection import Edge, Networks
from rules.solvers.longest_trail import longest_trail_within

# TR-K1: one longest-path bonus worth 10.
LONGEST_PATH: Final[int] = BOARD.data["longest_path"]


def recount(state: State) -> list[int]:
    return recount_own_routes(BOARD, state)


def final_result(state: State) -> Result:
    lines = route_lines(state.scores, "TR-B5")
    completed = add_tickets(BOARD, state, state.routes, lines, "TR-F1")
    # TR-F2: the bonus goes to the longest continuous path; everyone tied gets it, and a path of
    # length 0 earns nothing.
    longest, holders = longest_path(state.routes)
    for seat in holders:
        lines[seat].append(ScoreLine("TR-F2", "longest_path", str(longest), 0, LONGEST_PATH))
    holds = [int(seat in holders) for seat in range(state.seats)]
    return ranked(state, lines, completed, "longest_path", holds)


def longest_path(by_seat: Sequence[TrackSet]) -> tuple[int, list[int]]:
    """The length of the longest path, in trains, and the seats that have it.

    A path stays within one network, so a network is only searched if it is as long as the best path
    so far, the longest ones first.
    """
    found: list[tuple[int, int, list[Edge]]] = []
    for seat, routes in enumerate(by_seat):
        edges = BOARD.edges_of(routes)
        joined = Networks(edges, len(BOARD.city_ids))
        by_name: dict[int, list[Edge]] = {}
        for edge in edges:
            by_name.setdefault(joined.name(edge[0]), []).append(edge)
        found += [(_length(network), seat, network) for network in by_name.values()]
    found.sort(reverse=True)
    longest = 0
    holders: list[int] = []
    for total, seat, network in found:
        if total < longest:
            break
        length = longest_trail_within(network)
        if length > longest:
            longest, holders = length, []
        if length == longest and seat not in holders:
            holders.append(seat)
    return longest, sorted(holders)


def _length(network: list[Edge]) -> int:
    return sum([length for _, _, length in network])
