"""Tries its moves on many boards that fit what it has seen, and takes the one that wins most."""

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Any, Final

from rules.kernel.chance import Chance
from rules.kernel.decider import advance, commands_of
from rules.kernel.edition import Choose, Command, Edition, Offer, Spent
from rules.mechanics.tickets import DrawTickets, KeepTickets, KeepTicketsOffer
from rules.pieces.board import members
from rules.policies.any_legal import any_legal
from rules.policies.board_determinise import Unseen
from rules.policies.board_plan import plan_for, wanted_cards
from rules.policies.board_planner import plan_move
from rules.policies.board_quick import Plans, no_plans, play_out, wanted_tracks
from rules.policies.board_sight import Customs, Sight
from rules.policies.board_turn import claim, draw, payable_tracks
from rules.policies.search import best_candidate
from rules.policies.seen_state import seen_state

PLAYOUTS: Final = 120
# How far a lead is from a victory, in points.
DOUBT: Final = 15.0
MOST_TICKET_SETS: Final = 12
OTHER_CLAIMS: Final = 3  # besides those of its plan, the longest first
OTHER_ANSWERS: Final = 5  # to what only one edition asks


def board_expert(edition: Callable[[], Edition], customs: Customs, spent: Spent) -> Choose:
    """The edition is asked for later: it is made of its AIs, and this one plays by its rules."""

    def choose(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        return search(edition(), customs, view, moves, dice, spent)

    return choose


def search(
    edition: Edition,
    customs: Customs,
    view: dict[str, Any],
    moves: Sequence[Offer],
    dice: Random,
    spent: Spent,
) -> Command:
    spent(0)
    seat = moves[0].seat
    seen = seen_state(edition.state, view, seat)
    first_thought = plan_move(customs, seen, moves) or any_legal(view, moves, dice)
    commands = candidates(edition, customs, seen, moves, first_thought, dice)
    if len(commands) == 1:
        return commands[0]
    unseen = Unseen(customs.board, seen, view, seat)
    worlds: list[tuple[Any, Plans, Chance]] = []

    def reward(candidate: int, world: int) -> float:
        if world == len(worlds):
            dealt = unseen.deal(dice)
            worlds.append((dealt, _plans(customs, dealt), Chance(dice.randbytes(32), ())))
        dealt, plans, chance = worlds[world]
        state = dealt.copy()
        advance(edition, state, commands[candidate], chance)
        play_out(edition, customs, state, plans.forgotten_by(seat), chance)
        return hope(state, seat)

    return commands[best_candidate(len(commands), reward, spent)]


def _plans(customs: Customs, state: Any) -> Plans:
    """What the seats want in a dealt table: worked out once for all that is tried in it."""
    plans = no_plans(state.seats)
    if state.phase == "turns":
        for seat in range(state.seats):
            wanted_tracks(customs, state, seat, customs.terms(state, seat), plans)
    return plans


def hope(state: Any, seat: int) -> float:
    """The part of the victory that is the seat's, as far as a played-out table tells."""
    totals = state.scores
    most = max(totals)
    parts = [exp((total - most) / DOUBT) for total in totals]
    return parts[seat] / sum(parts)


def candidates(
    edition: Edition,
    customs: Customs,
    state: Any,
    moves: Sequence[Offer],
    first_thought: Command,
    dice: Random,
) -> list[Command]:
    """The moves worth trying, the first thought first."""
    seat = moves[0].seat
    if isinstance(moves[0], KeepTicketsOffer):
        found = _ticket_sets(moves[0], first_thought)
    elif customs.answer(state, moves, lambda: 0) is not None:
        commands = [command for move in moves for command in commands_of(edition, move)]
        found = dice.sample(commands, min(OTHER_ANSWERS, len(commands)))
    else:
        found = _turns(customs, state, seat, moves)
    # Two commands of different types may be equal as tuples.
    return list({(type(command), command): command for command in (first_thought, *found)}.values())


def _turns(customs: Customs, state: Any, seat: int, moves: Sequence[Offer]) -> list[Command]:
    """Claims of the plan and a few long ones, the draw that the plan asks for, and new tickets.

    Which card to draw is left to the plan: that changes too little for a search to see it.
    """
    if state.pending:
        return []
    board = customs.board
    terms = customs.terms(state, seat)
    tracks = plan_for(Sight(board, state, seat), state.tickets[seat], terms).tracks
    payable = payable_tracks(customs, state, seat, terms)
    others = sorted(members(payable & ~tracks), key=lambda index: -board.tracks[index].length)
    claims = [*members(payable & tracks), *others[:OTHER_CLAIMS]]
    found = [claim(customs, state, seat, track, tracks) for track in claims]
    if found or not tracks:
        drawn = draw(state, seat, wanted_cards(board, state.hands[seat], tracks))
        found += [drawn] if drawn is not None else []
        found += [move for move in moves if isinstance(move, DrawTickets)]
    return found


def _ticket_sets(offer: KeepTicketsOffer, first_thought: KeepTickets) -> list[KeepTickets]:
    """The sets that differ least from the first thought."""
    liked = set(first_thought.tickets)
    sets = sorted(
        offer.commands(), key=lambda command: len(liked.symmetric_difference(command.tickets))
    )
    return [command for command in sets if set(command.tickets) != liked][: MOST_TICKET_SETS - 1]
