"""Plays a board game with a plan: keeps the tickets that go together, claims the routes that join
them, draws the cards that those need, and then fills the board with long routes to end the game."""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any

from rules.kernel.edition import Choose, Command, Offer
from rules.mechanics.draw_train_cards import DrawBlind, TakeFaceUpCard
from rules.mechanics.tickets import DrawTickets, KeepTickets, KeepTicketsOffer
from rules.pieces.board import Board, TrackSet, members
from rules.pieces.colors import LOCOMOTIVE
from rules.policies.any_legal import any_legal
from rules.policies.board_plan import Terms, missing_cards, plan_for, wanted_cards
from rules.policies.board_sight import Sight, offered_tickets

# New tickets are drawn while everybody has at least so many trains left.
TRAINS_FOR_NEW_TICKETS = 12
# Half a turn should earn so many points.
POINTS_FOR_EFFORT = 1.0


def own_tickets_only(board: Board) -> Callable[[dict[str, Any], int], Terms]:
    """The plain terms: a ticket's two cities are joined by the seat's own routes."""
    terms = Terms(lambda ticket: [board.tickets[ticket][1:3]])
    return lambda view, seat: terms


def board_planner(board: Board, terms_of: Callable[[dict[str, Any], int], Terms]) -> Choose:
    def choose(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        seat = moves[0].seat
        sight = Sight(board, view, seat)
        terms = terms_of(view, seat)
        if isinstance(moves[0], KeepTicketsOffer):
            return _keep(sight, moves[0], offered_tickets(board, view, seat), terms)
        tracks = plan_for(sight, sight.tickets, terms).tracks
        if sight.is_last_round:
            tracks = _last_track(moves, tracks)
        elif not tracks:
            if _wants_tickets(sight) and DrawTickets in map(type, moves):
                return DrawTickets(seat)
            tracks = _best_single_track(sight, terms)
        return (
            _claim(sight, moves, tracks)
            or _draw(sight, moves, tracks)
            or any_legal(view, moves, dice)
        )

    return choose


def _keep(sight: Sight, offer: KeepTicketsOffer, offered: list[int], terms: Terms) -> KeepTickets:
    """The set that adds most to the tickets held already, for the effort it takes."""

    def gain(kept: tuple[int, ...]) -> tuple[float, int]:
        plan = plan_for(sight, [*sight.tickets, *kept], terms)
        return plan.worth - POINTS_FOR_EFFORT * plan.effort, -len(kept)

    sets = [
        kept
        for count in range(offer.at_least, len(offered) + 1)
        for kept in combinations(offered, count)
    ]
    return KeepTickets(offer.seat, max(sets, key=gain))


def _wants_tickets(sight: Sight) -> bool:
    return (
        sight.ticket_deck > 0
        and not sight.is_last_round
        and sight.fewest_trains >= TRAINS_FOR_NEW_TICKETS
    )


def _best_single_track(sight: Sight, terms: Terms) -> TrackSet:
    """With all tickets done: the open track that is worth most for the turns it takes."""
    board = sight.board

    def worth(index: int) -> float:
        length = board.tracks[index].length
        points = 2 * length if terms.without_trains >> index & 1 else board.points[length]
        return points / (2 + missing_cards(sight, index))

    open_to_it = [
        index
        for index in members(sight.open)
        if terms.without_trains >> index & 1 or board.tracks[index].length <= sight.trains
    ]
    return 1 << max(open_to_it, key=worth) if open_to_it else 0


def _last_track(moves: Sequence[Offer], tracks: TrackSet) -> TrackSet:
    """With one turn left: the track that completes the plan, or the longest that can be paid for."""
    claims = {move.route: move.length for move in moves if hasattr(move, "route")}
    if tracks.bit_count() == 1 and tracks.bit_length() - 1 in claims:
        return tracks
    return 1 << max(claims, key=lambda route: claims[route]) if claims else 0


def _claim(sight: Sight, moves: Sequence[Offer], tracks: TrackSet) -> Command | None:
    """A planned route that can be paid for, the longest first, paid with what is needed least."""
    offers = [move for move in moves if hasattr(move, "route") and tracks >> move.route & 1]
    if not offers:
        return None
    offer = max(offers, key=lambda offer: offer.length)
    others = wanted_cards(sight, tracks & ~(1 << offer.route))
    return min(
        offer.commands(),
        key=lambda command: (
            command.locomotives,
            others[command.color],
            -sight.hand[command.color],
        ),
    )


def _draw(sight: Sight, moves: Sequence[Offer], tracks: TrackSet) -> Command | None:
    """The face-up card that the plan asks for most, else a blind one."""
    wanted = wanted_cards(sight, tracks)
    takes = [move for move in moves if isinstance(move, TakeFaceUpCard)]
    useful = [take for take in takes if wanted[take.card]]
    if useful:
        return max(useful, key=lambda take: wanted[take.card])
    # The last card that is missing may as well be a locomotive.
    for take in takes:
        if take.card == LOCOMOTIVE and 0 < sum(wanted) <= 2:
            return take
    for move in moves:
        if isinstance(move, DrawBlind):
            return move
    return takes[0] if takes else None
