"""How often the fair-play radar flags the innocent, and how often it finds a helper.

    python -m benchmarks.fair_play usa [--games 40] [--seed 1]

AIs play an edition for four. Honest ones of all strengths give the rate of false flags: one seat of a game is
looked at, with each of the others. Helpers are made for the purpose: benchmarks/helpers.py. Pairs over
several games are drawn from the games played, again and again. The rates are the same on any machine.
"""

import argparse
import hashlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import mean
from time import process_time
from typing import NamedTuple

from benchmarks.helpers import HELP
from rules import Chance, editions
from rules.fair_play import FLAGGED_FROM, Leaning, appraise, leanings
from rules.simulation import play_with, player

SEATS = 4
GAMES_OF_A_PAIR = (1, 3, 5, 10, 20)
DRAWN = 2000  # pairs, for each number of games


class Match(NamedTuple):
    """Who sits where; a helper replaces one of them, for the benefit of another."""

    field: tuple[str, ...]
    helper: str = ""


CARD_GAME = {
    "four easy": Match(("easy",) * 4),
    "easy and expert": Match(("easy", "expert@40") * 2),
    "planner that spares": Match(("planner",) * 4, "spares"),
    "planner that guards": Match(("planner",) * 4, "guards"),
    "easy that spares": Match(("easy",) * 4, "spares"),
    "easy that guards": Match(("easy",) * 4, "guards"),
}
BOARD = {
    "four easy": Match(("easy",) * 4),
    "easy and expert": Match(("easy", "expert@10") * 2),
    "planner that blocks": Match(("planner",) * 4, "blocks"),
    "planner that crowds": Match(("planner",) * 4, "crowds"),
}


class Observed(NamedTuple):
    leanings: list[Leaning]
    seconds: float  # of a processor, to weigh one seat's decisions
    friend_won: bool


def observe(edition_id: str, match: Match, seed: int, number: int) -> Observed:
    """Plays a game and looks at one seat as the radar does: its leaning towards the friend, if it
    has one, else towards each other seat."""
    edition = editions()[edition_id]
    name = f"fair play:{seed}:{number}"
    chance = Chance(hashlib.sha256(name.encode()).digest(), [""] * SEATS)
    helper = number % SEATS
    friend = (helper + 1 + number // SEATS % (SEATS - 1)) % SEATS
    players = [(policy, player(edition, policy)) for policy in match.field]
    if match.helper:
        policy, choose = players[helper]
        players[helper] = policy, HELP[match.helper](edition, choose, friend)
    game = play_with(edition, {}, chance, players)
    commands = [command for _, command, _ in game.moves]
    wanted = [n for n, x in enumerate(commands, 1) if getattr(x, "seat", None) == helper]
    begun = process_time()
    found = leanings(appraise(edition, {}, chance, commands, wanted, name))
    seconds = process_time() - begun
    towards = [found.get((helper, friend), Leaning())] if match.helper else list(found.values())
    scores = game.state.scores
    return Observed(towards, seconds, scores[friend] == max(scores))


def flagged(games: Sequence[Leaning], together: int, dice: Random) -> float:
    """The share of pairs with so many games that is flagged."""
    drawn = (sum(dice.choices(games, k=together), start=Leaning()) for _ in range(DRAWN))
    return mean(pair.deviations >= FLAGGED_FROM for pair in drawn)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("edition", choices=sorted(editions()))
    parser.add_argument("--games", type=int, default=40, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", help="only this one, by its title")
    chosen = parser.parse_args()
    dice = Random(chosen.seed)
    kinds = CARD_GAME if chosen.edition == "card_game" else BOARD
    print(f"{chosen.edition}: flagged from {FLAGGED_FROM} standard deviations; games of one pair:")
    print(f"{'':28}" + "".join(f"{n:>8}" for n in GAMES_OF_A_PAIR))
    with ProcessPoolExecutor() as pool:
        for title, match in kinds.items():
            if chosen.kind not in (None, title):
                continue
            look = partial(observe, chosen.edition, match, chosen.seed)
            seen = list(pool.map(look, range(chosen.games)))
            looked_at = [leaning for one in seen for leaning in one.leanings]
            shares = [flagged(looked_at, n, dice) for n in GAMES_OF_A_PAIR]
            print(f"{title:28}" + "".join(f"{share:>8.1%}" for share in shares))
            most = max(x.deviations for x in looked_at)
            print(
                f"{'':28} {len(looked_at)} pairs of one game, at most {most:.1f};"
                f" {mean(one.seconds for one in seen):.1f} s of a processor a seat;"
                + (f" friends won {mean(one.friend_won for one in seen):.0%}" * bool(match.helper)),
                flush=True,
            )


if __name__ == "__main__":
    main()
