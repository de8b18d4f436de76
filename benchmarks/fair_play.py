"""How often the fair-play radar flags the innocent, and how often it finds a helper.

    python -m benchmarks.fair_play [--games 40] [--seed 1]

AIs play the Card Game for four. Honest ones of all strengths give the rate of false flags: every ordered pair
of seats is looked at. Helpers are made for the purpose: they play as the AI that they are made of, but
never rob their friend; a guard, besides, robs the others whenever it can. Pairs over several games are drawn
from the games played, again and again. Nothing here is a speed: run it on any machine.
"""

import argparse
import hashlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from rules import Chance, editions
from rules.editions.card_game.policies.sight import Sight
from rules.editions.card_game.railyard import OneColorOffer, PlayTrains
from rules.fair_play import FLAGGED_FROM, Leaning, appraise, leanings
from rules.kernel.edition import Choose, Command, Offer
from rules.simulation import play_with, player

EDITION = "card_game"
SEATS = 4
GAMES_OF_A_PAIR = (1, 3, 5, 10, 20)
DRAWN = 2000  # pairs, for each number of games


class Match(NamedTuple):
    """Who sits where; a helper replaces one of them, for the benefit of another."""

    field: tuple[str, ...]
    helper: str = ""


HONEST = {
    "four easy": Match(("easy",) * 4),
    "easy and expert": Match(("easy", "expert@40") * 2),
}
HELPERS = {
    "planner that spares": Match(("planner",) * 4, "spares"),
    "planner that guards": Match(("planner",) * 4, "guards"),
    "easy that spares": Match(("easy",) * 4, "spares"),
    "easy that guards": Match(("easy",) * 4, "guards"),
}


def spares(choose: Choose, friend: int) -> Choose:
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


def guards(choose: Choose, friend: int) -> Choose:
    """Spares its friend, and robs the others whenever it can, whatever it costs."""
    sparing = spares(choose, friend)

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
    stack = Sight(view).state.railyards[move.color]
    return stack.seat if stack is not None and stack.seat != move.seat else None


HELP: Mapping[str, Callable[[Choose, int], Choose]] = {"spares": spares, "guards": guards}


def observe(match: Match, seed: int, number: int) -> list[Leaning]:
    """Plays a game and looks at one seat as the radar does: its leaning towards the friend, if it
    has one, else towards each other seat."""
    edition = editions()[EDITION]
    name = f"fair play:{seed}:{number}"
    chance = Chance(hashlib.sha256(name.encode()).digest(), [""] * SEATS)
    helper = number % SEATS
    friend = (helper + 1 + number // SEATS % (SEATS - 1)) % SEATS
    players = [(policy, player(edition, policy)) for policy in match.field]
    if match.helper:
        policy, choose = players[helper]
        players[helper] = policy, HELP[match.helper](choose, friend)
    game = play_with(edition, {}, chance, players)
    commands = [command for _, command, _ in game.moves]
    wanted = [n for n, x in enumerate(commands, 1) if getattr(x, "seat", None) == helper]
    found = leanings(appraise(edition, {}, chance, commands, wanted, name))
    return [found.get((helper, friend), Leaning())] if match.helper else list(found.values())


def flagged(games: Sequence[Leaning], together: int, dice: Random) -> float:
    """The share of pairs with so many games that is flagged."""
    drawn = (sum(dice.choices(games, k=together), start=Leaning()) for _ in range(DRAWN))
    return mean(pair.deviations >= FLAGGED_FROM for pair in drawn)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    dice = Random(chosen.seed)
    print(f"flagged from {FLAGGED_FROM} standard deviations; games of one pair:")
    print(f"{'':28}" + "".join(f"{n:>8}" for n in GAMES_OF_A_PAIR))
    with ProcessPoolExecutor() as pool:
        for title, match in (HONEST | HELPERS).items():
            seen = list(pool.map(partial(observe, match, chosen.seed), range(chosen.games)))
            looked_at = [leaning for game in seen for leaning in game]
            shares = [flagged(looked_at, n, dice) for n in GAMES_OF_A_PAIR]
            print(f"{title:28}" + "".join(f"{share:>8.1%}" for share in shares), flush=True)
            most = max(x.deviations for x in looked_at)
            print(f"{'':28} {len(looked_at)} pairs of one game, at most {most:.1f}", flush=True)


if __name__ == "__main__":
    main()
