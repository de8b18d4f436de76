"""Paying with train cards: what a hand can pay for, and what is wrong with a payment."""

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple

from rules.kernel.dice import between, pick
from rules.kernel.edition import Command, Offer, Offers, new
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT
from rules.kernel.layout import Layout, public
from rules.pieces.board import Board, TrackSet, member
from rules.pieces.colors import CARD, CARDS, LOCOMOTIVE, no_cards
from rules.pieces.price import Price
from rules.pieces.train_cards import CARDS_OF_A_COLOR, LOCOMOTIVES


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
    first, second, third, fourth = board.payable[hand[LOCOMOTIVE]]
    return (
        first[hand[0]][hand[1]]
        | second[hand[2]][hand[3]]
        | third[hand[4]][hand[5]]
        | fourth[hand[6]][hand[7]]
    )


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


class RouteSale:
    """Tracks of a board for train cards. An offer has seat, track, length and ways to pay; it stands for
    commands with seat, track and a payment."""

    def __init__(self, board: Board, offer: type, command: type) -> None:
        self.board = board
        self.offer = offer
        self.command = command


class RouteOffers(Offers):
    """An offer for each of these tracks, which the hand can pay for."""

    def __init__(self, sale: RouteSale, tracks: TrackSet, seat: int, hand: list[int]) -> None:
        self.sale = sale
        self.tracks = tracks
        self.number: int = tracks.bit_count()
        self.seat = seat
        self.hand = hand

    def __len__(self) -> int:
        return self.number

    def sample(self, number: int, dice: Random) -> Command:
        track = member(self.tracks, number)
        price, _, _ = self.sale.board.costs[track]
        color, cards, locomotives = sample_payment(ways_to_pay(price, self.hand), price.cards, dice)
        return new(self.sale.command, (self.seat, track, color, cards, locomotives))

    def __iter__(self) -> Iterator[Offer]:
        sale, seat, hand = self.sale, self.seat, self.hand
        tracks: int = self.tracks
        offers: list[Offer] = []
        while tracks:
            # Tracks that cost the same are paid for in the same ways.
            price, same, color = sale.board.costs[tracks.bit_length() - 1]
            same &= tracks
            tracks ^= same
            if color is None:
                offers += _offers(sale, price, same, seat, hand)
            else:
                offers += _offers_in_a_color(sale, same, seat, hand[color], hand[LOCOMOTIVE])
        return iter(offers)


# A color has a few tracks of the same price and a hand a few of its cards: they come up again and
# again, in one game and in all.
@lru_cache(maxsize=8192)
def _offers_in_a_color(
    sale: RouteSale, same: TrackSet, seat: int, held: int, locomotives: int
) -> tuple[Offer, ...]:
    price, _, color = sale.board.costs[same.bit_length() - 1]
    assert color is not None
    hand = no_cards()
    hand[color], hand[LOCOMOTIVE] = held, locomotives
    return tuple(_offers(sale, price, same, seat, hand))


def _offers(sale: RouteSale, price: Price, tracks: int, seat: int, hand: list[int]) -> list[Offer]:
    offer, length, ways = sale.offer, price.cards, ways_to_pay(price, hand)
    offers: list[Offer] = []
    while tracks:
        index = tracks.bit_length() - 1
        tracks ^= 1 << index
        offers.append(new(offer, (seat, index, length, ways)))
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
