"""Tables of the Card Game in the middle of a round, laid out by hand.

Cards are written as "3 blue, 1 locomotive". What is not laid out lies in the discard, and tickets
that are not mentioned lie in the ticket deck: so nothing is ever missing.
"""

from collections.abc import Mapping, Sequence

from rules.editions.card_game.cards import ALL_TRAIN_CARDS, TICKETS
from rules.editions.card_game.state import Stack, State
from rules.pieces.colors import CARDS, COLORS, count_cards, no_cards
from tests.given import CHANCE, Given, given

PURPLE, BLUE, ORANGE, WHITE, GREEN, YELLOW, BLACK, RED, LOCOMOTIVE = range(len(CARDS))


def counts(text: str) -> list[int]:
    totals = no_cards()
    for part in filter(None, text.split(", ")):
        number, name = part.split(" ")
        totals[CARDS.index(name)] += int(number)
    return totals


def in_order(text: str) -> list[int]:
    """A row from its left, a deck from its bottom: "blue red red"."""
    return [CARDS.index(name) for name in text.split()]


def ticket(id: str) -> int:
    return next(index for index, ticket in enumerate(TICKETS) if ticket.id == id)


def tickets(*ids: str) -> tuple[int, ...]:
    return tuple(ticket(id) for id in ids)


def table(
    seats: int = 2,
    turn: int = 0,
    hands: Sequence[str] = (),
    row: str = "",
    deck: str = "",
    railyards: Mapping[str, tuple[int, int, int]] = {},
    tracks: Sequence[str] = (),
    held: Sequence[Sequence[str]] = (),
    ticket_deck: Sequence[str] | None = None,
    options: Sequence[str] = (),
    round: int = 1,
    last_turns: int | None = None,
) -> Given:
    """A turn has just begun. A railyard's stack is (seat, cards, locomotives) by its color."""
    state = State(seats, {name: name in options for name in ("open_track", "choose_completion")})
    state.phase, state.turn, state.waiting_on, state.round = "turns", turn, [turn], round
    state.last_turns = last_turns
    state.quiet_turns = 1
    for seat, text in enumerate(hands):
        state.hands[seat] = counts(text)
    for seat, text in enumerate(tracks):
        state.on_track[seat] = counts(text)
    state.row, state.deck = in_order(row), in_order(deck)
    for color, stack in railyards.items():
        state.railyards[COLORS.index(color)] = Stack(*stack)
    for seat, ids in enumerate(held):
        state.tickets[seat] = list(tickets(*ids))
    _put_the_rest_away(state, ticket_deck)
    return given("card_game", state, CHANCE)


def _put_the_rest_away(state: State, ticket_deck: Sequence[str] | None) -> None:
    rest = count_cards(ALL_TRAIN_CARDS)
    laid_out = [*state.hands, *state.on_track, count_cards(state.row), count_cards(state.deck)]
    for stack, color in zip(state.railyards, range(len(COLORS)), strict=True):
        if stack is not None:
            rest[color] -= stack.cards
            rest[LOCOMOTIVE] -= stack.locomotives
    for pile in laid_out:
        rest = [have - taken for have, taken in zip(rest, pile, strict=True)]
    assert min(rest) >= 0, "more cards are laid out than were printed"
    state.discard = rest
    held = {index for tickets in state.tickets for index in tickets}
    free = [index for index in range(len(TICKETS)) if index not in held]
    if ticket_deck is None:
        state.ticket_deck = free
        return
    # Its top is the last. What it lacks, the last seat holds.
    state.ticket_deck = list(tickets(*ticket_deck))
    state.tickets[-1] += [index for index in free if index not in state.ticket_deck]
