"""The lines that all boards have on a seat's score sheet, and the ranking that follows from them."""

from collections.abc import Sequence
from functools import cache

from rules.kernel.result import Result, ScoreLine, SeatScore, rank
from rules.mechanics.board_state import BoardState
from rules.pieces.board import Board, TrackSet
from rules.solvers.connection import Networks

Lines = list[list[ScoreLine]]  # by seat


def recount_own_routes(board: Board, state: BoardState) -> list[int]:
    """What the routes with a seat's own trains are worth to it (TR-B5)."""
    return [board.points_of(routes) for routes in state.routes]


def route_lines(by_seat: Sequence[int], rule: str) -> Lines:
    return [[ScoreLine(rule, "routes", "", 0, points)] for points in by_seat]


@cache  # each line is made once
def _ticket_lines(board: Board, rule: str) -> list[tuple[ScoreLine, ScoreLine]]:
    """By ticket: its line where it was completed, and where it wasn't."""
    return [
        (
            ScoreLine(rule, "ticket", ticket.id, 0, ticket.points),
            ScoreLine(rule, "failed_ticket", ticket.id, 0, -ticket.points),
        )
        for ticket in board.tickets
    ]


def add_tickets(
    board: Board, state: BoardState, usable: Sequence[TrackSet], lines: Lines, rule: str
) -> list[int]:
    """Adds a line for every ticket, and says how many each seat completed. `usable` are the tracks
    that count for a seat."""
    completed = [0] * state.seats
    by_ticket = _ticket_lines(board, rule)
    for seat, held in enumerate(state.tickets):
        networks = Networks(board.edges_of(usable[seat]), len(board.city_ids))
        for index in held:
            _, a, b, _ = board.tickets[index]
            line, failed = by_ticket[index]
            # TR-F1: a ticket whose cities are joined scores its points; one that isn't costs them.
            if networks.name(a) == networks.name(b):
                completed[seat] += 1
                lines[seat].append(line)
            else:
                lines[seat].append(failed)
    return completed


def ranked(
    state: BoardState, lines: Lines, completed: Sequence[int], last: str, figures: Sequence[int]
) -> Result:
    """TR-F3: most points wins; tied: most completed tickets; still tied: the edition's own figure;
    else shared. RH-F1: a seat that forfeited ranks behind all that did not."""
    totals = [sum([line.points for line in of_seat]) for of_seat in lines]
    criteria = ("not_forfeited", "points", "completed_tickets", last)
    by_seat = [
        (int(seat not in state.forfeited), totals[seat], completed[seat], figures[seat])
        for seat in range(state.seats)
    ]
    scores = tuple(SeatScore(seat, tuple(of), totals[seat]) for seat, of in enumerate(lines))
    return Result(scores, rank(criteria, by_seat))
