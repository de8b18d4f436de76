"""The train cards on the table: the draw deck, the face-up row, and the discard that becomes a deck
again. Drawing them is `draw_train_cards`."""

from typing import Any, Final, NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic
from rules.kernel.kinds import COUNT, tuple_of
from rules.kernel.layout import Layout, per_seat, public, sealed
from rules.kernel.lifecycle import GameOpened
from rules.mechanics.board_state import BoardState
from rules.pieces.colors import CARD, LOCOMOTIVE, no_cards
from rules.pieces.train_cards import ALL_TRAIN_CARDS

HAND: Final = 4
ROW: Final = 5
LOCOMOTIVES_THAT_CLEAR: Final = 3
OTHER_CARDS_TO_CLEAR: Final = 3
MOST_CLEARINGS: Final = 10


class TrainCardsShuffled(NamedTuple):
    order: tuple[int, ...]  # the top of the deck is the last


class TrainCardsDealt(NamedTuple):
    cards: tuple[tuple[int, ...], ...]


class FaceUpCardsTurned(NamedTuple):
    slots: tuple[int, ...]
    cards: tuple[int, ...]


class FaceUpRowCleared(NamedTuple):
    cards: tuple[int, ...]


class DiscardShuffled(NamedTuple):
    order: tuple[int, ...]


def shuffle_train_cards(state: BoardState, event: GameOpened, chance: Chance) -> list[Event]:
    return [TrainCardsShuffled(tuple(chance.shuffled(ALL_TRAIN_CARDS, "train_deck:1")))]


def deal_train_cards(state: BoardState, event: TrainCardsShuffled, chance: Chance) -> list[Event]:
    # TR-S1: every player is dealt 4 train cards, one at a time.
    from_top = state.deck[: -HAND * state.seats - 1 : -1]
    return [TrainCardsDealt(tuple(tuple(from_top[s :: state.seats]) for s in range(state.seats)))]


def tend_cards(state: BoardState, event: Any, chance: Chance) -> list[Event] | None:
    """Follows every event that may leave the deck empty, the row with a gap, or too many
    locomotives in it. One step at a time: each step is an event that this follows again."""
    if not state.deck:
        # TR-A8: when the deck is empty the discard is shuffled into a new one, at once.
        cards = [card for card, count in enumerate(state.discard) for _ in range(count)]
        if cards:
            label = f"train_deck:{state.shuffles + 1}"
            return [DiscardShuffled(tuple(chance.shuffled(cards, label)))]
    elif len(state.row) < ROW:
        # TR-S1: 5 cards are turned up.  TR-A8: a gap in the row that could not be filled is
        # filled as soon as there are cards again.
        missing = tuple(range(len(state.row), ROW))
        cards = state.deck[: -len(missing) - 1 : -1]
        return [FaceUpCardsTurned(missing[: len(cards)], tuple(cards))]
    # TR-A6: whenever 3 of the face-up cards are locomotives, all are discarded at once and new
    # ones are turned up, and again if it happens again.
    if state.row.count(LOCOMOTIVE) >= LOCOMOTIVES_THAT_CLEAR and _clearing_can_end(state):
        return [FaceUpRowCleared(tuple(state.row))]
    return None


def _clearing_can_end(state: BoardState) -> bool:
    # TR-A6: not while deck, discard and row together hold fewer than 3 cards that are not
    # locomotives; and at most 10 times in a row.
    others = sum(card != LOCOMOTIVE for card in (*state.deck, *state.row))
    others += sum(state.discard[:LOCOMOTIVE])
    return others >= OTHER_CARDS_TO_CLEAR and state.clearings < MOST_CLEARINGS


def _train_cards_shuffled(state: BoardState, event: TrainCardsShuffled) -> None:
    state.deck = list(event.order)
    state.shuffles = 1


def _train_cards_dealt(state: BoardState, event: TrainCardsDealt) -> None:
    for hand, cards in zip(state.hands, event.cards, strict=True):
        for card in cards:
            hand[card] += 1
        del state.deck[-len(cards) :]


def _face_up_cards_turned(state: BoardState, event: FaceUpCardsTurned) -> None:
    slots, cards = event
    for place, slot in enumerate(slots):
        state.row.insert(slot, cards[place])
        state.deck.pop()


def _face_up_row_cleared(state: BoardState, event: FaceUpRowCleared) -> None:
    state.row = []
    for card in event.cards:
        state.discard[card] += 1
    state.clearings += 1


def _discard_shuffled(state: BoardState, event: DiscardShuffled) -> None:
    state.deck = list(event.order)
    state.discard = no_cards()
    state.shuffles += 1


TRAIN_CARDS = Mechanic(
    events=(
        Layout(TrainCardsShuffled, "The train cards are shuffled.", order=sealed(tuple_of(CARD))),
        Layout(TrainCardsDealt, "Train cards are dealt.", cards=per_seat(tuple_of(CARD))),
        Layout(
            FaceUpCardsTurned,
            "Turned up in the row: {cards}.",
            slots=public(tuple_of(COUNT)),
            cards=public(tuple_of(CARD)),
        ),
        Layout(
            FaceUpRowCleared,
            "Three locomotives: the face-up row is discarded.",
            cards=public(tuple_of(CARD)),
        ),
        Layout(
            DiscardShuffled,
            "The discard is shuffled into a new draw deck.",
            order=sealed(tuple_of(CARD)),
        ),
    ),
    evolves={
        TrainCardsShuffled: _train_cards_shuffled,
        TrainCardsDealt: _train_cards_dealt,
        FaceUpCardsTurned: _face_up_cards_turned,
        FaceUpRowCleared: _face_up_row_cleared,
        DiscardShuffled: _discard_shuffled,
    },
)
