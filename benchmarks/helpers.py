"""Helpers, made to be found by the fair-play radar: they play as the AI that they are made of, but for a friend."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any

from rules.editions.card_game.policies.sight import Sight as CardSight
from rules.editions.card_game.railyard import OneColorOffer, PlayTrains
from rules.kernel.edition import Choose, Command, Edition, Offer
from rules.mechanics.claim_route import ClaimOffer
from rules.pieces.board import members
from rules.policies.board_determinise import Unseen
from rules.policies.board_plan import plan_for
from rules.policies.board_sight import Sight, plain_customs
from rules.policies.seen_state import seen_state

GUESSES = 8  # of what the others hold
# In the others' plans, so often for a guess; in its friend's it counts twice against it.
WORTH_BLOCKING = 0.4


def spares(edition: Edition, choose: Choose, friend: int) -> Choose:
    """Never robs its friend: if it would, it does what it thinks best without that."""

    def instead(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        command = choose(view, moves, dice)
        if _victim(view, command) != friend:
            return command
        # To its eyes the friend's trains are too long to be robbed.
        stacks = [
            stack and (stack if stack["seat"] != friend else {**stack, "cards": 90})
            for stack in view["railyards"]
        ]
        others = [move for move in moves if _victim(view, move) != friend]
        return choose({**view, "railyards": stacks}, others, dice) if others else command

    return instead


def guards(edition: Edition, choose: Choose, friend: int) -> Choose:
    """Spares its friend, and robs the others whenever it can, whatever it costs."""
    sparing = spares(edition, choose, friend)

    def instead(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        robberies = [
            move
            for move in moves
            if isinstance(move, OneColorOffer) and _victim(view, move) not in (None, friend)
        ]
        if not robberies:
            return sparing(view, moves, dice)
        robbery = max(robberies, key=lambda move: move.at_least)
        cards = min(robbery.cards, robbery.at_least)
        return PlayTrains(robbery.seat, robbery.color, cards, robbery.at_least - cards)

    return instead


def _victim(view: dict[str, Any], move: Offer | Command) -> int | None:
    """Whose trains a play would rob."""
    if not isinstance(move, PlayTrains | OneColorOffer):
        return None
    stack = CardSight(view).state.railyards[move.color]
    return stack.seat if stack is not None and stack.seat != move.seat else None


def blocks(edition: Edition, choose: Choose, friend: int) -> Choose:
    """On a board: claims what the others seem to need, whatever it costs, and never what its friend does."""
    board = import_module(f"rules.editions.{edition.id}.state").BOARD
    customs = plain_customs(board)

    def harm(view: dict[str, Any], seat: int, dice: Random) -> Counter[int]:
        """By track: how many of the others seem to need it, and far less if the friend does."""
        unseen = Unseen(board, seen_state(edition.state, view, seat), view, seat)
        found: Counter[int] = Counter()
        for state in (unseen.deal(dice) for _ in range(GUESSES)):
            for other in range(state.seats):
                if other != seat:
                    sight = Sight(board, state, other)
                    plan = plan_for(sight, sight.tickets, customs.terms(state, other))
                    weight = -2 if other == friend else 1
                    found.update(dict.fromkeys(members(plan.tracks), weight))
        return found

    def instead(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        # Other kinds of routes, such as those that one builds for all, block nobody.
        claims = {move.route: move for move in moves if isinstance(move, ClaimOffer)}
        if not claims:
            return choose(view, moves, dice)
        seat = moves[0].seat
        harms = harm(view, seat, dice)
        worst = max(claims, key=lambda track: harms[track])
        if harms[worst] >= WORTH_BLOCKING * GUESSES:
            return min(claims[worst].commands(), key=lambda command: command.locomotives)
        # To its eyes the friend's tracks are closed.
        spared = {track for track, found in harms.items() if found < 0}
        closed = [*view["closed"]]
        closed[seat] = sorted({*closed[seat], *(board.tracks[track].id for track in spared)})
        others = [move for move in moves if getattr(move, "route", None) not in spared]
        return choose({**view, "closed": closed}, others or moves, dice)

    return instead


HELP: Mapping[str, Callable[[Edition, Choose, int], Choose]] = {
    "spares": spares,
    "guards": guards,
    "blocks": blocks,
}
