"""How fast finished games are checked: python -m benchmarks.verify [--games 60]

Four-player Card Games in memory, all of `rules.verify` on one core. Beside it, turn by turn in the same run, what reading
alone costs: the SHA-256 of the same bytes and `json.loads`. The ratio of the two holds on a busy machine as well.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Callable
from statistics import median

from rules import Chance, editions
from rules.simulation import export_game, play_game
from rules.verify import verify

SEATS = 4
REPEATS = 9


def played(number: int) -> bytes:
    seed = hashlib.sha256(f"verify:{number}".encode()).digest()
    chance = Chance(seed, [f"salt {seat}" for seat in range(SEATS)])
    return export_game(play_game(editions()["card_game"], {}, chance, ["any_legal"] * SEATS), "")


def only_read(raw: bytes) -> None:
    hashlib.sha256(raw).hexdigest()
    json.loads(raw)


def processor_time(check: Callable[[bytes], object], files: list[bytes]) -> float:
    began = time.process_time()
    for raw in files:
        check(raw)
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=60)
    files = [played(number) for number in range(parser.parse_args().games)]
    events = sum(verify(raw).events for raw in files) / len(files)
    turns = [
        (processor_time(verify, files), processor_time(only_read, files)) for _ in range(REPEATS)
    ]
    checked, read = (min(taken) / len(files) for taken in zip(*turns, strict=True))
    ratio = median(one / other for one, other in turns)
    print(
        f"{len(files)} games of {events:.0f} events: {60 / checked:,.0f} games a minute of processor time;"
        f" {60 / read:,.0f} if they are only read: checking takes {ratio:.1f} times as long"
    )


if __name__ == "__main__":
    main()
