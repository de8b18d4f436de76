"""Tries its moves in many tables that fit what it has seen, and takes the one that wins most."""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from rules.editions.card_game.draw_cards import DeclineSecondDraw
from rules.editions.card_game.draw_tickets import KeepTickets, KeepTicketsOffer
from rules.editions.card_game.policies.foresight import shares_seen_from
from rules.editions.card_game.policies.planner import planner
from rules.editions.card_game.policies.quick import missing_cards
from rules.editions.card_game.policies.sight import Sight
from rules.editions.card_game.railyard import (
    OneColorOffer,
    PlayThreeColors,
    PlayTrains,
    ThreeColorsOffer,
)
from rules.kernel.edition import Choose, Command, Edition, Offer, Spent
from rules.policies.search import best_candidate

PLAYOUTS: Final = 600
MOST_TICKET_SETS: Final = 12
MOST_TRIPLES: Final = 3


def expert_within(edition: Callable[[], Edition], spent: Spent) -> Choose:
    def choose(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        return search(edition(), view, moves, dice, spent)

    return choose


def search(
    edition: Edition, view: dict[str, Any], moves: Sequence[Offer], dice: Random, spent: Spent
) -> Command:
    spent(0)
    sight = Sight(view)
    if sight.state.phase == "confirming":
        return moves[0].sample(dice)
    first_thought = planner(view, moves, dice)
    commands = candidates(sight, moves, first_thought)
    if len(commands) == 1:
        return commands[0]
    shares = shares_seen_from(edition, sight, dice)

    def reward(candidate: int, world: int) -> float:
        return shares(commands[candidate], world)[sight.seat]

    return commands[best_candidate(len(commands), reward, spent)]


def candidates(sight: Sight, moves: Sequence[Offer], first_thought: Command) -> list[Command]:
    """The moves worth trying, the first thought first: all draws, and of the many ways to play the
    ones that differ."""
    found: list[Command] = [first_thought]
    missing = missing_cards(sight.state, sight.seat)
    for move in moves:
        if isinstance(move, OneColorOffer):
            found += _sets(move, missing[move.color])
        elif isinstance(move, ThreeColorsOffer):
            found += _triples(move, missing)
        elif isinstance(move, KeepTicketsOffer):
            found += _ticket_sets(move, first_thought)
        elif not isinstance(move, DeclineSecondDraw):
            found.append(move)
    # Two commands of different types may be equal as tuples.
    return list({(type(command), command): command for command in found}.values())


def _sets(offer: OneColorOffer, missing: int) -> list[PlayTrains]:
    """All cards of the color, or those that are missing; with few locomotives, or with all."""
    return [
        PlayTrains(offer.seat, offer.color, cards, locomotives)
        for cards in sorted({offer.cards, min(offer.cards, max(missing, 1))})
        for locomotives in sorted({max(0, offer.at_least - cards), offer.locomotives})
        if offer.at_least - cards <= locomotives <= offer.locomotives
    ]


def _triples(offer: ThreeColorsOffer, missing: list[int]) -> list[PlayThreeColors]:
    colors = sorted(offer.colors, key=lambda color: -missing[color])[:4]
    triples = list(combinations(colors, 3))[:MOST_TRIPLES]
    return [PlayThreeColors(offer.seat, tuple(sorted(triple))) for triple in triples]


def _ticket_sets(offer: KeepTicketsOffer, first_thought: KeepTickets) -> list[KeepTickets]:
    """The sets that differ least from the first thought."""
    liked = set(first_thought.tickets)
    sets = [
        kept
        for count in range(offer.at_least, len(offer.tickets) + 1)
        for kept in combinations(offer.tickets, count)
        if set(kept) != liked
    ]
    sets.sort(key=lambda kept: len(liked.symmetric_difference(kept)))
    return [KeepTickets(offer.seat, kept) for kept in sets[: MOST_TICKET_SETS - 1]]
