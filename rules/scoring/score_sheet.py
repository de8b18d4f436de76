"""The lines that all boards have on a seat's score sheet, and the ranking that follows from them."""

from collections.abc import Sequence

from rules.kernel.result import Result, ScoreLine, SeatScore, rank
from rules.mechanics.board_state import BoardState
from rules.pieces.board import Board, TrackSet, members
from rules.solvers.connection import city_networks

Lines = list[list[ScoreLine]]  # by seat


def recount_own_routes(board: Board, state: BoardState) -> list[int]:
    """What the routes with a seat's own trains are worth to it (TR-B5)."""
    return [board.points_of(routes) for routes in state.routes]


def route_lines(by_seat: Sequence[int], rule: str) -> Lines:
    return [[ScoreLine(rule, "routes", "", 0, points)] for points in by_seat]


def add_tickets(
    board: Board, state: BoardState, usable: Sequence[TrackSet], lines: Lines, rule: str
) -> list[int]:
    """Adds a line for every ticket, and says how many each seat completed. `usable` are the tracks
    that count for a seat."""
    completed = [0] * state.seats
    for seat, held in enumerate(state.tickets):
        networks = city_networks([board.edges[index] for index in members(usable[seat])])
        for index in held:
            ticket = board.tickets[index]
            # TR-F1: a ticket whose cities are joined scores its points; one that isn't costs them.
            if ticket.a in networks and networks[ticket.a] is networks.get(ticket.b):
                completed[seat] += 1
                lines[seat].append(ScoreLine(rule, "ticket", ticket.id, 0, ticket.points))
            else:
                lines[seat].append(ScoreLine(rule, "failed_ticket", ticket.id, 0, -ticket.points))
    return completed


def ranked(
    state: BoardState, lines: Lines, completed: Sequence[int], last: str, figures: Sequence[int]
) -> Result:
    """TR-F3: most points wins; tied: most completed tickets; still tied: the edition's own figure;
    else shared. RH-F1: a seat that forfeited ranks behind all that did not."""
    totals = [sum(line.points for line in of_seat) for of_seat in lines]
    criteria = ("not_forfeited", "points", "completed_tickets", last)
    by_seat = [
        (int(seat not in state.forfeited), totals[seat], completed[seat], figures[seat])
        for seat in range(state.seats)
    ]
    scores = tuple(SeatScore(seat, tuple(of), totals[seat]) for seat, of in enumerate(lines))
    return Result(scores, rank(criteria, by_seat))
