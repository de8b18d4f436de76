"""A turn on a board, once it is known which tracks are wanted: claim one, or draw cards for them.

The planner plays it with a plan that it makes for every decision, the playouts of the search with one
that they keep until somebody gets in its way.
"""

from typing import Any, Final

from rules.kernel.edition import Command
from rules.mechanics.draw_train_cards import DrawBlind, TakeFaceUpCard
from rules.mechanics.payment import Payment, affordable
from rules.pieces.board import Board, TrackSet, members
from rules.pieces.colors import LOCOMOTIVE
from rules.policies.board_plan import GREY, figures_of, wanted_cards
from rules.policies.board_sight import Customs, Sight, Terms

# New tickets are drawn while everybody has at least so many trains left.
TRAINS_FOR_NEW_TICKETS: Final = 12


def act(customs: Customs, state: Any, seat: int, terms: Terms, tracks: TrackSet) -> Command | None:
    """None where cards can neither be paid nor drawn."""
    board, hand = customs.board, state.hands[seat]
    if not state.pending:
        payable = payable_tracks(customs, state, seat, terms)
        if state.last_turns is not None:
            tracks = _last_track(board, payable, tracks)
        if payable & tracks:
            return claim(customs, state, seat, longest(board, payable & tracks), tracks)
    return draw(state, seat, wanted_cards(board, hand, tracks))


def payable_tracks(customs: Customs, state: Any, seat: int, terms: Terms) -> TrackSet:
    """What the seat could claim now."""
    board = customs.board
    tracks: TrackSet = affordable(board, state.hands[seat])
    if not tracks:
        return 0
    taken: TrackSet = state.closed[seat] | terms.shared
    for routes in state.routes:
        taken |= routes
    tracks &= board.within[state.trains[seat]] | terms.without_trains
    tracks &= ~taken & customs.claimable(state, seat)
    return tracks


def longest(board: Board, tracks: TrackSet) -> int:
    lengths = figures_of(board).lengths
    return max(members(tracks), key=lambda index: lengths[index])


def _last_track(board: Board, payable: TrackSet, tracks: TrackSet) -> TrackSet:
    """With one turn left: the track that completes the plan, or the longest that can be paid for."""
    if tracks.bit_count() == 1 and tracks & payable:
        return tracks
    return 1 << longest(board, payable) if payable else 0


def claim(customs: Customs, state: Any, seat: int, track: int, tracks: TrackSet) -> Command:
    """Pays with few locomotives, and with what the other tracks that are wanted need least."""
    board, hand = customs.board, state.hands[seat]
    others = wanted_cards(board, hand, tracks & ~(1 << track))
    return customs.claim(state, seat, track, _payment(board, hand, track, others))


def _payment(board: Board, hand: list[int], track: int, others: list[int]) -> Payment:
    length, symbols = board.tracks[track].length, board.tracks[track].locomotives
    held = hand[LOCOMOTIVE]
    best = Payment(LOCOMOTIVE, 0, length)
    least: tuple[int, int, int] | None = None
    for color in board.prices[board.tracks[track].price].colors:
        cards = min(hand[color], length - symbols)
        if cards and length - cards <= held:
            merit = (length - cards, others[color], -hand[color])
            if least is None or merit < least:
                least, best = merit, Payment(color, cards, length - cards)
    return best


def draw(state: Any, seat: int, wanted: list[int]) -> Command | None:
    """The face-up card that the plan asks for most, else a blind one."""
    best, most = -1, 0
    for card in state.row:
        if wanted[card] > most:
            best, most = card, wanted[card]
    if best >= 0:
        return TakeFaceUpCard(seat, best)
    # The last card that is missing may as well be a locomotive.
    if not state.pending and LOCOMOTIVE in state.row and 0 < sum(wanted) <= 2:
        return TakeFaceUpCard(seat, LOCOMOTIVE)
    if state.deck:
        return DrawBlind(seat)
    for card in state.row:
        if card != LOCOMOTIVE or not state.pending:
            return TakeFaceUpCard(seat, card)
    return None


def wants_tickets(sight: Sight) -> bool:
    return (
        sight.ticket_deck > 0
        and not sight.is_last_round
        and sight.fewest_trains >= TRAINS_FOR_NEW_TICKETS
    )


def best_single_track(sight: Sight, terms: Terms, claimable: TrackSet) -> TrackSet:
    """With all tickets done: the open track that is worth most for the turns it takes."""
    board, hand = sight.board, sight.hand
    _, lengths, colors = figures_of(board)
    most = max(hand[:LOCOMOTIVE])
    found, merit = 0, 0.0
    within = board.within[sight.trains] | terms.without_trains
    for index in members(sight.open & within & claimable):
        length, color = lengths[index], colors[index]
        points = 2 * length if terms.without_trains >> index & 1 else board.points[length]
        missing = length - (most if color == GREY else hand[color])
        worth = points / (2 + max(0, missing))
        if worth > merit:
            found, merit = 1 << index, worth
    return found
