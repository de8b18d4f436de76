"""Plays a dealt table on to the end of the round, and says what the seats may hope for there."""

from math import exp
from typing import Final

from rules.editions.card_game.cards import BONUS_CITIES, BONUS_POINTS, TICKETS
from rules.editions.card_game.policies.quick import NEED_SIZES, NEEDS, quick_command, quick_keep
from rules.editions.card_game.round_end import second_round_follows
from rules.editions.card_game.state import State
from rules.kernel.chance import Chance
from rules.kernel.decider import advance
from rules.kernel.edition import Edition
from rules.pieces.colors import LOCOMOTIVE

# What the end of the first of two rounds tells about the final score: a regression over games of
# four planners.
OPEN_TICKET: Final = 0.07  # of its points, for a ticket that may still be completed, or fail
CARD_IN_HAND, LOCOMOTIVE_IN_HAND = 2.0, 5.0  # points
BONUS_IN_SIGHT: Final = 0.5  # of a bonus, for who leads a city then
# How far a lead is from a victory, in points.
DOUBT_HALFWAY, DOUBT_AT_THE_END = 20.0, 6.0


def play_out(edition: Edition, state: State, chance: Chance) -> None:
    while state.phase == "turns":
        seat = state.turn
        deck = len(state.deck)
        if state.offered[seat]:
            command = quick_keep(state, seat, deck, 0)
        else:
            command = quick_command(state, seat, deck, len(state.ticket_deck))
        advance(edition, state, command, chance)


def hopes(state: State) -> list[float]:
    """For each seat the part of the victory that is its own, as far as the round's end tells."""
    halfway = second_round_follows(state)
    totals = prospects(state, halfway)
    doubt = DOUBT_HALFWAY if halfway else DOUBT_AT_THE_END
    most = max(totals)
    parts = [exp((total - most) / doubt) for total in totals]
    whole = sum(parts)
    return [part / whole for part in parts]


def prospects(state: State, halfway: bool) -> list[float]:
    totals = [float(score) for score in state.scores]
    cities = [[0] * len(BONUS_CITIES) for _ in totals]
    for done in state.completed:
        for city in TICKETS[done.ticket].big_cities:
            cities[done.seat][city] += 1
    for seat in range(state.seats):
        if seat in state.confirmed:
            continue
        completed, total = complete(state.tickets[seat], state.on_track[seat])
        for ticket in state.tickets[seat]:
            points = TICKETS[ticket].points
            if completed >> ticket & 1:
                for city in TICKETS[ticket].big_cities:
                    cities[seat][city] += 1
            else:
                total += OPEN_TICKET * points if halfway else -points
        totals[seat] += total
        if halfway:
            hand = state.hands[seat]
            totals[seat] += CARD_IN_HAND * sum(hand)
            totals[seat] += (LOCOMOTIVE_IN_HAND - CARD_IN_HAND) * hand[LOCOMOTIVE]
    share = BONUS_IN_SIGHT if halfway else 1.0
    for city, points in enumerate(BONUS_POINTS):
        most = max(counts[city] for counts in cities)
        if most:
            for seat, counts in enumerate(cities):
                if counts[city] == most:
                    totals[seat] += share * points
    return totals


def complete(tickets: list[int], track: list[int]) -> tuple[int, float]:
    """Nearly the best completion, quickly: the most points for a card first. The tickets as bits,
    and their points."""
    left = track[:]
    completed, total = 0, 0.0
    for ticket in sorted(tickets, key=_rate):
        wild = 0
        for color, count in NEEDS[ticket]:
            if left[color] < count:
                wild += count - left[color]
        if wild > left[LOCOMOTIVE]:
            continue
        left[LOCOMOTIVE] -= wild
        for color, count in NEEDS[ticket]:
            left[color] = max(0, left[color] - count)
        completed |= 1 << ticket
        total += TICKETS[ticket].points
    return completed, total


_RATES = [-TICKETS[ticket].points / NEED_SIZES[ticket] for ticket in range(len(TICKETS))]


def _rate(ticket: int) -> float:
    return _RATES[ticket]
