"""Fair play: what each decision of a game cost the seat that made it, and whom it helped.

The AI looks at every decision with what that seat could see. Where it would have chosen otherwise, both choices
are followed in the same worlds, dealt at random so that they fit the seat's view: played on, or as far as
the edition's AI can tell. The difference is what the choice gave to each seat, its own included, in parts of
a victory. Weak play gives something to all others alike. Help goes to one: the *leaning* of a seat towards
another is what its choices gave to that one beyond what they gave to the rest, over its own spread. One game
seldom tells anything; leanings of many games add up.

How often this flags the innocent and how often it finds helpers is measured: `python -m benchmarks.fair_play`.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from random import Random
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.decider import advance, legal_moves, start, view
from rules.kernel.edition import Choose, Command, Edition, Measured, Policy
from rules.kernel.observers import policy_at

# Worlds in which a choice is compared with the AI's: all choices, and again those that stand out by
# so many standard errors, which are a few. Else the luck of many choices would hide the bias of some.
FIRST_LOOK = 24
STANDS_OUT = 1.5
SECOND_LOOK = 168

# Of one person towards another: from so many standard deviations, over at least so many games.
FLAGGED_FROM = 3.0
LEAST_GAMES = 3


class Finding(StrEnum):
    TOO_LITTLE = "too_little"  # not enough evidence, whatever it looks like
    NOTHING = "nothing"
    FLAG = "flag"  # a reason to look, not a verdict


class Decision(NamedTuple):
    """Somebody chose otherwise than the AI would have."""

    number: int  # of the command in its game, from 1
    seat: int
    chosen: Command
    instead: Command  # the AI's choice
    gains: tuple[float, ...]  # by seat: the part of a victory that the choice gave, or took
    is_clear: bool  # it stood out at the first look, and these are the gains of the second

    @property
    def cost(self) -> float:
        """To the seat itself. Below zero it saw more than the AI."""
        return -self.gains[self.seat]


class Leaning(NamedTuple):
    """Of one seat towards another, over all its decisions in one game or in many."""

    total: float = 0.0
    squares: float = 0.0
    decisions: int = 0

    def __add__(self, other: Any) -> "Leaning":
        return Leaning(*(mine + more for mine, more in zip(self, other, strict=True)))

    @property
    def deviations(self) -> float:
        """By how many standard deviations it is above nothing.

        Choices without a bias are as often above as below; then whatever their spread is, the sum
        over its root of squares is nearly normal.
        """
        return self.total / math.sqrt(self.squares) if self.squares else 0.0


def finding(leaning: Leaning, games: int) -> Finding:
    if games < LEAST_GAMES:
        return Finding.TOO_LITTLE
    return Finding.FLAG if leaning.deviations >= FLAGGED_FROM else Finding.NOTHING


def can_appraise(edition: Edition, seats: int) -> bool:
    """With two seats, whatever one loses the other wins: that tells nothing."""
    return seats > 2 and _seer(edition).foresee is not None


def appraise(
    edition: Edition,
    options: dict[str, bool],
    chance: Chance,
    commands: Sequence[Command],
    wanted: Collection[int],
    name: str,
) -> Iterator[Decision]:
    """Of a game's commands, by their numbers from 1, those that the AI would not have sent.

    `name` makes the dice: the same always gives the same.
    """
    if not wanted:
        return
    state, _ = start(edition, len(chance.salts), options, chance)
    for number, command in enumerate(commands[: max(wanted)], 1):
        if number in wanted:
            decision = weigh(edition, state, number, command, Random(f"{name}:{number}"))
            if decision is not None:
                yield decision
        advance(edition, state, command, chance)


def weigh(
    edition: Edition, state: Any, number: int, command: Command, dice: Random
) -> Decision | None:
    """One command, on what its seat can see of the state. Nothing where it is no other than the AI's, or
    where the others would feel no difference."""
    foresee = _seer(edition).foresee
    if foresee is None:
        return None
    seat = command.seat
    offers = legal_moves(edition, state, seat)
    seen = view(edition, state, policy_at(seat))
    instead = _yardstick(edition)(seen, offers, dice)
    if (type(instead), instead) == (type(command), command):
        return None
    shares = foresee(seen, (command, instead), dice)
    if shares is None:
        return None

    def gains_in(worlds: range) -> list[list[float]]:
        return [
            [got - had for got, had in zip(shares(command, x), shares(instead, x), strict=True)]
            for x in worlds
        ]

    looked = gains_in(range(FIRST_LOOK))
    is_clear = any(
        _stands_out(looked, seat, other) for other in range(state.seats) if other != seat
    )
    if is_clear:
        # Only what is seen anew counts: the first look chose what to look at.
        looked = gains_in(range(FIRST_LOOK, FIRST_LOOK + SECOND_LOOK))
    return Decision(
        number, seat, command, instead, tuple(map(fmean, zip(*looked, strict=True))), is_clear
    )


def _stands_out(looked: list[list[float]], seat: int, helped: int) -> bool:
    """Whether the choice gave this seat more, or less, than the rest, beyond the luck of the worlds."""
    more = [_beyond_the_rest(gains, seat, helped) for gains in looked]
    error = pstdev(more) / math.sqrt(len(more))
    return abs(fmean(more)) > STANDS_OUT * error


def _beyond_the_rest(gains: Sequence[float], seat: int, helped: int) -> float:
    rest = [gain for other, gain in enumerate(gains) if other not in (seat, helped)]
    return gains[helped] - fmean(rest)


def measured(edition: Edition) -> tuple[Measured, ...]:
    """How often this flags the innocent of an edition and finds the helpers; nothing if nobody measured it."""
    return _seer(edition).radar


def _seer(edition: Edition) -> Policy:
    """The best policy that foresees anything; where none does, the best."""
    ladder = _best_first(edition)
    return next((policy for policy in ladder if policy.foresee), ladder[0])


def _yardstick(edition: Edition) -> Choose:
    """The best policy that does not search: it decides at once."""
    return next(policy.choose for policy in _best_first(edition) if policy.within is None)


def _best_first(edition: Edition) -> list[Policy]:
    return [*edition.policies.values()][::-1]


def leanings(found: Iterable[Decision]) -> dict[tuple[int, int], Leaning]:
    """By who chose and who may have been helped. What did not stand out is luck, and counts for nothing.

    A route that the AI wants turn after turn, and the seat leaves, is one decision and not many: it counts
    once, as the mean of its turns.
    """
    matters: dict[tuple[int, Any], list[Decision]] = {}
    for decision in found:
        route = getattr(decision.instead, "route", None)
        matter = ("number", decision.number) if route is None else ("route", route)
        matters.setdefault((decision.seat, matter), []).append(decision)
    sums: dict[tuple[int, int], Leaning] = {}
    for (seat, _), decisions in matters.items():
        for helped in range(len(decisions[0].gains)):
            if helped != seat:
                more = fmean(
                    _beyond_the_rest(one.gains, seat, helped) if one.is_clear else 0.0
                    for one in decisions
                )
                known = sums.get((seat, helped), Leaning())
                sums[seat, helped] = known + Leaning(more, more * more, 1)
    return sums
