"""What a command leads to on a board, in tables that look to one seat as its own does.

Playing a board on to its end tells little here: what a route takes from somebody is lost in the luck of all the
cards still to come. So the turn is ended, and then everybody's plan tells what they may count on.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean
from typing import Any

from rules.kernel.chance import Chance
from rules.kernel.decider import advance
from rules.kernel.edition import Command, Edition, Foresee, Shares
from rules.pieces.board import members
from rules.policies.board_determinise import Unseen
from rules.policies.board_expert import DOUBT
from rules.policies.board_plan import by_points, connect, track_costs
from rules.policies.board_planner import POINTS_FOR_EFFORT
from rules.policies.board_quick import no_plans, quick_command
from rules.policies.board_sight import Customs, Sight
from rules.policies.seen_state import seen_state


def board_foresight(edition: Callable[[], Edition], customs: Customs) -> Foresee:
    """The edition is asked for later: it is made of its AIs, and they play by its rules."""

    def foresee(view: dict[str, Any], commands: Sequence[Command], dice: Random) -> Shares | None:
        # What plans tell of is routes: which cards and tickets a seat takes is its own affair.
        if len({getattr(command, "route", None) for command in commands}) == 1:
            return None
        rules, seat = edition(), commands[0].seat
        unseen = Unseen(customs.board, seen_state(rules.state, view, seat), view, seat)
        return _shares_seen_from(rules, customs, unseen, dice)

    return foresee


def _shares_seen_from(edition: Edition, customs: Customs, unseen: Unseen, dice: Random) -> Shares:
    worlds: list[tuple[Any, Chance]] = []

    def shares(command: Command, world: int) -> list[float]:
        while world >= len(worlds):
            worlds.append((unseen.deal(dice), Chance(dice.randbytes(32), ())))
        dealt, chance = worlds[world]
        state = dealt.copy()
        advance(edition, state, command, chance)
        _end_turn(edition, customs, state, unseen.seat, chance)
        return _parts(prospects(customs, state))

    return shares


def _end_turn(edition: Edition, customs: Customs, state: Any, seat: int, chance: Chance) -> None:
    plans = no_plans(state.seats)
    while state.waiting_on == [seat]:
        advance(edition, state, quick_command(edition, customs, state, seat, plans), chance)


def _parts(totals: Sequence[float]) -> list[float]:
    """Of a victory, with a point worth the same to everybody, whoever leads: else what a weak choice
    loses would go to the leader, and look like help."""
    level = fmean(totals)
    return [(1 + (total - level) / DOUBT) / len(totals) for total in totals]


def prospects(customs: Customs, state: Any) -> list[float]:
    """By seat: its points, and those of its tickets and of the routes that it would claim for them, less
    what that would cost it."""
    if not state.waiting_on:
        return list(state.scores)
    return [_prospect(customs, state, seat) for seat in range(state.seats)]


def _prospect(customs: Customs, state: Any, seat: int) -> float:
    board, terms = customs.board, customs.terms(state, seat)
    sight = Sight(board, state, seat)
    plan = connect(sight, by_points(board, sight.tickets), terms, track_costs(sight, terms))
    tracks = members(plan.tracks & ~terms.without_trains)
    routes = sum(board.points[board.tracks[track].length] for track in tracks)
    points: int = state.scores[seat]
    return points + plan.worth + routes - POINTS_FOR_EFFORT * plan.effort
