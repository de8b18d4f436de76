"""Plays a dealt board on to its end, quickly: every seat keeps its plan until somebody is in its way."""

from collections.abc import Sequence
from typing import Any

from rules.kernel.chance import Chance
from rules.kernel.decider import advance, commands_of, legal_moves
from rules.kernel.edition import Command, Edition, Offer
from rules.mechanics.board_state import SECOND_CARD
from rules.mechanics.tickets import DrawTickets, KeepTickets, KeepTicketsOffer
from rules.pieces.board import TrackSet
from rules.policies.board_plan import by_points, connect, track_costs
from rules.policies.board_sight import Customs, Sight, Terms
from rules.policies.board_turn import TRAINS_FOR_NEW_TICKETS, act, best_single_track


class Plans:
    """By seat: the tracks that it wants, and for how many tickets it decided so (-1: not yet)."""

    def __init__(self, tracks: list[TrackSet], tickets: list[int]) -> None:
        self.tracks = tracks
        self.tickets = tickets

    def forgotten_by(self, seat: int) -> "Plans":
        """A copy in which the seat has to think again: it may have spent trains on something else."""
        tickets = self.tickets[:]
        tickets[seat] = -1
        return Plans(self.tracks[:], tickets)


def no_plans(seats: int) -> Plans:
    return Plans([0] * seats, [-1] * seats)


def play_out(edition: Edition, customs: Customs, state: Any, plans: Plans, chance: Chance) -> None:
    while state.waiting_on:
        seat = state.waiting_on[0]
        command = quick_command(edition, customs, state, seat, plans)
        advance(edition, state, command, chance)


def quick_command(
    edition: Edition, customs: Customs, state: Any, seat: int, plans: Plans
) -> Command:
    terms = customs.terms(state, seat)
    if state.offered[seat] or state.phase != "turns" or state.pending not in ("", SECOND_CARD):
        moves = legal_moves(edition, state, seat)
        if isinstance(moves[0], KeepTicketsOffer):
            return quick_keep(customs, state, moves[0])
        answer = customs.answer(
            state, moves, lambda: wanted_tracks(customs, state, seat, terms, plans)
        )
        return answer or any_command(edition, moves)
    tracks = wanted_tracks(customs, state, seat, terms, plans)
    if not tracks and state.last_turns is None:
        if not state.pending and state.ticket_deck and min(state.trains) >= TRAINS_FOR_NEW_TICKETS:
            return DrawTickets(seat)
        sight = Sight(customs.board, state, seat)
        tracks = best_single_track(sight, terms, customs.claimable(state, seat))
        plans.tracks[seat] = tracks
    command = act(customs, state, seat, terms, tracks)
    if command is not None:
        return command
    # Neither cards to pay with nor cards to draw.
    return any_command(edition, legal_moves(edition, state, seat))


def any_command(edition: Edition, moves: Sequence[Offer]) -> Command:
    return next(iter(commands_of(edition, moves[0])))


def wanted_tracks(customs: Customs, state: Any, seat: int, terms: Terms, plans: Plans) -> TrackSet:
    """What the seat still has to claim of its plan; a new plan where the old one can't be had."""
    board = customs.board
    held = state.tickets[seat]
    tracks: TrackSet = plans.tracks[seat] & ~state.routes[seat] & ~terms.shared
    taken: TrackSet = state.closed[seat]
    for routes in state.routes:
        taken |= routes
    if plans.tickets[seat] == len(held) and not tracks & taken:
        return tracks
    sight = Sight(board, state, seat)
    plan = connect(sight, by_points(board, held), terms, track_costs(sight, terms))
    plans.tracks[seat] = plan.tracks
    plans.tickets[seat] = len(held)
    return plan.tracks


def quick_keep(customs: Customs, state: Any, offer: KeepTicketsOffer) -> KeepTickets:
    """The tickets that are worth their effort, each by itself, on top of those held already."""
    seat = offer.seat
    sight, terms = Sight(customs.board, state, seat), customs.terms(state, seat)
    costs = track_costs(sight, terms)
    planned = connect(sight, by_points(sight.board, sight.tickets), terms, costs).tracks
    sight.trains -= sight.board.length_of(planned & ~terms.without_trains)
    gains = []
    for ticket in offer.tickets:
        plan = connect(sight, (ticket,), terms, costs[:])
        gains.append((plan.worth - plan.effort, ticket))
    gains.sort(reverse=True)
    kept = [
        ticket for place, (gain, ticket) in enumerate(gains) if gain > 0 or place < offer.at_least
    ]
    return KeepTickets(seat, tuple(kept))
