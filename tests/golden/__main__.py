"""Writes a golden game; see the package."""

import argparse
import hashlib
import sys

from rules import Chance, editions
from rules.simulation import export_game, play_game
from tests.golden import write


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden")
    parser.add_argument("edition", choices=sorted(editions()))
    parser.add_argument("seats", type=int)
    parser.add_argument("--options", nargs="*", default=[], metavar="OPTION")
    parser.add_argument("--policies", nargs="+", default=["any_legal"], metavar="POLICY")
    chosen = parser.parse_args()
    policies = [chosen.policies[seat % len(chosen.policies)] for seat in range(chosen.seats)]
    parts = [chosen.edition, str(chosen.seats), *chosen.options, *dict.fromkeys(policies)]
    name = "-".join(parts)
    chance = Chance(
        hashlib.sha256(f"golden {name}".encode()).digest(),
        [f"salt of seat {seat}" for seat in range(1, chosen.seats + 1)],
    )
    game = play_game(
        editions()[chosen.edition], dict.fromkeys(chosen.options, True), chance, policies
    )
    try:
        path = write(name, export_game(game, name))
    except FileExistsError:
        print(f"{name} is there already and is never written again.", file=sys.stderr)
        return 1
    print(f"{path.name}: {len(game.moves)} commands, {len(game.events)} events")
    return 0


if __name__ == "__main__":
    sys.exit(main())
