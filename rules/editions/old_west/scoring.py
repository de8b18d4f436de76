"""What a game on the Old West board is worth: routes, tickets, the Globetrotter, Alvin."""

from typing import Final

from rules.editions.old_west.alvin import CAUGHT, KEPT
from rules.editions.old_west.state import BOARD, State
from rules.kernel.result import Result, ScoreLine
from rules.pieces.board import members
from rules.scoring.score_sheet import add_tickets, ranked, route_lines

GLOBETROTTER: Final[int] = BOARD.data["globetrotter"]


def recount(state: State) -> list[int]:
    """From the board alone: a marker pays for the routes that were claimed after it was placed."""
    points = [CAUGHT * catches for catches in state.catches]
    claimers = {route: seat for seat, own in enumerate(state.routes) for route in members(own)}
    for number, route in enumerate(state.claims):
        track = BOARD.tracks[route]
        # OW-B3: markers placed after the claim don't count for it.
        paid = [
            seat
            for seat, city, claims_before in state.markers
            if claims_before <= number and (city == track.a or city == track.b)
        ]
        for seat in paid or [claimers[route]]:
            points[seat] += BOARD.points[track.length]
    return points


def final_result(state: State) -> Result:
    for_routes = [
        score - CAUGHT * catches for score, catches in zip(state.scores, state.catches, strict=True)
    ]
    lines = route_lines(for_routes, "OW-B3")
    # OW-B6: control affects route points only, so tickets may run through and end in any city.
    completed = add_tickets(BOARD, state, state.routes, lines, "TR-F1")
    # OW-F1: the Globetrotter goes to the most completed tickets; everyone tied gets it, and nobody
    # with none.
    holders = [0 < number == max(completed) for number in completed]
    for seat in range(state.seats):
        if holders[seat]:
            lines[seat].append(ScoreLine("OW-F1", "globetrotter", "", 0, GLOBETROTTER))
        if state.catches[seat]:
            points = CAUGHT * state.catches[seat]
            lines[seat].append(ScoreLine("OW-V2", "alvin_caught", "", 0, points))
    # OW-V3: whoever has Alvin when the game ends scores 10 more.
    if state.alvin_with is not None:
        lines[state.alvin_with].append(ScoreLine("OW-V3", "alvin_kept", "", 0, KEPT))
    # OW-F2: ties as TR-F3, with the Globetrotter in the place of the longest path.
    return ranked(state, lines, completed, "globetrotter", [int(holds) for holds in holders])
