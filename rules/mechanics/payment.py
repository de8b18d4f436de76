"""Paying with train cards: what a hand can pay for, and what is wrong with a payment."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeVar

from rules.kernel.dice import between
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT
from rules.kernel.layout import Layout, public
from rules.pieces.board import Board, TrackSet
from rules.pieces.colors import CARD, CARDS, LOCOMOTIVE
from rules.pieces.price import Price

T = TypeVar("T", bound=tuple[Any, ...])


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
        cards = between(dice, price - self.locomotives, self.cards)
        return Payment(self.color, cards, price - cards)


def affordable(board: Board, hand: Sequence[int]) -> TrackSet:
    """The tracks that the hand can pay for, whoever holds them."""
    locomotives = hand[LOCOMOTIVE]
    tracks = 0
    for payable, held in zip(board.payable, hand, strict=False):  # locomotives have no color
        if held:
            tracks |= payable[held + locomotives]
    return (tracks | board.payable_with_any[locomotives]) & board.enough_locomotives[locomotives]


def ways_to_pay(price: Price, hand: Sequence[int]) -> tuple[Way, ...]:
    _, _, number, colors, needed = price
    locomotives = hand[LOCOMOTIVE]
    # TR-B2: all of one color, locomotives stand for any.
    at_least = number - locomotives if number > locomotives else 1
    ways: tuple[Way, ...] = ()
    for color in colors:
        if hand[color] >= at_least:
            ways += (_way(color, hand[color], locomotives, number, needed),)
    # TR-B2: a set of locomotives only is allowed on any route.
    return (*ways, Way(LOCOMOTIVE, 0, number)) if locomotives >= number else ways


def claim_offers(
    offer: type[T],
    board: Board,
    tracks: TrackSet,
    seat: int,
    hand: Sequence[int],
) -> list[T]:
    """An offer of seat, track, length and ways to pay, for each of these affordable tracks."""
    new = tuple.__new__  # there are many to make, and this is twice as fast as calling `offer`
    # Tracks that cost the same are paid for in the same ways.
    known: dict[int, tuple[Way, ...]] = {}
    offers = []
    while tracks:
        index = tracks.bit_length() - 1
        tracks ^= 1 << index
        length, price = board.costs[index]
        ways = known.get(price)
        if ways is None:
            ways = known[price] = ways_to_pay(board.prices[price], hand)
        offers.append(new(offer, (seat, index, length, ways)))
    return offers


@cache
def _way(color: int, cards: int, locomotives: int, number: int, needed: int) -> Way:
    return Way(color, min(cards, number - needed), min(locomotives, number - 1))


def fault_in_payment(
    price: Price, hand: Sequence[int], color: int, cards: int, locomotives: int
) -> IllegalMove | None:
    what, rule, number, colors, _ = price
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


def discard(hand: list[int], pile: list[int], color: int, cards: int, locomotives: int) -> None:
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
