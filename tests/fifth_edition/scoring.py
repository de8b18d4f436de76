"""What a game on the Island is worth."""

from rules.kernel.result import Result, ScoreLine
from rules.scoring.score_sheet import add_tickets, ranked, recount_own_routes, route_lines
from tests.fifth_edition.lighthouse import POINTS
from tests.fifth_edition.state import BOARD, State


def recount(state: State) -> list[int]:
    points = recount_own_routes(BOARD, state)
    if state.lit_by is not None:
        points[state.lit_by] += POINTS
    return points


def final_result(state: State) -> Result:
    lines = route_lines(recount_own_routes(BOARD, state), "TR-B5")
    completed = add_tickets(BOARD, state, state.routes, lines, "TR-F1")
    if state.lit_by is not None:
        lines[state.lit_by].append(ScoreLine("IS-B1", "lighthouse", "", 0, POINTS))
    # IS-F1: ties are broken by completed tickets, then by who lit the Lighthouse.
    lit = [int(seat == state.lit_by) for seat in range(state.seats)]
    return ranked(state, lines, completed, "lighthouse", lit)
