"""Plays for the tickets that it can complete: an exact packing of the track that it will have."""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, NamedTuple

from rules.editions.card_game.cards import ALL_TRAIN_CARDS, BONUS_POINTS, TICKETS
from rules.editions.card_game.draw_tickets import KeepTickets, KeepTicketsOffer
from rules.editions.card_game.policies.quick import (
    EIGHT,
    NEEDS,
    WEIGHTS,
    Play,
    Weights,
    act,
    second_card,
    turns_to_come,
    worthwhile_plays,
)
from rules.editions.card_game.policies.sight import Sight
from rules.editions.card_game.railyard import PlayTrains
from rules.editions.card_game.round_end import PACKING, second_round_follows
from rules.kernel.edition import Command, Offer
from rules.pieces.colors import LOCOMOTIVE
from rules.solvers.ticket_choice import best_choice

COPIES = ALL_TRAIN_CARDS.count(0)  # of a color


class Foresight(NamedTuple):
    """Found by self-play, as the weights of `quick`."""

    draws: float = 1.2  # cards of use that a turn to come will bring
    second_round: float = 10.0  # and all that a second round will bring
    bonus: float = 0.25  # of a big city's bonus, for each ticket that names it
    caution: float = 0.5  # how much of the chance of being robbed counts


FORESIGHT = Foresight()


def planner(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
    return plan(view, moves, dice, WEIGHTS, FORESIGHT)


def plan(
    view: dict[str, Any],
    moves: Sequence[Offer],
    dice: Random,
    weights: Weights,
    foresight: Foresight,
) -> Command:
    sight = Sight(view)
    state, seat = sight.state, sight.seat
    first = moves[0]
    if isinstance(first, KeepTicketsOffer):
        return _keep(sight, first, foresight)
    if state.phase != "turns":
        completion: Command = first.sample(dice)
        return completion
    targets = reachable(sight, state.tickets[seat], foresight)
    missing = missing_for(sight, targets)
    if state.cards_drawn:
        return second_card(state, seat, sight.deck, missing, weights)
    to_come = turns_to_come(state, sight.deck)
    plays = [
        play._replace(worth=play.worth * (1 - foresight.caution * robbery_risk(sight, play)))
        for play in worthwhile_plays(state, seat, to_come, missing, weights)
    ]
    return act(state, seat, sight.deck, sight.ticket_deck, missing, plays, weights)


def projected_cards(sight: Sight, foresight: Foresight) -> list[int]:
    """What can be on the track at the end: the track itself, the railyard as far as one card of
    each color a turn brings it there, the hand, and, as locomotives, what is still to be drawn."""
    state, seat = sight.state, sight.seat
    to_come = turns_to_come(state, sight.deck)
    second_round = second_round_follows(state)
    cards = state.on_track[seat][:]
    for color, stack in enumerate(state.railyards):
        if stack is not None and stack.seat == seat:
            locomotives = min(stack.locomotives, int(to_come))
            cards[LOCOMOTIVE] += locomotives
            cards[color] += min(stack.cards, int(to_come) - locomotives)
    # A card from the hand is played now and moves from the next turn on, one of a color a turn.
    most = len(TICKETS) if second_round else int(to_come)
    hand = state.hands[seat]
    for card in range(LOCOMOTIVE + 1):
        cards[card] += min(hand[card], most)
    draws = foresight.draws * max(0.0, to_come - 2)
    if second_round:
        draws += foresight.second_round
    cards[LOCOMOTIVE] += int(draws)
    return cards


def reachable(sight: Sight, tickets: list[int], foresight: Foresight) -> list[int]:
    """The tickets of the best packing, big cities included: those that are worth playing for."""
    ordered = sorted(tickets)
    points = [int(4 * _worth(ticket, foresight)) for ticket in ordered]
    packing = [PACKING[ticket] for ticket in ordered]
    chosen = best_choice(points, packing, projected_cards(sight, foresight))
    return [ordered[index] for index in chosen]


def _worth(ticket: int, foresight: Foresight) -> float:
    bonus = sum(BONUS_POINTS[city] for city in TICKETS[ticket].big_cities)
    return TICKETS[ticket].points + foresight.bonus * bonus


def missing_for(sight: Sight, targets: list[int]) -> list[int]:
    """By color: what the targets need less track and railyard; below zero it is a surplus."""
    state, seat = sight.state, sight.seat
    track = state.on_track[seat]
    missing = [-track[color] for color in range(EIGHT)]
    for ticket in targets:
        for color, count in NEEDS[ticket]:
            missing[color] += count
    for color, stack in enumerate(state.railyards):
        if stack is not None and stack.seat == seat:
            missing[color] -= stack.cards
    return missing


def robbery_risk(sight: Sight, play: Play) -> float:
    """Roughly the chance that somebody holds more cards of the color than we are about to play."""
    command = play.command
    if not isinstance(command, PlayTrains):
        return 0.0
    state, seat, color = sight.state, sight.seat, command.color
    count = command.cards + command.locomotives
    piles = (state.discard, *state.on_track, *state.shown)
    own = state.hands[seat][color] - state.shown[seat][color]
    unseen = COPIES - own - state.row.count(color) - sum(pile[color] for pile in piles)
    hidden = sight.deck + sum(sight.hands) - sight.hands[seat]
    safe = 1.0
    for other in range(state.seats):
        if other != seat and hidden:
            known = state.shown[other]
            enough = count + 1 - known[color] - known[LOCOMOTIVE]
            drawn_blind = sight.hands[other] - sum(known)
            safe *= 1 - chance_of(enough, drawn_blind * max(0, unseen) / hidden)
    return 1 - safe


def chance_of(at_least: int, expected: float) -> float:
    """Of so many rare things, when so many are expected on average (Poisson)."""
    term, below = exp(-expected), 0.0
    for count in range(at_least):
        below += term
        term *= expected / (count + 1)
    return max(0.0, 1 - below)


def _keep(sight: Sight, offer: KeepTicketsOffer, foresight: Foresight) -> KeepTickets:
    held = sight.state.tickets[sight.seat]
    best = reachable(sight, [*held, *offer.tickets], foresight)
    kept = [ticket for ticket in offer.tickets if ticket in best]
    cheapest = sorted(set(offer.tickets) - set(kept), key=lambda ticket: TICKETS[ticket].points)
    kept += cheapest[: max(0, offer.at_least - len(kept))]
    return KeepTickets(offer.seat, tuple(kept))
