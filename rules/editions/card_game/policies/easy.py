"""Plays as a beginner would: collects what its tickets show, and plays a set as soon as it has one.

It never looks at the clock, at the others' railyards or at what it can complete; and now and then
it just does something.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.editions.card_game.draw_cards import DrawBlind, TakeFaceUpCard
from rules.editions.card_game.draw_tickets import KeepTickets, KeepTicketsOffer
from rules.editions.card_game.policies.quick import missing_cards
from rules.editions.card_game.policies.sight import Sight
from rules.editions.card_game.railyard import OneColorOffer, PlayTrains
from rules.kernel.edition import Command, Offer
from rules.policies.any_legal import any_legal

MISTAKES = 0.1  # of its decisions
FEWEST_KEPT, MOST_KEPT = 2, 4
A_SET = 2


def easy(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
    first = moves[0]
    if isinstance(first, KeepTicketsOffer):
        count = min(len(first.tickets), dice.randint(FEWEST_KEPT, MOST_KEPT))
        return KeepTickets(first.seat, tuple(sorted(dice.sample(first.tickets, count))))
    if dice.random() < MISTAKES:
        return any_legal(view, moves, dice)
    sight = Sight(view)
    missing = missing_cards(sight.state, sight.seat)
    sets = [
        move
        for move in moves
        if isinstance(move, OneColorOffer)
        and move.cards >= max(A_SET, move.at_least)
        and missing[move.color] > 0
    ]
    if sets:
        largest = max(sets, key=lambda offer: min(offer.cards, missing[offer.color]))
        count = max(largest.at_least, min(largest.cards, missing[largest.color]))
        return PlayTrains(largest.seat, largest.color, count, 0)
    takes = [move for move in moves if isinstance(move, TakeFaceUpCard)]
    wanted = [move for move in takes if move.card < len(missing) and missing[move.card] > 0]
    if wanted:
        return max(wanted, key=lambda move: missing[move.card])
    blind = [move for move in moves if isinstance(move, DrawBlind)]
    return any_legal(view, blind or takes or moves, dice)
