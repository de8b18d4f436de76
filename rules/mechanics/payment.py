"""Paying with train cards: what a hand can pay for, and what is wrong with a payment."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from rules.kernel.edition import Offer
from rules.kernel.illegal import IllegalMove
from rules.kernel.layout import COUNT, Layout, public
from rules.pieces.board import Board, TrackSet
from rules.pieces.colors import CARD, CARDS, LOCOMOTIVE
from rules.pieces.price import Price


class Payment(NamedTuple):
    color: int  # LOCOMOTIVE where all of them are
    cards: int  # of that color
    locomotives: int


class Way(NamedTuple):
    """Up to so many cards of a color and up to so many locomotives, together the price."""

    color: int
    cards: int
    locomotives: int

    def payments(self, price: int) -> Iterator[Payment]:
        for cards in range(price - self.locomotives, self.cards + 1):
            yield Payment(self.color, cards, price - cards)

    def sample(self, price: int, dice: Random) -> Payment:
        cards = dice.randint(price - self.locomotives, self.cards)
        return Payment(self.color, cards, price - cards)


def affordable(board: Board, hand: Sequence[int]) -> TrackSet:
    """The tracks that the hand can pay for, whoever holds them."""
    locomotives = hand[LOCOMOTIVE]
    tracks = 0
    for held, payable in zip(hand, board.payable, strict=False):  # the locomotives have no color
        if held:
            tracks |= payable[held + locomotives]
    return (tracks | board.payable_with_any[locomotives]) & board.enough_locomotives[locomotives]


def ways_to_pay(price: Price, hand: Sequence[int]) -> tuple[Way, ...]:
    _, _, number, colors, needed = price
    locomotives = hand[LOCOMOTIVE]
    # TR-B2: all of one color, locomotives stand for any.
    at_least = number - locomotives if number > locomotives else 1
    ways = []
    for color in colors:
        if hand[color] >= at_least:
            ways.append(_way(color, hand[color], locomotives, number, needed))  # noqa: PERF401
    # TR-B2: a set of locomotives only is allowed on any route.
    if locomotives >= number:
        ways.append(Way(LOCOMOTIVE, 0, number))
    return tuple(ways)


def claim_offers(
    offer: Callable[[int, int, int, tuple[Way, ...]], Offer],
    board: Board,
    tracks: TrackSet,
    seat: int,
    hand: Sequence[int],
) -> list[Offer]:
    """An offer of seat, track, length and ways to pay, for each of these affordable tracks."""
    # Tracks that cost the same are paid for in the same ways.
    known: dict[int, tuple[Way, ...]] = {}
    offers = []
    while tracks:
        lowest = tracks & -tracks
        tracks ^= lowest
        index = lowest.bit_length() - 1
        track = board.tracks[index]
        ways = known.get(track.price)
        if ways is None:
            ways = known[track.price] = ways_to_pay(board.prices[track.price], hand)
        offers.append(offer(seat, index, track.length, ways))
    return offers


@cache
def _way(color: int, cards: int, locomotives: int, number: int, needed: int) -> Way:
    return Way(color, min(cards, number - needed), min(locomotives, number - 1))


def fault_in_payment(price: Price, hand: Sequence[int], payment: Payment) -> IllegalMove | None:
    what, rule, number, colors, _ = price
    color, cards, locomotives = payment
    # TR-B2: exactly as many train cards as the route is long, ...
    if cards + locomotives != number:
        return IllegalMove(
            rule,
            f"{what} takes exactly {number} cards, not {cards + locomotives}.",
            {"takes": number, "cards": cards + locomotives},
        )
    if (color == LOCOMOTIVE) != (cards == 0):
        return IllegalMove(rule, "Name the color of the cards, and none for locomotives only.")
    # ... all of one color: the route's color, or on grey any one color.
    if cards and color not in colors:
        return IllegalMove(rule, f"{what} takes {CARDS[colors[0]]} cards, not {CARDS[color]}.")
    if cards > hand[color] or locomotives > hand[LOCOMOTIVE]:
        held = f"{hand[color]} {CARDS[color]} and " if cards else ""
        return IllegalMove(rule, f"You hold {held}{hand[LOCOMOTIVE]} locomotives.")
    return None


def discard(hand: list[int], pile: list[int], payment: Payment) -> None:
    color, cards, locomotives = payment
    hand[color] -= cards
    pile[color] += cards
    hand[LOCOMOTIVE] -= locomotives
    pile[LOCOMOTIVE] += locomotives


PAYMENT_FIELDS = {
    "color": public(CARD),
    "cards": public(COUNT),
    "locomotives": public(COUNT),
}
WAY = Layout(Way, **PAYMENT_FIELDS)
