"""How strong the AIs are: python -m benchmarks.ai_ladder --edition card_game --blocks 100

A block is one deal, played once with the challenger in each seat and three (or so) of another policy
in the others: so the luck of the deck and of the seat cancels out. Intervals are bootstrapped over
blocks, since the games of one block are not independent. Budgets are counts of playouts, never
seconds, so that a run can be repeated: `expert@200` makes 200 of them for each decision. Does
strength grow with the budget? --against planner --policies expert@50 expert@200 expert@1000
"""

import argparse
import hashlib
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from benchmarks.ai_speed import speed_of
from rules import Chance, editions
from rules.simulation import play_game, player

RESAMPLES = 2000
BAR_WIDTH = 30


class Pairing(NamedTuple):
    challenger: str
    field: str  # the policy in all other seats


class Block(NamedTuple):
    win_share: float  # of the challenger; a shared victory is shared here, too
    score: float  # of the challenger
    margin: float  # points between the challenger and the best of the others
    places: list[list[int]]  # of the seats, in each game; the challenger sits in seat 0, 1, ...


class Estimate(NamedTuple):
    value: float
    low: float
    high: float


def play_block(edition_id: str, seats: int, pairing: Pairing, number: int, seed: int) -> Block:
    edition = editions()[edition_id]
    deal = hashlib.sha256(f"{seed}:{number}".encode()).digest()
    shares, scores, margins, places = [], [], [], []
    for seat in range(seats):
        names = [pairing.field] * seats
        names[seat] = pairing.challenger
        result = play_game(edition, {}, Chance(deal, ["salt"] * seats), names).state.result
        place = {standing.seat: standing.place for standing in result.standings}
        winners = [other for other in place if place[other] == 1]
        shares.append((seat in winners) / len(winners))
        totals = [score.total for score in result.scores]
        scores.append(totals[seat])
        margins.append(totals[seat] - max(totals[:seat] + totals[seat + 1 :]))
        places.append([place[other] for other in range(seats)])
    return Block(mean(shares), mean(scores), mean(margins), places)


def bootstrap(values: Sequence[float], dice: Random) -> Estimate:
    means = sorted(mean(dice.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return Estimate(mean(values), means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1])


def ratings(
    blocks: dict[Pairing, list[Block]], names: Iterable[str], dice: Random
) -> dict[str, Any]:
    """openskill's Plackett-Luce over all games, in an order of the dice; one rating a policy."""
    model = PlackettLuce()
    rated = {name: model.rating(name=name) for name in names}
    games = [
        (pairing, seat, places)
        for pairing, played in blocks.items()
        for block in played
        for seat, places in enumerate(block.places)
    ]
    dice.shuffle(games)
    for pairing, seat, places in games:
        sitters = [pairing.field] * len(places)
        sitters[seat] = pairing.challenger
        after = model.rate([[rated[name]] for name in sitters], ranks=[float(p) for p in places])
        # The same policy sits in several seats: it moves by their mean.
        for name in dict.fromkeys(sitters):
            own = [team[0] for team, sitter in zip(after, sitters, strict=True) if sitter == name]
            rated[name] = model.rating(
                mu=mean(rating.mu for rating in own),
                sigma=mean(rating.sigma for rating in own),
                name=name,
            )
    return rated


def show_progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        bar = "#" * (BAR_WIDTH * done // of)
        sys.stderr.write(f"\r[{bar:.<{BAR_WIDTH}}] {done} of {of} blocks" + "\n" * (done == of))
        sys.stderr.flush()


def play_ladder(given: argparse.Namespace, pairings: list[Pairing]) -> dict[Pairing, list[Block]]:
    played: dict[Pairing, dict[int, Block]] = {pairing: {} for pairing in pairings}
    with ProcessPoolExecutor(given.workers) as pool:
        running = {
            pool.submit(play_block, given.edition, given.seats, pairing, number, given.seed): (
                pairing,
                number,
            )
            for number in range(given.blocks)
            for pairing in pairings
        }
        for done, future in enumerate(as_completed(running), 1):
            pairing, number = running[future]
            played[pairing][number] = future.result()
            show_progress(done, len(running))
    # By number, not in the order in which they happened to be ready.
    return {pairing: [blocks[n] for n in sorted(blocks)] for pairing, blocks in played.items()}


def report(given: argparse.Namespace, names: list[str], blocks: dict[Pairing, list[Block]]) -> None:
    dice = Random(given.seed)
    print(
        f"{given.edition}, {given.seats} seats, {given.blocks} blocks of {given.seats} games,"
        f" seed {given.seed}. Par is {1 / given.seats:.0%}; intervals are 95 %.\n"
    )
    for pairing, played in blocks.items():
        share = bootstrap([block.win_share for block in played], dice)
        margin = bootstrap([block.margin for block in played], dice)
        print(
            f"{pairing.challenger:>12} against {given.seats - 1} {pairing.field:<12}"
            f" wins {share.value:6.1%} ({share.low:.1%} to {share.high:.1%}),"
            f" scores {mean(block.score for block in played):.0f},"
            f" margin {margin.value:+6.1f} ({margin.low:+.1f} to {margin.high:+.1f})"
        )
    print()
    for name, rating in ratings(blocks, names, dice).items():
        print(f"{name:>12} openskill mu {rating.mu:5.1f}, sigma {rating.sigma:.1f}")
        print(f"{'':>12} {speed_of(editions()[given.edition], given.seats, name)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edition", default="card_game", choices=editions())
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--blocks", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument(
        "--policies", nargs="+", help="from weak to strong; all of the edition unless given"
    )
    parser.add_argument("--all-pairs", action="store_true", help="weak challengers, too")
    parser.add_argument("--against", help="only against this policy: how strength grows by budget")
    given = parser.parse_args()
    edition = editions()[given.edition]
    names: list[str] = given.policies or list(edition.policies)
    if given.against and given.against not in names:
        names.insert(0, given.against)
    for name in names:
        try:
            player(edition, name)
        except (KeyError, ValueError):
            parser.error(f"{edition.title} has no policy {name}: {', '.join(edition.policies)}.")
    if given.seats not in edition.seats or given.blocks < 1:
        parser.error(f"{edition.title} has {edition.seats[0]} to {edition.seats[-1]} seats.")
    pairings = [
        Pairing(challenger, field)
        for rank, challenger in enumerate(names)
        for other, field in enumerate(names)
        if other < rank or (given.all_pairs and other != rank)
        if given.against in (None, field)
    ]
    report(given, names, play_ladder(given, pairings))


if __name__ == "__main__":
    main()
