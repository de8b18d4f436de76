"""The table of a board game: what all boards have on it. An edition adds fields of its own."""

from collections.abc import Mapping
from typing import Any, Final

from rules.kernel.audiences import Field
from rules.kernel.kinds import COUNT, INTEGER, SEAT, TEXT, optional, tuple_of, unseen
from rules.kernel.layout import per_seat, public, sealed
from rules.kernel.state import STATE_FIELDS, GameState
from rules.pieces.board import Board, TrackSet
from rules.pieces.colors import CARD, CARD_COUNTS, count_cards, no_cards
from rules.pieces.train_cards import ALL_TRAIN_CARDS

# What the seat whose turn it is must still do before the turn ends.
NOTHING: Final = ""
SECOND_CARD: Final = "second_card"
TICKETS: Final = "tickets"


class BoardState(GameState):
    FIELDS = (
        *GameState.FIELDS,
        "turn",
        "pending",
        "last_turns",
        "passes",
        "hands",
        "row",
        "deck",
        "discard",
        "shuffles",
        "clearings",
        "tickets",
        "offered",
        "chosen",
        "returned",
        "ticket_deck",
        "trains",
        "routes",
        "closed",
        "claims",
        "scores",
    )

    def __init__(self, seats: int, options: Mapping[str, bool], board: Board) -> None:
        super().__init__(seats, options)
        self.turn = 0
        self.pending = NOTHING
        self.last_turns: int | None = None  # still to be begun, once the last round has begun
        self.passes = 0  # in a row
        self.hands = [no_cards() for _ in range(seats)]
        self.row: list[int] = []
        self.deck: list[int] = list(ALL_TRAIN_CARDS)  # its top is its end
        self.discard = no_cards()
        self.shuffles = 0  # of the train cards so far
        self.clearings = 0  # of the face-up row, in a row
        self.tickets: list[list[int]] = [[] for _ in range(seats)]
        self.offered: list[tuple[int, ...]] = [()] * seats
        # At set-up, until all have chosen: what each seat keeps and what it gives back.
        self.chosen: list[tuple[int, ...] | None] = [None] * seats
        self.returned: list[tuple[int, ...] | None] = [None] * seats
        self.ticket_deck: list[int] = list(range(len(board.tickets)))  # its top is its end
        self.trains = [board.trains] * seats
        self.routes: list[TrackSet] = [0] * seats  # with the seat's own trains on them
        self.closed: list[TrackSet] = [0] * seats  # to the seat, by a claim on a parallel track
        self.claims: list[int] = []  # the tracks claimed so far, in order
        self.scores = [0] * seats
        # How many of the claims `taken` has counted, and the tracks that they took.
        self.counted: tuple[int, TrackSet] = (0, 0)

    def taken(self) -> TrackSet:
        """The tracks that anyone has claimed. Only claims since it was last asked are still to be counted."""
        number, tracks = self.counted
        if number < len(self.claims):
            for track in self.claims[number:]:
                tracks |= 1 << track
            self.counted = (len(self.claims), tracks)
        return tracks

    def copy(self) -> Any:
        other = type(self).__new__(type(self))
        self.copy_into(other)
        return other

    def copy_into(self, other: Any) -> None:
        super().copy_into(other)
        other.turn = self.turn
        other.pending = self.pending
        other.last_turns = self.last_turns
        other.passes = self.passes
        other.hands = [hand[:] for hand in self.hands]
        other.row = self.row[:]
        other.deck = self.deck[:]
        other.discard = self.discard[:]
        other.shuffles = self.shuffles
        other.clearings = self.clearings
        other.tickets = self.tickets[:]
        other.offered = self.offered[:]
        other.chosen = self.chosen[:]
        other.returned = self.returned[:]
        other.ticket_deck = self.ticket_deck
        other.trains = self.trains[:]
        other.routes = self.routes[:]
        other.closed = self.closed[:]
        other.claims = self.claims[:]
        other.scores = self.scores[:]
        other.counted = self.counted


def board_state_fields(board: Board) -> dict[str, Field]:
    """The part of an edition's state layout that all boards share."""
    return {
        **STATE_FIELDS,
        "turn": public(SEAT),
        "pending": public(TEXT),
        "last_turns": public(optional(INTEGER)),
        "passes": public(INTEGER),
        "hands": per_seat(CARD_COUNTS),
        "row": public(tuple_of(CARD)),
        "deck": sealed(tuple_of(CARD)),
        "discard": public(CARD_COUNTS),
        "shuffles": public(COUNT),
        "clearings": public(COUNT),
        # TR-C2: tickets stay secret until the end; their number is public.
        "tickets": per_seat(board.TICKET_LIST),
        "offered": per_seat(board.TICKET_LIST),
        # While others still choose, not even how many somebody kept is known.
        "chosen": per_seat(optional(unseen(board.TICKET_LIST))),
        "returned": per_seat(optional(unseen(board.TICKET_LIST))),
        "ticket_deck": sealed(board.TICKET_LIST),
        "trains": public(tuple_of(COUNT)),
        "routes": public(tuple_of(board.TRACK_SET)),
        "closed": public(tuple_of(board.TRACK_SET)),
        "claims": public(tuple_of(board.TRACK)),
        "scores": public(tuple_of(INTEGER)),
    }


def pieces_lost(board: Board, state: BoardState) -> str | None:
    """All cards, tickets and trains are somewhere, once. Says what is off, else nothing."""
    cards = count_cards(state.deck + state.row)
    for pile in (*state.hands, state.discard):
        for card, count in enumerate(pile):
            cards[card] += count
    if cards != count_cards(ALL_TRAIN_CARDS):
        return f"train cards by color are {cards}, not {count_cards(ALL_TRAIN_CARDS)}"
    tickets = list(state.ticket_deck)
    for seat in range(state.seats):
        tickets.extend(state.tickets[seat])
        tickets.extend(state.offered[seat])
        tickets.extend(state.chosen[seat] or ())
        tickets.extend(state.returned[seat] or ())
    if sorted(tickets) != list(range(len(board.tickets))):
        return f"{len(tickets)} tickets are about, or one of them twice"
    claimed = 0
    for seat, routes in enumerate(state.routes):
        if state.trains[seat] + board.length_of(routes) != board.trains:
            return f"seat {seat} has {state.trains[seat]} trains, on its routes {board.length_of(routes)}"
        if routes & claimed:
            return f"seat {seat} holds a route that another seat holds too"
        claimed |= routes
    return None
