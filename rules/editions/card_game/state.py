"""The table of the Card Game."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.editions.card_game.cards import (
    ALL_TRAIN_CARDS,
    CARDS_OF_A_COLOR,
    LOCOMOTIVES,
    TICKET,
    TICKET_LIST,
    TICKETS,
)
from rules.kernel.kinds import BOOLEAN, INTEGER, SEAT, optional, tuple_of, unseen
from rules.kernel.layout import Layout, per_seat, public, record, remembered, sealed
from rules.kernel.state import STATE_FIELDS, GameState
from rules.pieces.colors import CARD, CARD_COUNTS, COLORS, LOCOMOTIVE, count_cards, no_cards

MOST_SEATS: Final = 4


class Stack(NamedTuple):
    """The cards of one color in a railyard, its locomotives on top."""

    seat: int
    cards: int  # of the color itself
    locomotives: int


# The same few stand in railyards over and over: each is made once.
STACKS: Final = [
    [
        [Stack(seat, cards, locomotives) for locomotives in range(LOCOMOTIVES + 1)]
        for cards in range(CARDS_OF_A_COLOR + 1)
    ]
    for seat in range(MOST_SEATS)
]


class CompletedTicket(NamedTuple):
    """A ticket and the cards from the track that paid for it."""

    seat: int
    ticket: int
    round: int
    cards: tuple[int, ...]


class State(GameState):
    FIELDS = (
        *GameState.FIELDS,
        "round",
        "turn",
        "cards_drawn",
        "last_turns",
        "quiet_turns",
        "hands",
        "shown",
        "row",
        "deck",
        "discard",
        "railyards",
        "on_track",
        "tracks_turned_up",
        "tickets",
        "offered",
        "chosen",
        "ticket_deck",
        "completed",
        "confirmed",
        "scores",
    )

    def __init__(self, seats: int = 0, options: Mapping[str, bool] = {}) -> None:
        super().__init__(seats, options)
        self.round = 1
        self.turn = 0
        self.cards_drawn = 0  # in this turn, by the seat that has it
        self.last_turns: int | None = None  # still to be begun, once the draw deck has run out
        self.quiet_turns = 0  # in a row, without a card drawn, a card played or a ticket kept
        self.hands = [no_cards() for _ in range(seats)]
        # Of each hand, what everybody has seen go into it and not come out again.
        self.shown = [no_cards() for _ in range(seats)]
        self.row: list[int] = []
        self.deck: list[int] = list(ALL_TRAIN_CARDS)  # its top is its end
        self.discard = no_cards()
        # By color, so that a color can't stand in two railyards (CG-B5).
        self.railyards: list[Stack | None] = [None] * len(COLORS)
        self.on_track = [no_cards() for _ in range(seats)]
        self.tracks_turned_up = False  # at the end of a round
        self.tickets: list[list[int]] = [[] for _ in range(seats)]  # kept, not completed yet
        self.offered: list[tuple[int, ...]] = [()] * seats
        self.chosen: list[tuple[int, ...] | None] = [None] * seats  # at set-up, until all have
        self.ticket_deck: list[int] = list(range(len(TICKETS)))  # its top is its end
        self.completed: list[CompletedTicket] = []
        self.confirmed: list[int] = []  # the seats whose tickets of this round are scored
        self.scores = [0] * seats

    def copy(self) -> "State":
        other = State.__new__(State)
        self.copy_into(other)
        other.round = self.round
        other.turn = self.turn
        other.cards_drawn = self.cards_drawn
        other.last_turns = self.last_turns
        other.quiet_turns = self.quiet_turns
        other.hands = [hand[:] for hand in self.hands]
        other.shown = [cards[:] for cards in self.shown]
        other.row = self.row[:]
        other.deck = self.deck[:]
        other.discard = self.discard[:]
        other.railyards = self.railyards[:]
        other.on_track = [pile[:] for pile in self.on_track]
        other.tracks_turned_up = self.tracks_turned_up
        other.tickets = self.tickets[:]
        other.offered = self.offered[:]
        other.chosen = self.chosen[:]
        other.ticket_deck = self.ticket_deck
        other.completed = self.completed
        other.confirmed = self.confirmed
        other.scores = self.scores
        return other


STACK = Layout(Stack, seat=public(SEAT), cards=public(INTEGER), locomotives=public(INTEGER))
COMPLETED_TICKET = Layout(
    CompletedTicket,
    seat=public(SEAT),
    ticket=public(TICKET),
    round=public(INTEGER),
    cards=public(CARD_COUNTS),
)

STATE = Layout(
    State,
    **STATE_FIELDS,
    round=public(INTEGER),
    turn=public(SEAT),
    cards_drawn=public(INTEGER),
    last_turns=public(optional(INTEGER)),
    quiet_turns=public(INTEGER),
    hands=per_seat(CARD_COUNTS),
    shown=remembered(CARD_COUNTS),
    row=public(tuple_of(CARD)),
    deck=sealed(tuple_of(CARD)),
    discard=public(CARD_COUNTS),
    railyards=public(tuple_of(optional(record(STACK)))),
    # CG-T2: cards on the track are hidden from everyone, their owner too, until the end of the
    # round; with the option open_track the owner may look.
    on_track=remembered(CARD_COUNTS, owner_option="open_track", open_when="tracks_turned_up"),
    tracks_turned_up=public(BOOLEAN),
    # CG-C3: tickets in hand are secret; their number is public.
    tickets=per_seat(TICKET_LIST),
    offered=per_seat(TICKET_LIST),
    # While others still choose, not even how many somebody kept is known.
    chosen=per_seat(optional(unseen(TICKET_LIST))),
    ticket_deck=sealed(TICKET_LIST),
    completed=public(tuple_of(record(COMPLETED_TICKET))),
    confirmed=public(tuple_of(SEAT)),
    scores=public(tuple_of(INTEGER)),
)


_PRINTED = count_cards(ALL_TRAIN_CARDS)
_ALL_TICKETS = list(range(len(TICKETS)))


def conserved(state: State) -> str | None:
    """All 96 cards and 46 tickets are somewhere, once. Says what is off, else nothing."""
    loose = count_cards(state.deck + state.row)
    totals = list(map(sum, zip(loose, state.discard, *state.hands, *state.on_track, strict=True)))
    for color, stack in enumerate(state.railyards):
        if stack is not None:
            totals[color] += stack.cards
            totals[LOCOMOTIVE] += stack.locomotives
    if totals != _PRINTED:
        return f"the train cards by color are {totals}, not {_PRINTED}"
    tickets = [done.ticket for done in state.completed]
    tickets += state.ticket_deck
    for held in state.tickets:
        tickets += held
    for drawn in state.offered:
        tickets += drawn
    if sorted(tickets) != _ALL_TICKETS:
        return f"the tickets are not the {len(TICKETS)} printed ones, each once"
    return None
