"""How fast the AIs decide: python -m benchmarks.ai_speed --edition usa

Seconds are those of the processor, so that a busy machine does not show: decisions of each policy
over a whole game, playouts of those that search, and how well they keep to a clock.
"""

import argparse
import time
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from rules import Chance, advance, due_command, editions, legal_moves, policy_at, start, view
from rules.kernel.edition import Choose, Edition, Offer
from rules.simulation import player

CLOCK_SECONDS = 0.2
SEARCHED = 12  # positions, spread over a game


class Position(NamedTuple):
    view: dict[str, Any]
    moves: list[Offer]


class Clock:
    """A budget in seconds of the processor, begun anew with each decision."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began = 0.0
        self.trials = 0

    def __call__(self, trials: int) -> float:
        now = time.process_time()
        if not trials:
            self.began = now
        self.trials = trials
        return (now - self.began) / self.seconds


def positions(
    edition: Edition, seats: int, choose: Choose, taken: list[float]
) -> Iterator[Position]:
    """Every decision of a game of one policy; how long each took is added to `taken`."""
    chance = Chance(bytes(32), ["salt"] * seats)
    dice = chance.dice("speed")
    state, _ = start(edition, seats, {}, chance)
    while state.result is None:
        command = due_command(edition, state, chance)
        if command is None:
            seat = state.waiting_on[0]
            seen = Position(
                view(edition, state, policy_at(seat)), legal_moves(edition, state, seat)
            )
            yield seen
            began = time.process_time()
            command = choose(seen.view, seen.moves, dice)
            taken.append(time.process_time() - began)
        advance(edition, state, command, chance)


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def speed_of(edition: Edition, seats: int, name: str) -> str:
    """In words."""
    policy = edition.policies[name.partition("@")[0]]
    taken: list[float] = []
    if policy.within is None:
        for _ in positions(edition, seats, player(edition, name), taken):
            pass
        median, late = 1000 * percentile(taken, 0.5), 1000 * percentile(taken, 0.95)
        return f"decides in {median:.2f} ms, {late:.2f} ms at the 95th percentile"
    *_, planner = (each for each in edition.policies.values() if each.within is None)
    every = list(positions(edition, seats, planner.choose, []))
    clock = Clock(CLOCK_SECONDS)
    choose = policy.within(clock)
    playouts, searching, late_by = 0, 0.0, []
    for position in every[:: max(1, len(every) // SEARCHED)]:
        clock.trials = 0
        began = time.process_time()
        choose(position.view, position.moves, Random(1))
        seconds = time.process_time() - began
        if clock.trials:  # else there was only one thing to do
            playouts += clock.trials
            searching += seconds
            late_by.append(seconds / CLOCK_SECONDS - 1)
    return (
        f"makes {playouts / searching:.0f} playouts/s on one core; with a clock of"
        f" {CLOCK_SECONDS} s it is late by {percentile(late_by, 0.5):+.1%},"
        f" {percentile(late_by, 0.95):+.1%} at the 95th percentile"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", choices=editions(), help="all unless given")
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    for edition in editions().values():
        if given.edition in (None, edition.id):
            for name in edition.policies:
                print(f"{edition.id:>12} {name:>10} {speed_of(edition, given.seats, name)}")


if __name__ == "__main__":
    main()
