"""`python -m tests.operations.company FILE ADDRESS...`: people who play and watch until every game is over,
through whichever web process answers, and then look whether every promise was kept."""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.faults.checks import broken_promises
from tests.faults.people import Player, Watcher
from tests.service import PROJECT

LONGEST = 900  # seconds


# By the code of whichever version is asked to: it knows its own tables.
BEGIN = """
import django, json, sys
django.setup()
from tests.faults.tables import begin
print(json.dumps([begin(number) for number in range(int(sys.argv[1]))]))
"""


def company(
    begin: Sequence[str], addresses: Sequence[str], tables: int, folder: Path, tree: Path = PROJECT
) -> subprocess.Popen[bytes]:
    """Begins the tables and returns when everybody is there; `begin` is how Python is called."""
    here = folder / "everybody-is-here"
    begun = subprocess.run(
        [*begin, "-c", BEGIN, str(tables)], cwd=tree, check=True, stdout=subprocess.PIPE
    ).stdout
    people = subprocess.Popen(
        [*begin, "-m", "tests.operations.company", str(here), *addresses],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
    )
    assert people.stdin is not None
    people.stdin.write(begun)
    people.stdin.close()
    while not here.exists() and people.poll() is None:
        time.sleep(0.2)
    return people


def seat_people(addresses: Sequence[str], tables: list[tuple[str, list[str]]]) -> list[Watcher]:
    people: list[Watcher] = []
    for game, tokens in tables:
        people.append(Watcher(addresses, game))
        people += [Player(addresses, game, seat, token) for seat, token in enumerate(tokens)]
    return people


async def play(people: list[Watcher], here: Path) -> None:
    playing = [asyncio.create_task(person.watch()) for person in people]
    while not all(person.frames for person in people):
        await asyncio.sleep(0.1)
    here.touch()
    done, unfinished = await asyncio.wait(playing, timeout=LONGEST)
    for task in unfinished:
        task.cancel()
    for task in done:
        task.result()


def main() -> int:
    import django

    django.setup()
    parser = argparse.ArgumentParser(prog="python -m tests.operations.company")
    parser.add_argument("here", type=Path, help="a file that is made when everybody is there")
    parser.add_argument("addresses", nargs="+")
    chosen = parser.parse_args()
    tables = json.load(sys.stdin)
    people = seat_people(chosen.addresses, tables)
    print(f"{len(tables)} tables, {len(people)} sockets", flush=True)
    asyncio.run(play(people, chosen.here))
    broken = list(broken_promises(people))
    players = [person for person in people if isinstance(person, Player)]
    for name, figure in {
        "commands promised to people": sum(len(player.accepted) for player in players),
        "asked again without an answer": sum(player.retries for player in players),
        "connections": f"{sum(p.connections for p in people)} of {len(people)} sockets",
        "gaps seen": sum(person.gaps for person in people),
        "broken promises": len(broken),
    }.items():
        print(f"{name:<34}{figure}", flush=True)
    for sentence in broken:
        print(f"  {sentence}", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
