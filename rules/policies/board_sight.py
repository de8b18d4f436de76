"""What a board looks like to a seat that plans: its cards and trains, and the tracks open to it.

It is taken from a state: the seat's view read back into one, or a table that the search has dealt.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rules.kernel.edition import Command, Offer
from rules.mechanics.board_state import BoardState
from rules.mechanics.claim_route import ClaimRoute
from rules.mechanics.payment import Payment
from rules.pieces.board import Board, TrackSet

# The cities that must be joined for a ticket.
Goals = Callable[[int], Sequence[tuple[int, int]]]


class Terms(NamedTuple):
    """What an edition's board asks of a plan."""

    goals: Goals
    shared: TrackSet = 0  # tracks that everybody may use already
    without_trains: TrackSet = 0  # tracks that take none of the seat's trains


class Customs(NamedTuple):
    """How a board is played: what an edition tells the AIs that all boards share."""

    board: Board
    terms: Callable[[Any, int], Terms]  # of a state and a seat, as all of these
    claimable: Callable[[Any, int], TrackSet]  # tracks that the seat may claim, where they are open
    claim: Callable[[Any, int, int, Payment], Command]  # of a track, for a payment
    # The answer to what no other board asks, given the tracks that are wanted; None to what all ask.
    answer: Callable[[Any, Sequence[Offer], Callable[[], TrackSet]], Command | None]


def plain_customs(board: Board) -> Customs:
    """A ticket's two cities are joined by the seat's own routes, and any open track is claimed."""
    terms = Terms(lambda ticket: [board.tickets[ticket][1:3]])
    return Customs(
        board,
        terms=lambda state, seat: terms,
        claimable=lambda state, seat: board.all_tracks,
        claim=lambda state, seat, track, payment: ClaimRoute(seat, track, *payment),
        answer=lambda state, moves, wanted: None,
    )


class Sight:
    def __init__(self, board: Board, state: BoardState, seat: int) -> None:
        self.board = board
        self.seat = seat
        self.hand = state.hands[seat]
        self.trains = state.trains[seat]
        self.fewest_trains = min(state.trains)
        self.tickets = state.tickets[seat]
        self.ticket_deck = len(state.ticket_deck)
        self.is_last_round = state.last_turns is not None
        self.own: TrackSet = state.routes[seat]
        taken = state.closed[seat]
        for track in state.claims:
            taken |= 1 << track
        self.open: TrackSet = board.all_tracks & ~taken
