"""How fast the rules are, on one core: whole games, single moves, and reading a stored log.

    python -m benchmarks.rules [--edition card_game] [--seats 4] [--seconds 2] [--no-peers]

Beside it, in the same run, play engines from the registries, in an environment of their own under
var/. Everything is processor time, and of several short runs the best one counts, ours and theirs
taking turns: so a busy machine disturbs the ratios little.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import orjson

from rules import (
    Chance,
    advance,
    decode_log,
    editions,
    encode_event,
    fold,
    legal_moves,
    seated,
    view,
)
from rules.kernel.codec import Row
from rules.kernel.edition import Edition, Event
from rules.simulation import play_at_random, play_game

PROJECT = Path(__file__).parents[1]
PEERS_FOLDER = PROJECT / "var" / "peers" / "python"  # beside the peers of other benchmarks
PEER_PACKAGES = ("rlcard==1.2.0", "chess==1.11.2", "open_spiel==2.0.2")
RUNS = 5
LOTS, LOT = 6, 10  # games to be read

Loads = Callable[[str], Any]


def games_per_second(edition: Edition, seats: int, seconds: float) -> tuple[float, float]:
    """Games and decisions a second, of one run, shuffles and scoring included."""
    games = decisions = 0
    dice = Random(seats)
    salts = [str(seat) for seat in range(seats)]
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        chance = Chance(games.to_bytes(32, "big"), salts)
        decisions += play_at_random(edition, seats, chance, dice)
        games += 1
    return games / spent, decisions / spent


def best_seconds(work: Callable[[], object], seconds: float) -> float:
    """The shortest time that the work took, tried for so long."""
    best, began = float("inf"), time.process_time()
    while time.process_time() - began < seconds:
        at = time.process_time()
        work()
        best = min(best, time.process_time() - at)
    return best


def logs_of(edition: Edition, seats: int, numbers: Iterable[int]) -> list[list[Event]]:
    players = ["any_legal"] * seats
    salts = [str(seat) for seat in range(seats)]
    return [
        play_game(edition, {}, Chance(number.to_bytes(32, "big"), salts), players).events
        for number in numbers
    ]


def reading_speed(edition: Edition, seats: int, numbers: Iterator[int], loads: Loads) -> float:
    """Events decoded and folded a second, of the best lot. Nobody has read these games before: of those that
    were, `decode_log` knows everything."""
    best = 0.0
    for _ in range(LOTS):
        unread = logs_of(edition, seats, islice(numbers, LOT))
        lot = [[row(edition, event) for event in log] for log in unread]
        began = time.process_time()
        for rows in lot:
            fold(edition, decode_log(edition, rows, loads))
        best = max(best, sum(map(len, lot)) / (time.process_time() - began))
    return best


def log_speeds(
    edition: Edition, seats: int, logs: list[list[Event]], seconds: float
) -> dict[str, float]:
    events = sum(len(log) for log in logs)

    def folding() -> None:
        for log in logs:
            fold(edition, log)

    figures = {"events folded/s": events / best_seconds(folding, seconds)}
    numbers = count(len(logs))
    for name, loads in (("json", json.loads), ("orjson", orjson.loads)):
        speed = reading_speed(edition, seats, numbers, loads)
        figures[f"decoded + folded/s, {name}"] = speed
    return figures


def row(edition: Edition, event: Event) -> Row:
    """As it is stored."""
    name, version, payload = encode_event(edition, event)
    return name, version, json.dumps(payload)


def microseconds(edition: Edition, logs: list[list[Event]], seconds: float) -> dict[str, float]:
    """Single calls, on states spread over whole games."""
    states = [
        state
        for log in logs
        for length in range(len(log) // 3, len(log), 7)
        if (state := fold(edition, log[:length])).waiting_on
    ]
    calls: dict[str, Callable[[], object]] = {
        "legal_moves": lambda: [legal_moves(edition, s, s.waiting_on[0]) for s in states],
        "copy": lambda: [state.copy() for state in states],
        "view": lambda: [view(edition, state, seated(0)) for state in states],
    }
    return {name: best_seconds(call, seconds) / len(states) * 1e6 for name, call in calls.items()}


def peers_python() -> Path:
    """The interpreter of the peers' environment, which is made when it is not there."""
    python = PEERS_FOLDER / "bin" / "python"
    if not python.exists():
        uv = Path(sys.executable).with_name("uv")
        subprocess.run(
            [uv, "venv", "--quiet", "--python", sys.executable, PEERS_FOLDER], check=True
        )
        install = [uv, "pip", "install", "--quiet", "--python", python, *PEER_PACKAGES]
        subprocess.run(install, check=True)
    return python


def peers_once(seconds: float) -> list[dict[str, Any]]:
    script = Path(__file__).with_name("rules_peers.py")
    command = [peers_python(), script, str(seconds)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.rules",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--edition", choices=sorted(editions()), default="card_game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure and run")
    parser.add_argument("--no-peers", action="store_true")
    chosen = parser.parse_args()
    edition = editions()[chosen.edition]
    compiled = "" if hasattr(advance, "__code__") else ", compiled"
    print(f"{edition.title}, {chosen.seats} seats, random play, one core{compiled}")

    games = decisions = 0.0
    peers: dict[str, dict[str, Any]] = {}
    for _ in range(RUNS):
        speeds = games_per_second(edition, chosen.seats, chosen.seconds)
        games, decisions = max(games, speeds[0]), max(decisions, speeds[1])
        for peer in [] if chosen.no_peers else peers_once(chosen.seconds):
            known = peers.setdefault(peer["peer"], peer)
            known["decisions_per_second"] = max(
                known["decisions_per_second"], peer["decisions_per_second"]
            )
    logs = logs_of(edition, chosen.seats, range(20))
    figures = {"games/s": games, "decisions/s": decisions}
    figures |= log_speeds(edition, chosen.seats, logs, chosen.seconds)
    for name, value in figures.items():
        print(f"  {name:<28}{value:>12,.0f}")
    for name, value in microseconds(edition, logs, chosen.seconds).items():
        print(f"  {name + ', µs':<28}{value:>12.1f}")
    for name, peer in peers.items():
        speed = peer["decisions_per_second"]
        kind = "Python" if peer["in_python"] else "C++ through Python"
        print(f"  {name:<28}{speed:>12,.0f}   ours is {decisions / speed:5.2f} x   ({kind})")


if __name__ == "__main__":
    main()
