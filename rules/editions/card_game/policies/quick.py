"""A plan made in a few microseconds: what the playouts of the search play for every seat.

It counts instead of packing. What the tickets of a seat need, less what lies on its track and
stands in its railyard, is *missing*; a card in hand is useful while its color is missing.
"""

from typing import Final, NamedTuple

from rules.editions.card_game.cards import TICKETS
from rules.editions.card_game.draw_cards import DeclineSecondDraw, DrawBlind, TakeFaceUpCard
from rules.editions.card_game.draw_tickets import DrawTickets, KeepTickets
from rules.editions.card_game.railyard import PlayThreeColors, PlayTrains
from rules.editions.card_game.round_end import second_round_follows
from rules.editions.card_game.state import State
from rules.editions.card_game.turns import Pass
from rules.kernel.edition import Command
from rules.pieces.colors import COLORS, LOCOMOTIVE

EIGHT: Final = len(COLORS)
NEEDS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((color, count) for color, count in enumerate(ticket.need) if count) for ticket in TICKETS
)
NEED_SIZES: Final[tuple[int, ...]] = tuple(sum(ticket.need) for ticket in TICKETS)


class Weights(NamedTuple):
    """Found by self-play: `python -m benchmarks.tune_planner`."""

    patience: float = 2.5  # a play must be worth so many cards while there is time
    hurry: float = 0.8  # turns that each color waiting in hand asks for
    calm: float = 2.0  # turns to spare with which the whole patience is shown
    robbery: float = 0.6  # of a card of ours, for each card that a robbery drives out
    surplus: float = 0.15  # a card that no ticket needs, on the track
    locomotive: float = 1.25  # a face-up locomotive, in useful cards
    blind: float = 0.8  # a card from the deck, in useful cards
    short: float = 1.0  # draw tickets when fewer cards than this are missing
    helper: float = 0.4  # a locomotive that fills up a set, in useful cards
    triple: float = 2.64  # three different colors, in useful cards
    spare: float = -1.0  # cards that a ticket may ask for beyond those that will be drawn


WEIGHTS = Weights()
CARDS_A_TURN: Final = 1.2  # leave the deck, over draws and plays


def turns_to_come(state: State, deck: int) -> float:
    """How often this seat's trains will move again in this round, as the seat on turn sees it."""
    if state.last_turns is not None:
        return 1.0 if state.last_turns >= state.seats else 0.0
    return 1.0 + deck / (CARDS_A_TURN * state.seats)


def missing_cards(state: State, seat: int) -> list[int]:
    """By color: what the tickets need less track and railyard; below zero it is a surplus."""
    track = state.on_track[seat]
    missing = [-track[color] for color in range(EIGHT)]
    for ticket in state.tickets[seat]:
        for color, count in NEEDS[ticket]:
            missing[color] += count
    for color, stack in enumerate(state.railyards):
        if stack is not None and stack.seat == seat:
            missing[color] -= stack.cards
    return missing


class Play(NamedTuple):
    worth: float  # in useful cards
    command: PlayTrains | PlayThreeColors


def quick_command(
    state: State, seat: int, deck: int, ticket_deck: int, weights: Weights = WEIGHTS
) -> Command:
    """For a turn; `deck` and `ticket_deck` are how many are left in them."""
    missing = missing_cards(state, seat)
    if state.cards_drawn:
        return second_card(state, seat, deck, missing, weights)
    plays = worthwhile_plays(state, seat, turns_to_come(state, deck), missing, weights)
    return act(state, seat, deck, ticket_deck, missing, plays, weights)


def worthwhile_plays(
    state: State, seat: int, to_come: float, missing: list[int], weights: Weights
) -> list[Play]:
    """One play for each color in hand, and the best three colors, with what they would bring."""
    hand = state.hands[seat]
    locomotives = hand[LOCOMOTIVE]
    lacking = lacking_cards(hand, missing)
    plays: list[Play] = []
    singles: list[int] = []
    for color in range(EIGHT):
        cards = hand[color]
        if not cards:
            continue
        gap = missing[color]
        stack = state.railyards[color]
        if stack is None:
            rival = 0
            if gap > 0:
                singles.append(color)
        elif stack.seat == seat:
            continue
        else:
            rival = stack.cards + stack.locomotives
        at_least = rival + 1 if rival else 2
        count = cards if cards < gap or cards < at_least else max(gap, at_least)
        helpers = max(0, at_least - count)
        if helpers > locomotives:
            continue
        useful = max(0, min(count, gap, int(to_come) - helpers))
        worth = useful + weights.surplus * (count - useful) + weights.robbery * rival
        if helpers:
            worth += weights.helper * min(helpers, to_come)
        # More locomotives go along while they arrive in time and something is lacking.
        more = min(locomotives - helpers, lacking, int(to_come) - count - helpers)
        plays.append(Play(worth, PlayTrains(seat, color, count, helpers + max(0, more))))
    if len(singles) >= 3 and to_come >= 1:
        singles.sort(key=lambda color: hand[color] - missing[color])
        plays.append(Play(weights.triple, PlayThreeColors(seat, tuple(sorted(singles[:3])))))
    return plays


