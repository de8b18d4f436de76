"""What a policy makes of a board game's view: the names in it as numbers again."""

from typing import Any

from rules.pieces.board import Board, TrackSet, track_set
from rules.pieces.colors import CARDS, no_cards


class Sight:
    """The table as one seat sees it, and nothing more."""

    def __init__(self, board: Board, view: dict[str, Any], seat: int) -> None:
        self.board = board
        self.seat = seat
        self.hand = no_cards()
        for name, count in view["hands"][seat].items():
            self.hand[CARDS.index(name)] = count
        self.row = [CARDS.index(name) for name in view["row"]]
        self.trains: int = view["trains"][seat]
        self.fewest_trains: int = min(view["trains"])
        self.tickets = [_ticket(board, id) for id in view["tickets"][seat]]
        self.ticket_deck: int = view["ticket_deck"]
        self.is_last_round: bool = view["last_turns"] is not None
        self.own: TrackSet = track_set(board.track[id] for id in view["routes"][seat])
        taken = [*view["closed"][seat], *view["claims"]]
        self.open: TrackSet = board.all_tracks & ~track_set(board.track[id] for id in set(taken))


def offered_tickets(board: Board, view: dict[str, Any], seat: int) -> list[int]:
    return [_ticket(board, id) for id in view["offered"][seat]]


def _ticket(board: Board, id: str) -> int:
    return next(index for index, ticket in enumerate(board.tickets) if ticket.id == id)
