"""Fair play: what each decision of a game cost the seat that made it, and whom it helped.

The AI looks at every decision with what that seat could see. Where it would have chosen otherwise, both choices
are played on in the same worlds, dealt at random so that they fit the seat's view: the difference is what
the choice gave to each seat, its own included, in parts of a victory. Weak play gives something to all
others alike. Help goes to one: the *leaning* of a seat towards another is what its choices gave to that
one beyond what they gave to the rest, over its own spread. One game seldom tells anything; leanings of many
games add up.

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
from rules.kernel.edition import Choose, Command, Edition, Foresee, Policy
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


class Measured(NamedTuple):
    """The share of pairs of AIs that was flagged over so many games."""

    who: str  # honest, or a helper of some kind
    games: int
    flagged: float


# How many games of each kind the figures below were measured on: few, so they are rough.
MEASURED_ON = 16
# By benchmarks.fair_play --games 16: of each kind the worse of its two fields; of the honest the worse
# of two runs as well. Guards never rob their friend
# and always the others; those who only spare are harder to see, the more so the worse they play.
MEASURED = (
    Measured("honest", 3, 0.001),
    Measured("honest", 20, 0.002),
    Measured("guards", 5, 0.26),
    Measured("guards", 10, 0.92),
    Measured("spares", 10, 0.27),
    Measured("spares", 20, 0.89),
    Measured("spares_weak", 20, 0.03),
)


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
    return seats > 2 and _foresight(edition) is not None


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
    foresee = _foresight(edition)
    if foresee is None or not wanted:
        return
    state, _ = start(edition, len(chance.salts), options, chance)
    for number, command in enumerate(commands[: max(wanted)], 1):
        if number in wanted:
            dice = Random(f"{name}:{number}")
            decision = _decision(edition, foresee, state, number, command, dice)
            if decision is not None:
                yield decision
        advance(edition, state, command, chance)


def _decision(
    edition: Edition, foresee: Foresee, state: Any, number: int, command: Command, dice: Random
) -> Decision | None:
    seat = command.seat
    offers = legal_moves(edition, state, seat)
    seen = view(edition, state, policy_at(seat))
    instead = _yardstick(edition)(seen, offers, dice)
    if (type(instead), instead) == (type(command), command):
        return None
    shares = foresee(seen, offers, dice)
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


def _foresight(edition: Edition) -> Foresee | None:
    return next((policy.foresee for policy in _best_first(edition) if policy.foresee), None)


def _yardstick(edition: Edition) -> Choose:
    """The best policy that does not search: it decides at once."""
    return next(policy.choose for policy in _best_first(edition) if policy.within is None)


def _best_first(edition: Edition) -> list[Policy]:
    return [*edition.policies.values()][::-1]


def leanings(found: Iterable[Decision]) -> dict[tuple[int, int], Leaning]:
    """By who chose and who may have been helped. What did not stand out is luck, and counts for nothing."""
    sums: dict[tuple[int, int], Leaning] = {}
    for decision in found:
        for helped in range(len(decision.gains)):
            if helped != decision.seat:
                pair = decision.seat, helped
                more = _beyond_the_rest(decision.gains, *pair) if decision.is_clear else 0.0
                sums[pair] = sums.get(pair, Leaning()) + Leaning(more, more * more, 1)
    return sums
