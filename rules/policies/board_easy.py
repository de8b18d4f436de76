"""Plays a board game without a plan: few tickets, and the longest route that it can pay for."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rules.kernel.edition import Command, Offer
from rules.mechanics.draw_train_cards import DrawBlind, TakeFaceUpCard
from rules.mechanics.tickets import KeepTickets, KeepTicketsOffer
from rules.policies.any_legal import any_legal

WORTH_CLAIMING: Final = 3


def board_easy(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
    first = moves[0]
    if isinstance(first, KeepTicketsOffer):
        kept = dice.sample(first.tickets, first.at_least)
        return KeepTickets(first.seat, tuple(kept))
    claims = [move for move in moves if hasattr(move, "route")]
    if claims:
        best = max(claims, key=lambda offer: offer.length)
        # Short routes only when few trains are left, so that the game comes to an end.
        if best.length >= WORTH_CLAIMING or view["trains"][first.seat] < 15:
            return min(best.commands(), key=lambda command: command.locomotives)
    draws = [move for move in moves if isinstance(move, TakeFaceUpCard | DrawBlind)]
    return any_legal(view, draws or moves, dice)
