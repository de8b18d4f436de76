"""Action A: draw up to two train cards, from the face-up row or blind."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rules.editions.card_game.setup import ROW, FaceUpCardsTurned
from rules.editions.card_game.state import MOST_SEATS, State
from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic, Offer
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT, SEAT
from rules.kernel.layout import Layout, owner, public
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


class DeclineSecondDraw(NamedTuple):
    seat: int


class SecondDrawDeclined(NamedTuple):
    seat: int


class DrawDeckRanOut(NamedTuple):
    pass


# The same few happen over and over: each is made once.
_SEATS: Final = range(MOST_SEATS)
_ALL_CARDS: Final = range(len(CARDS))
_FACE_UP_CARD_TAKEN: Final = [
    [[FaceUpCardTaken(seat, slot, card) for card in _ALL_CARDS] for slot in range(ROW)]
    for seat in _SEATS
]
_TURNED_UP: Final = [
    [FaceUpCardsTurned((slot,), (card,)) for card in _ALL_CARDS] for slot in range(ROW)
]
_BLIND_CARD_DRAWN: Final = [[BlindCardDrawn(seat, card) for card in _ALL_CARDS] for seat in _SEATS]
_DECLINED: Final = [SecondDrawDeclined(seat) for seat in _SEATS]


def _take(state: State, command: TakeFaceUpCard, chance: Chance) -> list[Event] | IllegalMove:
    seat, card = command
    refusal = _not_now(state, seat)
    if refusal is not None:
        return refusal
    if card not in state.row:
        shown = ", ".join(CARDS[other] for other in state.row) or "no card"
        return IllegalMove("CG-A1", f"No {CARDS[card]} lies face up; the row shows {shown}.")
    # CG-A4: as the second card no face-up locomotive may be taken, whether it lay there
    # before or was just turned up.
    if card == LOCOMOTIVE and state.cards_drawn:
        return IllegalMove("CG-A4", "A face-up locomotive can't be the second card of a turn.")
    return [_FACE_UP_CARD_TAKEN[seat][state.row.index(card)][card]]


def _draw(state: State, command: DrawBlind, chance: Chance) -> list[Event] | IllegalMove:
    refusal = _not_now(state, command.seat)
    if refusal is not None:
        return refusal
    # CG-A9: an empty draw deck is not refilled.
    if not state.deck:
        return IllegalMove("CG-A9", "The draw deck is empty.")
    return [_BLIND_CARD_DRAWN[command.seat][state.deck[-1]]]


def _decline(state: State, command: DeclineSecondDraw, chance: Chance) -> list[Event] | IllegalMove:
    refusal = _not_now(state, command.seat)
    if refusal is not None:
        return refusal
    # CG-A8: the second draw can be declined, the first can't.
    if state.cards_drawn != 1:
        return IllegalMove("CG-A8", "Only the second of two draws can be declined.")
    return [_DECLINED[command.seat]]


def _not_now(state: State, seat: int) -> IllegalMove | None:
    if state.phase != "turns":
        return IllegalMove("CG-T3", "Cards are drawn in a turn, and no turn is being played.")
    if state.offered[seat]:
        return IllegalMove("CG-T3", "You are drawing tickets in this turn: choose which to keep.")
    return None


def refill_row(state: State, event: FaceUpCardTaken, chance: Chance) -> list[Event] | None:
    # CG-A2: a card taken from the row is replaced at once.  CG-A9: not from an empty deck.
    # CG-A6: three face-up locomotives change nothing, so nothing is looked at here.
    return [_TURNED_UP[event.slot][state.deck[-1]]] if state.deck else None


def notice_empty_deck(state: State, event: Any, chance: Chance) -> list[Event] | None:
    # CG-E1: the last card leaves the deck, drawn blind or turned up.
    # CG-E2: a deck that is empty when a round begins counts as well.
    if state.deck or state.last_turns is not None:
        return None
    return [DrawDeckRanOut()]


def can_draw_a_card(state: State) -> bool:
    # CG-A7: whatever there is may be drawn; a hand has no limit.
    if state.deck:
        return True
    # CG-A3, CG-A4: a face-up locomotive is only for the first card.
    if state.cards_drawn:
        return any(card != LOCOMOTIVE for card in state.row)
    return bool(state.row)


def legal_draws(state: State, seat: int) -> Sequence[Offer]:
    if state.offered[seat]:
        return ()
    # A row shows few sets of cards, one bit each: what is offered is listed once for each, and found
    # again by all that it depends on.
    shown = 0
    for card in state.row:
        shown |= 1 << card
    known = _KNOWN_OFFERS[seat]
    place = (state.cards_drawn << len(CARDS) | shown) * 2
    if state.deck:
        place += 1
    offers = known[place]
    if offers is None:
        offers = known[place] = _draw_offers(seat, shown, bool(state.deck), state.cards_drawn)
    return offers


_KNOWN_OFFERS: Final[list[list[tuple[Offer, ...] | None]]] = [
    [None] * (3 * 2 << len(CARDS)) for _ in _SEATS
]


def _draw_offers(seat: int, shown: int, deck: bool, drawn: int) -> tuple[Offer, ...]:
    cards = range(LOCOMOTIVE if drawn else LOCOMOTIVE + 1)
    offers: list[Offer] = [TakeFaceUpCard(seat, card) for card in cards if shown >> card & 1]
    if deck:
        offers.append(DrawBlind(seat))
    if drawn == 1:
        offers.append(DeclineSecondDraw(seat))
    return tuple(offers)


def _face_up_card_taken(state: State, event: FaceUpCardTaken) -> None:
    seat, slot, card = event
    state.row.pop(slot)
    state.hands[seat][card] += 1
    state.shown[seat][card] += 1
    # CG-A3: a face-up locomotive is the only card of its turn, as if two had been drawn.
    state.cards_drawn += 2 if card == LOCOMOTIVE else 1
    state.quiet_turns = 0


def _blind_card_drawn(state: State, event: BlindCardDrawn) -> None:
    seat, card = event
    # CG-A5: a locomotive drawn blind counts as one card.
    state.deck.pop()
    state.hands[seat][card] += 1
    state.cards_drawn += 1
    state.quiet_turns = 0


def _second_draw_declined(state: State, event: SecondDrawDeclined) -> None:
    state.cards_drawn = 2


def _draw_deck_ran_out(state: State, event: DrawDeckRanOut) -> None:
    state.last_turns = state.seats


DRAW_CARDS = Mechanic(
    commands=(
        Layout(TakeFaceUpCard, seat=public(SEAT), card=public(CARD)),
        Layout(DrawBlind, seat=public(SEAT)),
        Layout(DeclineSecondDraw, seat=public(SEAT)),
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
        Layout(SecondDrawDeclined, "{seat} draws no second card.", seat=public(SEAT)),
        Layout(DrawDeckRanOut, "The draw deck has run out: every seat has one more turn."),
    ),
    decides={TakeFaceUpCard: _take, DrawBlind: _draw, DeclineSecondDraw: _decline},
    evolves={
        FaceUpCardTaken: _face_up_card_taken,
        BlindCardDrawn: _blind_card_drawn,
        SecondDrawDeclined: _second_draw_declined,
        DrawDeckRanOut: _draw_deck_ran_out,
    },
    legal={"turns": legal_draws},
)
