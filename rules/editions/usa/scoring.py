"""What a game on the USA board is worth: routes, tickets and the longest path."""

from rules.editions.usa.state import BOARD, State
from rules.kernel.result import Result, ScoreLine
from rules.pieces.board import TrackSet, members
from rules.scoring.score_sheet import add_tickets, ranked, recount_own_routes, route_lines
from rules.solvers.longest_trail import longest_trail

# TR-K1: one longest-path bonus worth 10.
LONGEST_PATH: int = BOARD.data["longest_path"]


def recount(state: State) -> list[int]:
    return recount_own_routes(BOARD, state)


def final_result(state: State) -> Result:
    lines = route_lines(state.scores, "TR-B5")
    completed = add_tickets(BOARD, state, state.routes, lines, "TR-F1")
    # TR-F2: the bonus goes to the longest continuous path; everyone tied gets it, and a path of
    # length 0 earns nothing.
    lengths = [longest_path(routes) for routes in state.routes]
    holders = [0 < length == max(lengths) for length in lengths]
    for seat, holds in enumerate(holders):
        if holds:
            lines[seat].append(
                ScoreLine("TR-F2", "longest_path", str(lengths[seat]), 0, LONGEST_PATH)
            )
    return ranked(state, lines, completed, "longest_path", [int(holds) for holds in holders])


def longest_path(routes: TrackSet) -> int:
    """In trains."""
    return longest_trail([BOARD.edge(index) for index in members(routes)]).length
