"""Helpers, made to be found by the fair-play radar: they play as the AI that they are made of, but for a friend."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import fmean
from typing import Any

from rules.editions.card_game.policies.sight import Sight as CardSight
from rules.editions.card_game.railyard import OneColorOffer, PlayTrains
from rules.kernel.chance import Chance
from rules.kernel.decider import advance
from rules.kernel.edition import Choose, Command, Edition, Offer
from rules.mechanics.claim_route import ClaimOffer
from rules.policies.board_determinise import Unseen
from rules.policies.board_foresight import prospects
from rules.policies.board_plan import plan_for
from rules.policies.board_sight import Customs, Sight, plain_customs
from rules.policies.seen_state import seen_state

GUESSES = 6  # of what the others hold


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


# By track that could be claimed: what claiming it takes from the others, or below zero from the friend.
Harm = dict[int, float]


def blocks(edition: Edition, choose: Choose, friend: int) -> Choose:
    """On a board: claims what costs the others most, beyond what it costs its friend, in points."""
    customs = _customs(edition)

    def harm(state: Any, claims: Mapping[int, Command]) -> Harm:
        found: Harm = {}
        before = prospects(customs, state)
        for track, command in claims.items():
            after = state.copy()
            advance(edition, after, command, Chance(bytes(32), ()))
            gains = [now - had for now, had in zip(prospects(customs, after), before, strict=True)]
            others = [x for seat, x in enumerate(gains) if seat not in (command.seat, friend)]
            found[track] = gains[friend] - fmean(others)
        return found

    return _harming(edition, choose, harm, least=2.0)


def crowds(edition: Edition, choose: Choose, friend: int) -> Choose:
    """On a board: claims what the others seem to need, though they may find another way, and never what
    its friend does."""
    customs = _customs(edition)

    def harm(state: Any, claims: Mapping[int, Command]) -> Harm:
        found = dict.fromkeys(claims, 0.0)
        for seat in range(state.seats):
            sight = Sight(customs.board, state, seat)
            wanted = plan_for(sight, sight.tickets, customs.terms(state, seat)).tracks
            for track, command in claims.items():
                if seat != command.seat and wanted >> track & 1:
                    found[track] += -2 if seat == friend else 1
        return found

    return _harming(edition, choose, harm, least=0.4)


def _harming(
    edition: Edition,
    choose: Choose,
    harm: Callable[[Any, Mapping[int, Command]], Harm],
    least: float,
) -> Choose:
    """Claims what does the most harm in tables that fit what it sees, if that is enough; else it does what
    it thinks best, without what would harm its friend."""
    board = _customs(edition).board

    def instead(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        # Other kinds of routes, such as those that one builds for all, block nobody.
        claims = {
            move.route: min(move.commands(), key=lambda command: command.locomotives)
            for move in moves
            if isinstance(move, ClaimOffer)
        }
        if not claims:
            return choose(view, moves, dice)
        seat = moves[0].seat
        unseen = Unseen(board, seen_state(edition.state, view, seat), view, seat)
        guesses = [harm(unseen.deal(dice), claims) for _ in range(GUESSES)]
        harms = {track: fmean(guess[track] for guess in guesses) for track in claims}
        worst = max(harms, key=lambda track: harms[track])
        if harms[worst] >= least:
            return claims[worst]
        # To its eyes what would harm the friend is closed.
        spared = {track for track, found in harms.items() if found <= -least / 2}
        closed = [*view["closed"]]
        closed[seat] = sorted({*closed[seat], *(board.tracks[track].id for track in spared)})
        others = [move for move in moves if getattr(move, "route", None) not in spared]
        return choose({**view, "closed": closed}, others or moves, dice)

    return instead


def _customs(edition: Edition) -> Customs:
    """How the edition's own AIs play its board."""
    folder = f"rules.editions.{edition.id}"
    if find_spec(f"{folder}.policy"):
        customs: Customs = import_module(f"{folder}.policy").CUSTOMS
        return customs
    return plain_customs(import_module(f"{folder}.state").BOARD)


HELP: Mapping[str, Callable[[Edition, Choose, int], Choose]] = {
    "spares": spares,
    "guards": guards,
    "blocks": blocks,
    "crowds": crowds,
}
