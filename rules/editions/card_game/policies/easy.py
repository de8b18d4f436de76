"""Plays as a beginner would: collects what its tickets show, and plays when it has a good set.

It keeps tickets by their looks, never robs on purpose, waits too long, and now and then it just does
something.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rules.editions.card_game.draw_tickets import KeepTickets, KeepTicketsOffer
from rules.editions.card_game.policies.quick import WEIGHTS, quick_command
from rules.editions.card_game.policies.sight import Sight
from rules.kernel.edition import Command, Offer
from rules.policies.any_legal import any_legal

MISTAKES: Final = 0.25  # of its decisions
BEGINNER = WEIGHTS._replace(patience=3.5, hurry=1.2, calm=4.0, robbery=0.0, blind=0.5)


def easy(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
    first = moves[0]
    if isinstance(first, KeepTicketsOffer):
        # About half of them, whatever they ask for.
        count = (len(first.tickets) + dice.randint(0, 2)) // 2
        return KeepTickets(first.seat, tuple(sorted(dice.sample(first.tickets, count))))
    sight = Sight(view)
    if sight.state.phase != "turns" or dice.random() < MISTAKES:
        return any_legal(view, moves, dice)
    return quick_command(sight.state, sight.seat, sight.deck, sight.ticket_deck, BEGINNER)
