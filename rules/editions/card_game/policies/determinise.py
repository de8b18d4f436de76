"""Deals what a seat can't see, at random: a table that looks to it exactly like the one it sees."""

from random import Random
from typing import Any, Final

from rules.editions.card_game.cards import ALL_TRAIN_CARDS, TICKETS
from rules.editions.card_game.policies.quick import NEED_SIZES, NEEDS
from rules.editions.card_game.policies.sight import Sight
from rules.editions.card_game.state import State
from rules.pieces.colors import LOCOMOTIVE, count_cards
from rules.policies.evidence import likely_last, weight

# In what others have collected; the tickets that planners held are likeliest with it (docs/AI.md).
TRUST: Final = 1.75


def determinise(view: dict[str, Any], dice: Random) -> State:
    return Unseen(Sight(view)).deal(dice)


class Unseen:
    """The cards and tickets that a seat has not located. It is made once, and dealt many times."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        state = sight.state
        seen = count_cards(state.row)
        # What the others took in the open and have not played is in their hands still.
        others = [state.shown[seat] for seat in range(state.seats) if seat != sight.seat]
        for pile in (state.discard, state.hands[sight.seat], *others, *state.on_track):
            for card, count in enumerate(pile):
                seen[card] += count
        for color, stack in enumerate(state.railyards):
            if stack is not None:
                seen[color] += stack.cards
                seen[LOCOMOTIVE] += stack.locomotives
        self.cards = [
            card
            for card, count in enumerate(count_cards(ALL_TRAIN_CARDS))
            for _ in range(count - seen[card])
        ]
        located = {done.ticket for done in state.completed}
        located.update(state.tickets[sight.seat], state.offered[sight.seat])
        self.tickets = [ticket for ticket in range(len(TICKETS)) if ticket not in located]
        self.weights = [ticket_weights(state, seat) for seat in range(state.seats)]

    def deal(self, dice: Random) -> State:
        sight = self.sight
        state = sight.state.copy()
        cards = self.cards[:]
        dice.shuffle(cards)
        tickets = self.tickets[:]
        dice.shuffle(tickets)
        for seat in range(state.seats):
            if seat == sight.seat:
                continue
            hand = state.hands[seat] = state.shown[seat][:]
            for _ in range(sight.hands[seat] - sum(hand)):
                hand[cards.pop()] += 1
            if sight.tickets[seat]:
                tickets = likely_last(tickets, self.weights[seat], dice)
            state.tickets[seat] = [tickets.pop() for _ in range(sight.tickets[seat])]
            state.offered[seat] = tuple(tickets.pop() for _ in range(sight.offered[seat]))
            if state.phase == "choosing_tickets" and seat not in state.waiting_on:
                # It has chosen, but nobody knows what: all of them is the likeliest choice.
                state.chosen[seat] = state.offered[seat]
        state.deck = cards
        dice.shuffle(tickets)
        state.ticket_deck = tickets
        return state


def ticket_weights(state: State, seat: int) -> list[float]:
    """By ticket: the more of its cards the seat has taken or played in the open, the likelier."""
    has = list(map(sum, zip(state.shown[seat], state.on_track[seat], strict=True)))
    for color, stack in enumerate(state.railyards):
        if stack is not None and stack.seat == seat:
            has[color] += stack.cards
    weights = []
    for needs, size in zip(NEEDS, NEED_SIZES, strict=True):
        covered = sum(min(has[color], count) for color, count in needs)
        weights.append(weight(covered / size, TRUST))
    return weights
