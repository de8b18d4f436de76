"""Deals what a seat at a board can't see, at random: a table that looks to it like the one it sees."""

from functools import cache
from random import Random
from typing import Any, Final

from rules.kernel.layout import Layout
from rules.pieces.board import Board, members
from rules.pieces.colors import count_cards
from rules.pieces.train_cards import ALL_TRAIN_CARDS
from rules.policies.board_plan import figures_of
from rules.policies.evidence import likely_last, weight
from rules.policies.seen_state import seen_state
from rules.solvers.connection import CLOSED

# In what others have built; the tickets that planners held are likeliest with it (docs/AI.md).
TRUST: Final = 3.5


def determinise(layout: Layout, board: Board, view: dict[str, Any], seat: int, dice: Random) -> Any:
    return Unseen(board, seen_state(layout, view, seat), view, seat).deal(dice)


class Unseen:
    """The cards and tickets that a seat has not located. It is made once, and dealt many times."""

    def __init__(self, board: Board, state: Any, view: dict[str, Any], seat: int) -> None:
        self.seat = seat
        self.state = state  # what the seat sees
        # How many of them the others have.
        self.hands: list[Any] = view["hands"]
        self.held: list[Any] = view["tickets"]
        self.offered: list[Any] = view["offered"]
        seen = count_cards(state.row)
        self.cards = [
            card
            for card, count in enumerate(count_cards(ALL_TRAIN_CARDS))
            for _ in range(count - seen[card] - state.discard[card] - state.hands[seat][card])
        ]
        dealt = (state.offered[seat], state.chosen[seat] or (), state.returned[seat] or ())
        own = {ticket for tickets in (state.tickets[seat], *dealt) for ticket in tickets}
        self.tickets = [ticket for ticket in range(len(board.tickets)) if ticket not in own]
        # At set-up everybody is dealt the same number.
        self.first_deal = sum(map(len, dealt))
        self.weights = [ticket_weights(board, state, other) for other in range(state.seats)]

    def deal(self, dice: Random) -> Any:
        state = self.state.copy()
        cards = self.cards[:]
        dice.shuffle(cards)
        tickets = self.tickets[:]
        dice.shuffle(tickets)
        for seat in range(state.seats):
            if seat == self.seat:
                continue
            hand = state.hands[seat]
            for _ in range(self.hands[seat]):
                hand[cards.pop()] += 1
            if self.held[seat]:
                tickets = likely_last(tickets, self.weights[seat], dice)
            state.tickets[seat] = [tickets.pop() for _ in range(self.held[seat])]
            state.offered[seat] = tuple(tickets.pop() for _ in range(self.offered[seat]))
            if state.phase == "choosing_tickets" and seat not in state.waiting_on:
                # It has chosen, but nobody knows what: most give back one.
                chosen = [tickets.pop() for _ in range(self.first_deal)]
                state.chosen[seat], state.returned[seat] = tuple(chosen[1:]), tuple(chosen[:1])
        state.deck = cards
        dice.shuffle(tickets)
        state.ticket_deck = tickets
        return state


def ticket_weights(board: Board, state: Any, seat: int) -> list[float]:
    """By ticket: the more of the way between its cities the seat has built, the likelier."""
    network, lengths, _ = figures_of(board)
    if not state.routes[seat]:
        return [1.0] * len(board.tickets)
    costs = lengths[:]
    for other, routes in enumerate(state.routes):
        for track in members(routes):
            costs[track] = 0 if other == seat else CLOSED
    weights = []
    for ticket, distance in zip(board.tickets, distances(board), strict=True):
        way = network.cheapest(costs, ticket.a, ticket.b)
        fit = 0.0 if way is None else max(0.0, 1 - way.cost / distance)
        weights.append(weight(fit, TRUST))
    return weights


@cache
def distances(board: Board) -> list[int]:
    """By ticket: the trains that its shortest connection takes."""
    network, lengths, _ = figures_of(board)
    ways = [network.cheapest(lengths, ticket.a, ticket.b) for ticket in board.tickets]
    return [way.cost if way is not None else 1 for way in ways]
