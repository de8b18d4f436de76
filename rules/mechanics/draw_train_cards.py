"""Action A: draw two train cards, one at a time, from the face-up row or blind."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic, Offer, Reaction
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT, MOST_SEATS, SEAT
from rules.kernel.layout import Layout, owner, public
from rules.kernel.lifecycle import GameOpened
from rules.mechanics.board_state import NOTHING, SECOND_CARD, BoardState
from rules.mechanics.train_cards import (
    ROW,
    DiscardShuffled,
    FaceUpCardsTurned,
    FaceUpRowCleared,
    TrainCardsDealt,
    TrainCardsShuffled,
    deal_train_cards,
    shuffle_train_cards,
    tend_cards,
)
from rules.pieces.colors import CARD, CARDS, LOCOMOTIVE


class TakeFaceUpCard(NamedTuple):
    seat: int
    card: int


class FaceUpCardTaken(NamedTuple):
    seat: int
    slot: int
    card: int


class DrawBlind(NamedTuple):
    seat: int


class BlindCardDrawn(NamedTuple):
    seat: int
    card: int


# The same few happen over and over: each is made once, as the list that is answered. Nobody changes those.
_SEATS: Final = range(MOST_SEATS)
_BLIND: Final = [[[BlindCardDrawn(seat, card)] for card in range(len(CARDS))] for seat in _SEATS]
_FACE_UP: Final = [
    [[[FaceUpCardTaken(seat, slot, card)] for card in range(len(CARDS))] for slot in range(ROW)]
    for seat in _SEATS
]
_TURNED_UP: Final = [
    [[FaceUpCardsTurned((slot,), (card,))] for card in range(len(CARDS))] for slot in range(ROW)
]


def _take(state: BoardState, command: TakeFaceUpCard, chance: Chance) -> list[Event] | IllegalMove:
    refusal = _not_now(state)
    if refusal is not None:
        return refusal
    seat, card = command
    for slot, shown in enumerate(state.row):
        if shown == card:
            # TR-A4: a face-up locomotive can't be the second card.
            if card == LOCOMOTIVE and state.pending == SECOND_CARD:
                return IllegalMove(
                    "TR-A4", "A face-up locomotive can't be the second card of a turn."
                )
            return _FACE_UP[seat][slot][card]
    row = ", ".join(CARDS[shown] for shown in state.row) or "no card"
    return IllegalMove("TR-A1", f"No {CARDS[card]} lies face up; the row shows {row}.")


def _draw(state: BoardState, command: DrawBlind, chance: Chance) -> list[Event] | IllegalMove:
    refusal = _not_now(state)
    if refusal is not None:
        return refusal
    # TR-A8: the deck is only ever empty when the discard is empty too.
    if not state.deck:
        return IllegalMove("TR-A9", "The draw deck is empty, and so is the discard.")
    return _BLIND[command.seat][state.deck[-1]]


def _not_now(state: BoardState) -> IllegalMove | None:
    if state.phase != "turns":
        return IllegalMove("TR-T1", "Cards are drawn in a turn, and no turn is being played.")
    if state.pending and state.pending != SECOND_CARD:
        return IllegalMove("TR-T1", "One action a turn: finish the one that you have begun.")
    return None


def replace_card(state: BoardState, event: FaceUpCardTaken, chance: Chance) -> list[Event] | None:
    # TR-A2: a card taken from the row is replaced at once.
    return _TURNED_UP[event.slot][state.deck[-1]] if state.deck else None


def can_draw_a_card(state: BoardState) -> bool:
    # TR-A9: with no card to be had from row, deck or discard, A is not available; after the first
    # card face-up locomotives can't be had.
    if state.deck:
        return True
    if state.pending == SECOND_CARD:
        return any(card != LOCOMOTIVE for card in state.row)
    return bool(state.row)


_BITS: Final = [1 << card for card in range(len(CARDS))]
_DECK: Final = 1 << len(CARDS)
# By seat and by what it may draw: there are few sets of cards that a row of five can show.
_OFFERS: Final[list[list[tuple[Offer, ...] | None]]] = [[None] * (2 * _DECK) for _ in _SEATS]


def legal_draws(state: BoardState, seat: int) -> Sequence[Offer]:
    pending = state.pending
    if pending and pending != SECOND_CARD:
        return ()
    shown = _DECK if state.deck else 0  # a bit for each card that lies in the row, and for the deck
    for card in state.row:
        shown |= _BITS[card]
    # TR-A4: a face-up locomotive can't be the second card.
    if pending:
        shown &= ~_BITS[LOCOMOTIVE]
    offers = _OFFERS[seat][shown]
    if offers is None:
        offers = _OFFERS[seat][shown] = _draw_offers(seat, shown)
    return offers


def _draw_offers(seat: int, shown: int) -> tuple[Offer, ...]:
    cards = [card for card in range(len(CARDS)) if shown & _BITS[card]]
    offers: list[Offer] = [TakeFaceUpCard(seat, card) for card in cards]
    if shown & _DECK:
        offers.append(DrawBlind(seat))
    return tuple(offers)


def _face_up_card_taken(state: BoardState, event: FaceUpCardTaken) -> None:
    seat, slot, card = event
    state.row.pop(slot)
    _card_drawn(state, seat, card)
    state.clearings = 0
    # TR-A3: a face-up locomotive is the only card of its turn.
    if card == LOCOMOTIVE:
        state.pending = NOTHING


def _blind_card_drawn(state: BoardState, event: BlindCardDrawn) -> None:
    # TR-A5: a locomotive drawn blind counts as one card.
    seat, card = event
    state.deck.pop()
    _card_drawn(state, seat, card)


def _card_drawn(state: BoardState, seat: int, card: int) -> None:
    # TR-A7: there is no limit on the hand.
    state.hands[seat][card] += 1
    # TR-A1: two cards, one at a time.
    state.pending = NOTHING if state.pending else SECOND_CARD
    state.passes = 0


DRAW_TRAIN_CARDS = Mechanic(
    commands=(
        Layout(TakeFaceUpCard, seat=public(SEAT), card=public(CARD)),
        Layout(DrawBlind, seat=public(SEAT)),
    ),
    events=(
        Layout(
            FaceUpCardTaken,
            "{seat} takes {card} from the row.",
            seat=public(SEAT),
            slot=public(COUNT),
            card=public(CARD),
        ),
        Layout(
            BlindCardDrawn,
            "{seat} draws a card from the deck.",
            seat=public(SEAT),
            card=owner(CARD),
        ),
    ),
    decides={TakeFaceUpCard: _take, DrawBlind: _draw},
    evolves={FaceUpCardTaken: _face_up_card_taken, BlindCardDrawn: _blind_card_drawn},
    legal={"turns": legal_draws},
)

# How the train cards look after themselves, from the deal to the last draw. An edition adds
# `tend_cards` to its own events that discard.
CARD_KEEPING: Final[tuple[tuple[type, Reaction], ...]] = (
    (GameOpened, shuffle_train_cards),
    (TrainCardsShuffled, deal_train_cards),
    (TrainCardsDealt, tend_cards),
    (FaceUpCardTaken, replace_card),
    (BlindCardDrawn, tend_cards),
    (FaceUpCardsTurned, tend_cards),
    (FaceUpRowCleared, tend_cards),
    (DiscardShuffled, tend_cards),
)
