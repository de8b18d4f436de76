"""`python -m tests.faults [--tables 9] [--seconds 60]`: exits with 0 if every promise held."""

import argparse
import asyncio
import os
import random
import sys
import time

import django

from tests.faults.checks import broken_promises
from tests.faults.people import Player, Watcher
from tests.faults.servers import VICTIMS, Everything, everything

LONGEST_END = 240  # seconds that the games get to finish after the last kill


async def run(all_of_it: Everything, watchers: list[Watcher], seconds: float) -> float:
    """Kills while everybody plays; returns how long it took until the last game was over."""
    began = time.monotonic()
    watching = [asyncio.create_task(watcher.watch()) for watcher in watchers]
    victims = list(VICTIMS)
    while time.monotonic() - began < seconds and not all(task.done() for task in watching):
        await asyncio.sleep(random.uniform(1.5, 4))
        victim = victims.pop(0) if victims else random.choice(VICTIMS)
        print(f"{time.monotonic() - began:5.1f} s: kill {victim}", flush=True)
        await asyncio.to_thread(all_of_it.kill, victim)
    _, unfinished = await asyncio.wait(watching, timeout=LONGEST_END)
    for task in unfinished:
        task.cancel()
    for task in watching:
        if task.done():
            task.result()
    return time.monotonic() - began


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("--tables", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    with everything() as all_of_it:
        os.environ["DJANGO_SETTINGS_MODULE"] = "ttr_project.settings"
        django.setup()
        from django.db import connection

        from games.tables.models import Game, GameCommand, GameEvent
        from tests.faults.tables import begin

        address = [all_of_it.service.address]
        watchers: list[Watcher] = []
        for number in range(chosen.tables):
            table = begin(number)
            watchers.append(Watcher(address, table.game))
            for seat, token in enumerate(table.tokens):
                watchers.append(Player(address, table.game, seat, token))
        connection.close()
        took = asyncio.run(run(all_of_it, watchers, chosen.seconds))
        broken = list(broken_promises(watchers))
        players = [watcher for watcher in watchers if isinstance(watcher, Player)]
        games = {watcher.game for watcher in watchers}
        finished = Game.objects.filter(id__in=games, status=Game.Status.OVER, due="")
        figures = {
            "killed": ", ".join(f"{who} {n}x" for who, n in all_of_it.killed.items()),
            "games finished": f"{finished.count()} of {chosen.tables}, in {took:.0f} s",
            "commands accepted": GameCommand.objects.filter(game_id__in=games).count(),
            "  of them promised to people": sum(len(player.accepted) for player in players),
            "  asked again without an answer": sum(player.retries for player in players),
            "events": GameEvent.objects.filter(game_id__in=games).count(),
            "frames received": sum(watcher.frames for watcher in watchers),
            "connections": f"{sum(w.connections for w in watchers)} of {len(watchers)} sockets",
            "gaps seen": sum(watcher.gaps for watcher in watchers),
            "hidden cards seen": sum(len(watcher.leaks) for watcher in watchers),
            "broken promises": len(broken),
        }
        connection.close()
    for name, figure in figures.items():
        print(f"{name:<34}{figure}")
    for sentence in broken:
        print(f"  {sentence}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
