"""Tunes the Card Game's planner by self-play: python -m benchmarks.tune_planner --blocks 40 --seed 1

One weight after the other is moved up and down. A candidate plays blocks of deals against three of
the planner as it stands so far; it is taken when its margin is clearly above zero, and again on twice
as many other deals. Prints what was tried, so that failures are written down, too. Nothing is changed:
copy what it found.
"""

import argparse
import hashlib
import sys
from collections.abc import Sequence
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

from rules import Chance, advance, due_command, editions, legal_moves, policy_at, start, view
from rules.editions.card_game.policies.planner import FORESIGHT, Foresight, plan
from rules.editions.card_game.policies.quick import WEIGHTS, Weights
from rules.kernel.edition import Choose, Command, Offer

EDITION = editions()["card_game"]
SEATS = 4
STEPS = (0.6, 0.8, 1.25, 1.6)  # times the weight
CLEARLY = 1.6  # standard errors above zero


class Planner(NamedTuple):
    weights: Weights = WEIGHTS
    foresight: Foresight = FORESIGHT

    def choose(self, view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
        return plan(view, moves, dice, self.weights, self.foresight)

    def moved(self, name: str, value: float) -> "Planner":
        if name in Weights._fields:
            return self._replace(weights=self.weights._replace(**{name: value}))
        return self._replace(foresight=self.foresight._replace(**{name: value}))

    def value_of(self, name: str) -> float:
        part = self.weights if name in Weights._fields else self.foresight
        return float(getattr(part, name))


def margin(players: Sequence[Choose], seat: int, deal: bytes) -> float:
    """Points of a seat above the mean of the others, in one game."""
    chance = Chance(deal, ["salt"] * SEATS)
    dice = chance.dice("tuning")
    state, _ = start(EDITION, SEATS, {}, chance)
    while state.result is None:
        command = due_command(EDITION, state, chance)
        if command is None:
            awaited = state.waiting_on[0]
            seen = view(EDITION, state, policy_at(awaited))
            command = players[awaited](seen, legal_moves(EDITION, state, awaited), dice)
        advance(EDITION, state, command, chance)
    totals = [score.total for score in state.result.scores]
    return totals[seat] - (sum(totals) - totals[seat]) / (SEATS - 1)


def block(candidate: Planner, others: Planner, deal: bytes) -> float:
    margins = []
    for seat in range(SEATS):
        players = [others.choose] * SEATS
        players[seat] = candidate.choose
        margins.append(margin(players, seat, deal))
    return mean(margins)


class Trial(NamedTuple):
    margin: float
    error: float

    @property
    def is_clear(self) -> bool:
        return self.margin > CLEARLY * self.error

    def __str__(self) -> str:
        return f"{self.margin:+6.2f} ± {self.error:.2f}"


def try_out(candidate: Planner, others: Planner, label: str, blocks: int) -> Trial:
    """The same label gives the same deals."""
    deals = [hashlib.sha256(f"{label}:{number}".encode()).digest() for number in range(blocks)]
    margins = [block(candidate, others, deal) for deal in deals]
    return Trial(mean(margins), stdev(margins) / blocks**0.5)


def tune(blocks: int, seed: int) -> Planner:
    best = Planner()
    names = [*Weights._fields, *Foresight._fields]
    for number, name in enumerate(names):
        if sys.stderr.isatty():
            sys.stderr.write(f"[{'#' * number:.<{len(names)}}] {name}\n")
        found: tuple[Trial, Planner] | None = None
        for step in STEPS:
            candidate = best.moved(name, round(best.value_of(name) * step, 3))
            if candidate == best:
                continue
            trial = try_out(candidate, best, f"{seed}:{name}", blocks)
            print(f"{name:>12} {candidate.value_of(name):6} {trial}", flush=True)
            if trial.is_clear and (found is None or trial.margin > found[0].margin):
                found = trial, candidate
        if found is not None:
            # Among so many values some do well by luck: what is taken has to do it again.
            again = try_out(found[1], best, f"{seed}:{name}:again", 2 * blocks)
            if again.is_clear:
                best = found[1]
            verdict = "taken" if again.is_clear else "not taken"
            print(f"{'again':>12} {found[1].value_of(name):6} {again}: {verdict}", flush=True)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--blocks", type=int, default=40, help="of four games, for each value")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.blocks < 2:
        parser.error("Play at least two blocks.")
    found = tune(given.blocks, given.seed)
    print(found.weights, found.foresight, sep="\n")


if __name__ == "__main__":
    main()
