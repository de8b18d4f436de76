"""Set-up, and the deal that opens each round."""

from typing import Final, NamedTuple

from rules.editions.card_game.cards import ALL_TRAIN_CARDS, TICKET_LIST, TICKETS
from rules.editions.card_game.draw_tickets import TicketsDrawn
from rules.editions.card_game.state import State
from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic
from rules.kernel.kinds import COUNT, INTEGER, tuple_of
from rules.kernel.layout import Layout, per_seat, public, sealed
from rules.kernel.lifecycle import GameOpened
from rules.pieces.colors import CARD, COLORS, LOCOMOTIVE, no_cards

FIRST_HAND: Final = 7
SECOND_ROUND_HAND: Final = 4
ROW: Final = 5
FIRST_TICKETS: Final = 6


class TrainCardsShuffled(NamedTuple):
    round: int
    locomotives: int  # that each seat got before the rest was shuffled
    order: tuple[int, ...]  # the top of the deck is the last


class TrainCardsDealt(NamedTuple):
    cards: tuple[tuple[int, ...], ...]


class FaceUpCardsTurned(NamedTuple):
    slots: tuple[int, ...]
    cards: tuple[int, ...]


class TicketsShuffled(NamedTuple):
    kept: tuple[int, ...]  # how many each seat kept, once all have chosen
    order: tuple[int, ...]


def shuffle_train_cards(state: State, event: GameOpened, chance: Chance) -> list[Event]:
    # CG-S1: every player gets 1 locomotive.  CG-S2: the remaining cards are shuffled.
    deck = ALL_TRAIN_CARDS[: -state.seats]
    return [TrainCardsShuffled(1, 1, tuple(chance.shuffled(deck, "train_deck:1")))]


def deal_train_cards(state: State, event: TrainCardsShuffled, chance: Chance) -> list[Event]:
    # CG-S2: in the first round every player is dealt 7.  CG-R3: in the second, 4.
    hand = FIRST_HAND if event.round == 1 else SECOND_ROUND_HAND
    # CG-E2: with too few cards the deal goes round by round as far as it reaches.
    dealt: list[list[int]] = [[] for _ in range(state.seats)]
    for number, card in enumerate(reversed(state.deck[-hand * state.seats :])):
        dealt[number % state.seats].append(card)
    return [TrainCardsDealt(tuple(tuple(cards) for cards in dealt))]


def turn_up_row(state: State, event: TrainCardsDealt, chance: Chance) -> list[Event] | None:
    # CG-S3, CG-R3: the top 5 cards are turned up as the face-up row.
    cards = tuple(state.deck[: -ROW - 1 : -1])
    return [FaceUpCardsTurned(tuple(range(len(cards))), cards)] if cards else None


def shuffle_tickets(state: State, event: GameOpened, chance: Chance) -> list[Event]:
    # CG-S5: the tickets are shuffled ...
    return [TicketsShuffled((), tuple(chance.shuffled(range(len(TICKETS)), "ticket_deck:1")))]


def offer_first_tickets(state: State, event: GameOpened, chance: Chance) -> list[Event]:
    # CG-S5: ... and every player is dealt 6, in secret.
    from_top = state.ticket_deck[::-1]
    return [
        TicketsDrawn(seat, tuple(from_top[FIRST_TICKETS * seat : FIRST_TICKETS * (seat + 1)]))
        for seat in range(state.seats)
    ]


def _train_cards_shuffled(state: State, event: TrainCardsShuffled) -> None:
    state.round = event.round
    for hand, shown in zip(state.hands, state.shown, strict=True):
        hand[LOCOMOTIVE] += event.locomotives
        shown[LOCOMOTIVE] += event.locomotives
    state.deck = list(event.order)
    state.row = []
    state.discard = no_cards()
    state.on_track = [no_cards() for _ in range(state.seats)]
    state.tracks_turned_up = False
    state.railyards = [None] * len(COLORS)
    state.last_turns = None
    state.quiet_turns = 0
    state.confirmed = []


def _train_cards_dealt(state: State, event: TrainCardsDealt) -> None:
    for hand, cards in zip(state.hands, event.cards, strict=True):
        for card in cards:
            hand[card] += 1
        if cards:
            del state.deck[-len(cards) :]


def _face_up_cards_turned(state: State, event: FaceUpCardsTurned) -> None:
    slots, cards = event
    for place, slot in enumerate(slots):
        state.row.insert(slot, cards[place])
        state.deck.pop()


def _tickets_shuffled(state: State, event: TicketsShuffled) -> None:
    state.ticket_deck = list(event.order)
    if event.kept:
        for seat, chosen in enumerate(state.chosen):
            state.tickets[seat] = list(chosen or ())
        state.offered = [()] * state.seats
        state.chosen = [None] * state.seats


SETUP = Mechanic(
    events=(
        Layout(
            TrainCardsShuffled,
            "The train cards are shuffled for round {round}.",
            round=public(INTEGER),
            locomotives=public(COUNT),
            order=sealed(tuple_of(CARD)),
        ),
        Layout(
            TrainCardsDealt,
            "Train cards are dealt.",
            cards=per_seat(tuple_of(CARD)),
        ),
        Layout(
            FaceUpCardsTurned,
            "Turned up in the row: {cards}.",
            slots=public(tuple_of(COUNT)),
            cards=public(tuple_of(CARD)),
        ),
        Layout(
            TicketsShuffled,
            "The tickets are shuffled.",
            kept=public(tuple_of(COUNT)),
            order=sealed(TICKET_LIST),
        ),
    ),
    evolves={
        TrainCardsShuffled: _train_cards_shuffled,
        TrainCardsDealt: _train_cards_dealt,
        FaceUpCardsTurned: _face_up_cards_turned,
        TicketsShuffled: _tickets_shuffled,
    },
)
