"""Plays a board game with a plan: keeps the tickets that go together, claims the routes that join
them, draws the cards that those need, and then fills the board with long routes to end the game."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from rules.kernel.edition import Choose, Command, Offer
from rules.kernel.layout import Layout
from rules.mechanics.tickets import DrawTickets, KeepTickets, KeepTicketsOffer
from rules.policies.any_legal import any_legal
from rules.policies.board_plan import plan_for
from rules.policies.board_sight import Customs, Sight, Terms
from rules.policies.board_turn import act, best_single_track, wants_tickets
from rules.policies.seen_state import seen_state

# Half a turn should earn so many points.
POINTS_FOR_EFFORT: Final = 1.0


def board_planner(layout: Layout, customs: Customs) -> Choose:
    """`layout` is that of the edition's state: the view is read back into one."""

    def choose(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        state = seen_state(layout, view, moves[0].seat)
        return plan_move(customs, state, moves) or any_legal(view, moves, dice)

    return choose


def plan_move(customs: Customs, state: Any, moves: Sequence[Offer]) -> Command | None:
    """None where it sees nothing to do."""
    seat = moves[0].seat
    sight = Sight(customs.board, state, seat)
    terms = customs.terms(state, seat)
    answer = customs.answer(state, moves, lambda: plan_for(sight, sight.tickets, terms).tracks)
    if answer is not None:
        return answer
    if isinstance(moves[0], KeepTicketsOffer):
        return _keep(sight, moves[0], terms)
    tracks = plan_for(sight, sight.tickets, terms).tracks
    if not tracks and not sight.is_last_round:
        if wants_tickets(sight) and DrawTickets in map(type, moves):
            return DrawTickets(seat)
        tracks = best_single_track(sight, terms, customs.claimable(state, seat))
    return act(customs, state, seat, terms, tracks)


def _keep(sight: Sight, offer: KeepTicketsOffer, terms: Terms) -> KeepTickets:
    """The set that adds most to the tickets held already, for the effort it takes."""

    def gain(kept: tuple[int, ...]) -> tuple[float, int]:
        plan = plan_for(sight, [*sight.tickets, *kept], terms)
        return plan.worth - POINTS_FOR_EFFORT * plan.effort, -len(kept)

    sets = [
        kept
        for count in range(offer.at_least, len(offer.tickets) + 1)
        for kept in combinations(offer.tickets, count)
    ]
    return KeepTickets(offer.seat, max(sets, key=gain))