def act(
    state: State,
    seat: int,
    deck: int,
    ticket_deck: int,
    missing: list[int],
    plays: list[Play],
    weights: Weights,
) -> Command:
    """Plays if a play is worth it by now; else draws what is missing, or tickets."""
    hand = state.hands[seat]
    to_come = turns_to_come(state, deck)
    lacking = lacking_cards(hand, missing)
    waiting = 0
    for color in range(EIGHT):
        if hand[color] and missing[color] > 0:
            waiting += 1
    if hand[LOCOMOTIVE] and lacking:
        waiting += 1
    best: Play | None = None
    for play in plays:
        if best is None or play.worth > best.worth:
            best = play
    spare_time = (to_come - weights.hurry * waiting) / weights.calm
    asked = weights.patience * min(1.0, max(0.0, spare_time))
    if best is not None and best.worth >= asked and best.worth > 0.5:
        return best.command
    if (
        ticket_deck
        and lacking - hand[LOCOMOTIVE] < weights.short
        and (to_come >= 3 or second_round_follows(state))
    ):
        return DrawTickets(seat)
    drawn = first_card(state, seat, deck, missing, weights)
    if drawn is not None:
        return drawn
    if best is not None:
        return best.command
    if ticket_deck:
        return DrawTickets(seat)
    # Nothing is of use any more, but only who can do nothing may pass (CG-T4).
    free = [color for color in range(EIGHT) if hand[color] and state.railyards[color] is None]
    return PlayThreeColors(seat, tuple(free[:3])) if len(free) >= 3 else Pass(seat)


def lacking_cards(hand: list[int], missing: list[int]) -> int:
    """What the hand's own colors don't cover: only locomotives or draws can."""
    lacking = 0
    for color in range(EIGHT):
        if missing[color] > hand[color]:
            lacking += missing[color] - hand[color]
    return lacking


def first_card(
    state: State, seat: int, deck: int, missing: list[int], weights: Weights
) -> Command | None:
    card, worth = _best_face_up(state, state.hands[seat], missing)
    if LOCOMOTIVE in state.row:
        following = worth + (max(worth - 0.3, weights.blind) if deck else 0.0)
        if following < 2 * weights.locomotive * 0.75:
            return TakeFaceUpCard(seat, LOCOMOTIVE)
    if deck and worth < weights.blind:
        return DrawBlind(seat)
    if card >= 0:
        return TakeFaceUpCard(seat, card)
    if deck:
        return DrawBlind(seat)
    return None


def second_card(
    state: State, seat: int, deck: int, missing: list[int], weights: Weights
) -> Command:
    card, worth = _best_face_up(state, state.hands[seat], missing)
    if deck and (card < 0 or worth < weights.blind):
        return DrawBlind(seat)
    return TakeFaceUpCard(seat, card) if card >= 0 else DeclineSecondDraw(seat)


def _best_face_up(state: State, hand: list[int], missing: list[int]) -> tuple[int, float]:
    best, card = -1.0, -1
    for color in state.row:
        if color == LOCOMOTIVE:
            continue
        gap = missing[color] - hand[color]
        # A card that makes a set larger is worth more than one that starts a new one.
        worth = 0.8 + 0.1 * gap + 0.08 * hand[color] if gap > 0 else 0.1 + 0.05 * hand[color]
        if worth > best:
            best, card = worth, color
    return card, best


def quick_keep(
    state: State, seat: int, deck: int, at_least: int, weights: Weights = WEIGHTS
) -> KeepTickets:
    """Ticket after ticket, those with the most points for the cards that they still ask for."""
    offered = list(state.offered[seat])
    hand = state.hands[seat]
    missing = missing_cards(state, seat)
    lacking = -hand[LOCOMOTIVE] - state.on_track[seat][LOCOMOTIVE]
    for color in range(EIGHT):
        missing[color] -= hand[color]
        if missing[color] > 0:
            lacking += missing[color]
    to_come = turns_to_come(state, deck)
    room = weights.spare + 1.0 * max(0.0, to_come - 2)
    if second_round_follows(state):
        room += 12.0
    kept: list[int] = []
    while offered:
        best, cost, worth = -1, 0, -1000.0
        for ticket in offered:
            asks = 0
            for color, count in NEEDS[ticket]:
                gap = missing[color] + count
                if gap > 0:
                    asks += min(gap, count)
            points = TICKETS[ticket].points
            if (value := points - 4.0 * asks) > worth:
                best, cost, worth = ticket, asks, value
        if lacking + cost > room and len(kept) >= at_least:
            break
        kept.append(best)
        offered.remove(best)
        lacking += cost
        for color, count in NEEDS[best]:
            missing[color] += count
    return KeepTickets(seat, tuple(kept))
