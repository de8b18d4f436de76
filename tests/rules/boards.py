"""Tables of the board games in the middle of a game, laid out by hand.

Cards are written as "3 blue, 1 locomotive", a row or a deck as "blue red red". Cards that are not laid
out lie under the deck, and tickets that are not mentioned in the ticket deck: nothing is ever missing.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from rules import editions
from rules.mechanics.claim_route import ClaimRoute
from rules.pieces.board import Board, TrackSet, members, track_set
from rules.pieces.colors import CARDS, count_cards, no_cards
from rules.pieces.train_cards import ALL_TRAIN_CARDS
from tests.given import CHANCE, Given, given

PURPLE, BLUE, ORANGE, WHITE, GREEN, YELLOW, BLACK, RED, LOCOMOTIVE = range(len(CARDS))


def counts(text: str) -> list[int]:
    totals = no_cards()
    for part in filter(None, text.split(", ")):
        number, name = part.split(" ")
        totals[CARDS.index(name)] += int(number)
    return totals


def in_order(text: str) -> list[int]:
    """A row from its left, a deck from its bottom."""
    return [CARDS.index(name) for name in text.split()]


def board_of(edition: str) -> Board:
    board = import_module(f"rules.editions.{edition}.state").BOARD
    assert isinstance(board, Board)
    return board


def table(
    edition: str = "usa",
    seats: int = 2,
    turn: int = 0,
    hands: Sequence[str] = (),
    row: str = "blue blue green green white",
    deck: str = "",
    discard: str = "",
    rest: str = "deck",  # or "last_hand"
    routes: Sequence[Sequence[str]] = (),
    trains: Sequence[int] = (),
    held: Sequence[Sequence[str]] = (),
    ticket_deck: Sequence[str] | None = None,
    options: Sequence[str] = (),
    last_turns: int | None = None,
) -> Given:
    """A turn has just begun. `trains` are how many a seat has left: routes are claimed until it
    does."""
    found = editions()[edition]
    board = board_of(edition)
    state = found.new_state(seats, {name: name in options for name in found.options})
    state.phase, state.turn, state.waiting_on = "turns", turn, [turn]
    state.last_turns = last_turns
    for seat, text in enumerate(hands):
        state.hands[seat] = counts(text)
    state.row, state.discard = in_order(row), counts(discard)
    _lay_the_deck(state, in_order(deck), rest)
    for seat, ids in enumerate(routes):
        for id in ids:
            _put_trains(board, state, seat, board.track[id])
    for seat, left in enumerate(trains):
        for index in members(_fillers(board, state, state.trains[seat] - left)):
            _put_trains(board, state, seat, index)
    _lay_the_tickets(board, state, held, ticket_deck)
    return given(edition, state, CHANCE)


def _lay_the_deck(state: Any, top: list[int], rest: str) -> None:
    left = count_cards(ALL_TRAIN_CARDS)
    for pile in (*state.hands, state.discard, count_cards(state.row), count_cards(top)):
        left = [have - taken for have, taken in zip(left, pile, strict=True)]
    assert min(left) >= 0, "more cards are laid out than were printed"
    if rest == "deck":
        # Color by color in turn, so that no three locomotives come up by themselves.
        bottom = [card for _ in range(14) for card in range(len(CARDS))]
        state.deck = []
        for card in bottom:
            if left[card]:
                left[card] -= 1
                state.deck.append(card)
        state.deck += top
    else:
        state.deck = top
        last = state.hands[-1]
        state.hands[-1] = [have + more for have, more in zip(last, left, strict=True)]


def _put_trains(board: Board, state: Any, seat: int, index: int) -> None:
    track = board.tracks[index]
    state.routes[seat] |= 1 << index
    state.trains[seat] -= track.length
    state.scores[seat] += board.points[track.length]
    state.claims.append(index)
    for other in range(state.seats):
        if other == seat or state.seats <= 3:
            state.closed[other] |= track.parallel
    assert state.trains[seat] >= 0


def _fillers(board: Board, state: Any, length: int) -> TrackSet:
    """Free single tracks, from the end of the alphabet, that are together so long."""
    taken = 0
    for routes in state.routes:
        taken |= routes
    found: dict[int, TrackSet] = {0: 0}
    for index in reversed(range(len(board.tracks))):
        track = board.tracks[index]
        if not taken >> index & 1 and not track.parallel and track.kind == "track":
            for total, tracks in list(found.items()):
                found.setdefault(total + track.length, tracks | 1 << index)
    return found[length]


def _lay_the_tickets(
    board: Board, state: Any, held: Sequence[Sequence[str]], ticket_deck: Sequence[str] | None
) -> None:
    number = {ticket.id: index for index, ticket in enumerate(board.tickets)}
    for seat, ids in enumerate(held):
        state.tickets[seat] = [number[id] for id in ids]
    taken = {index for tickets in state.tickets for index in tickets}
    free = [index for index in range(len(board.tickets)) if index not in taken]
    if ticket_deck is None:
        state.ticket_deck = free
        return
    # Its top is the last. What it lacks, the last seat holds.
    state.ticket_deck = [number[id] for id in ticket_deck]
    state.tickets[-1] += [index for index in free if index not in state.ticket_deck]


def claim(
    game: Given, seat: int, route: str, color: int, cards: int, locomotives: int = 0
) -> ClaimRoute:
    board = board_of(game.edition.id)
    return ClaimRoute(seat, board.track[route], color, cards, locomotives)


def tracks(edition: str, *ids: str) -> TrackSet:
    return track_set(board_of(edition).track[id] for id in ids)


def tickets(edition: str, *ids: str) -> tuple[int, ...]:
    number = {ticket.id: index for index, ticket in enumerate(board_of(edition).tickets)}
    return tuple(number[id] for id in ids)
