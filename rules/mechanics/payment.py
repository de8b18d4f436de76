"""Paying with train cards: what a hand can pay for, and what is wrong with a payment."""

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple

from rules.kernel.dice import between, pick
from rules.kernel.edition import Offer, Offers
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT
from rules.kernel.layout import Layout, public
from rules.pieces.board import Board, TrackSet
from rules.pieces.colors import CARD, CARDS, LOCOMOTIVE, no_cards
from rules.pieces.price import Price
from rules.pieces.train_cards import CARDS_OF_A_COLOR, LOCOMOTIVES

_new: Final = tuple.__new__  # twice as fast as calling the type, whose own __new__ is Python


class Payment(NamedTuple):
    color: int  # LOCOMOTIVE where all of them are
    cards: int  # of that color
    locomotives: int


_payment: Final = cache(Payment)  # the same few are offered over and over


class Way(NamedTuple):
    """Up to so many cards of a color and up to so many locomotives, together the price."""

    color: int
    cards: int
    locomotives: int

    def payments(self, price: int) -> Iterator[Payment]:
        for cards in range(price - self.locomotives, self.cards + 1):
            yield _payment(self.color, cards, price - cards)


def sample_payment(ways: tuple[Way, ...], price: int, dice: Random) -> tuple[int, int, int]:
    """By the dice: a color, how many of it, and how many locomotives."""
    color, most, locomotives = pick(dice, ways)
    cards = between(dice, price - locomotives, most)
    return color, cards, price - cards


# Each is made once: by color, by its cards and by the locomotives beside them.
_WAYS: Final[list[list[list[Way]]]] = [
    [
        [Way(color, cards, locomotives) for locomotives in range(LOCOMOTIVES + 1)]
        for cards in range(CARDS_OF_A_COLOR + 1)
    ]
    for color in range(len(CARDS))
]


def affordable(board: Board, hand: list[int]) -> TrackSet:
    """The tracks that the hand can pay for, whoever holds them."""
    payable = board.payable[hand[LOCOMOTIVE]]
    tracks = 0
    for card, held in enumerate(hand):
        if held:
            tracks |= payable[card][held]
    return tracks


def ways_to_pay(price: Price, hand: list[int]) -> tuple[Way, ...]:
    _, _, number, colors, needed = price
    locomotives = hand[LOCOMOTIVE]
    # TR-B2: all of one color, locomotives stand for any.
    at_least = number - locomotives if number > locomotives else 1
    at_most = number - needed
    beside = locomotives if locomotives < number else number - 1
    ways: list[Way] = []
    for color in colors:
        held = hand[color]
        if held >= at_least:
            ways.append(_WAYS[color][held if held < at_most else at_most][beside])
    # TR-B2: a set of locomotives only is allowed on any route.
    if locomotives >= number:
        ways.append(_WAYS[LOCOMOTIVE][0][number])
    return tuple(ways)


class RouteOffers(Offers):
    """An offer of seat, track, length and ways to pay, for each of these affordable tracks."""

    def __init__(
        self, offer: type, board: Board, tracks: TrackSet, seat: int, hand: list[int]
    ) -> None:
        self.offer = offer
        self.board = board
        self.tracks = tracks
        self.number = tracks.bit_count()
        self.seat = seat
        self.hand = hand

    def __len__(self) -> int:
        return self.number

    def __getitem__(self, index: int) -> Offer:
        tracks, costs = self.tracks, self.board.costs
        while True:
            price, same, _ = costs[tracks.bit_length() - 1]
            same &= tracks
            number = same.bit_count()
            if index < number:
                break
            index -= number
            tracks ^= same
        for _ in range(index):
            same ^= 1 << same.bit_length() - 1
        ways = ways_to_pay(price, self.hand)
        return _new(self.offer, (self.seat, same.bit_length() - 1, price.cards, ways))

    def __iter__(self) -> Iterator[Offer]:
        offer, board, tracks, seat, hand = self.offer, self.board, self.tracks, self.seat, self.hand
        offers: list[Offer] = []
        while tracks:
            # Tracks that cost the same are paid for in the same ways.
            price, same, color = board.costs[tracks.bit_length() - 1]
            same &= tracks
            tracks ^= same
            if color is None:
                offers += _offers(offer, price, same, seat, hand)
            else:
                held = hand[color]
                offers += _offers_in_a_color(offer, board, same, seat, held, hand[LOCOMOTIVE])
        return iter(offers)


# A color has a few tracks of the same price and a hand a few of its cards: they come up again and
# again, in one game and in all.
@lru_cache(maxsize=8192)
def _offers_in_a_color(
    offer: type, board: Board, same: TrackSet, seat: int, held: int, locomotives: int
) -> tuple[Offer, ...]:
    price, _, color = board.costs[same.bit_length() - 1]
    assert color is not None
    hand = no_cards()
    hand[color], hand[LOCOMOTIVE] = held, locomotives
    return tuple(_offers(offer, price, same, seat, hand))


def _offers(offer: type, price: Price, tracks: TrackSet, seat: int, hand: list[int]) -> list[Offer]:
    length, ways = price.cards, ways_to_pay(price, hand)
    offers: list[Offer] = []
    while tracks:
        index = tracks.bit_length() - 1
        tracks ^= 1 << index
        offers.append(_new(offer, (seat, index, length, ways)))
    return offers


def fault_in_payment(
    price: Price, hand: list[int], color: int, cards: int, locomotives: int
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
