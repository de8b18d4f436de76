"""manage.py simulate_games: whole games in memory, through the same rules as at a table."""

import json
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.tables.services import simulations
from rules import Edition, editions
from rules.simulation import PlayedGame, export_game, play_games

BAR_WIDTH = 30


class Command(BaseCommand):
    help = "Play whole games in memory and print what came of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--edition", required=True)
        parser.add_argument("--seats", type=int, default=4)
        parser.add_argument("--games", type=int, default=200)
        parser.add_argument(
            "--policies", nargs="+", default=["any_legal"], help="one for all seats, or one each"
        )
        parser.add_argument("--options", nargs="*", default=[], help="those switched on")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--distributed",
            action="store_true",
            help="over Celery, by the workers of the queue `simulation`; called again it resumes",
        )
        parser.add_argument("--output", type=Path, help="distributed: a .csv or .parquet file")
        parser.add_argument("--export", type=Path, help="write each game to a file in this folder")

    def handle(self, *args: Any, **given: Any) -> None:
        edition = self._edition(given)
        policies = given["policies"] * (given["seats"] if len(given["policies"]) == 1 else 1)
        if given["distributed"]:
            self._distribute(given, policies)
            return
        if given["export"]:
            given["export"].mkdir(parents=True, exist_ok=True)
        tally = Tally(edition, policies)
        options = dict.fromkeys(given["options"], True)
        began = time.monotonic()
        for game in play_games(edition, options, policies, given["games"], given["seed"]):
            if given["export"]:
                name = f"{edition.id}-{given['seed']}-{tally.games + 1:05}"
                (given["export"] / f"{name}.json").write_bytes(export_game(game, name))
            tally.add(game)
            self._show_progress(tally.games, given["games"])
        report = tally.report(time.monotonic() - began)
        self.stdout.write(json.dumps(report) if given["json"] else in_words(report))

    def _distribute(self, given: dict[str, Any], policies: list[str]) -> None:
        output: Path | None = given["output"]
        if output is None or output.suffix not in simulations.WRITERS:
            raise CommandError(f"Name an --output that ends in {' or '.join(simulations.WRITERS)}.")
        job = simulations.Job(
            given["edition"], policies, given["options"], given["games"], given["seed"]
        )
        began = time.monotonic()
        played_before = simulations.games_done(job)
        for done in simulations.distribute(job):
            self._show_progress(done, job.games)
        seconds = time.monotonic() - began
        simulations.WRITERS[output.suffix](job, output)
        fresh = job.games - played_before
        self.stdout.write(
            f"{output}: {job.games} games, {fresh} of them played now in {seconds:.1f} s"
            f" ({fresh / seconds:.1f} a second)."
        )

    def _edition(self, given: dict[str, Any]) -> Edition:
        edition = editions().get(given["edition"])
        if edition is None:
            raise CommandError(
                f"There is no edition {given['edition']!r}, only {', '.join(sorted(editions()))}."
            )
        if given["seats"] not in edition.seats:
            raise CommandError(
                f"{edition.title} is for {edition.seats[0]} to {edition.seats[-1]} seats."
            )
        if given["games"] < 1:
            raise CommandError("Play at least one game.")
        if len(given["policies"]) not in (1, given["seats"]):
            raise CommandError(f"Name one policy, or one for each of the {given['seats']} seats.")
        for kind, known in (("policies", edition.policies), ("options", edition.options)):
            for name in given[kind]:
                if name.partition("@")[0] not in known:
                    raise CommandError(
                        f"{edition.title} has no {name!r} among its {kind}: {', '.join(known)}."
                    )
        return edition

    def _show_progress(self, done: int, games: int) -> None:
        """A bar for somebody who watches; nothing in a file or a pipe."""
        if not self.stderr.isatty():
            return
        filled = BAR_WIDTH * done // games
        bar = "#" * filled + "." * (BAR_WIDTH - filled)
        self.stderr.write(
            f"\r[{bar}] {done} of {games} games", ending="\n" if done == games else ""
        )
        self.stderr.flush()


class Tally:
    """What came of the games so far."""

    def __init__(self, edition: Edition, policies: list[str]) -> None:
        self.edition = edition
        self.policies = policies
        self.games = self.commands = self.events = 0
        self.points = [0] * len(policies)
        self.wins = [0.0] * len(policies)  # a shared victory is shared here, too

    def add(self, game: PlayedGame) -> None:
        self.games += 1
        self.commands += len(game.moves)
        self.events += len(game.events)
        result = game.state.result
        winners = [standing.seat for standing in result.standings if standing.place == 1]
        for score in result.scores:
            self.points[score.seat] += score.total
            self.wins[score.seat] += (score.seat in winners) / len(winners)

    def report(self, seconds: float) -> dict[str, Any]:
        return {
            "edition": self.edition.id,
            "seats": len(self.policies),
            "policies": self.policies,
            "games": self.games,
            "commands": self.commands,
            "events": self.events,
            "seconds": round(seconds, 3),
            "games_per_second": round(self.games / seconds, 1),
            "mean_scores": [round(points / self.games, 2) for points in self.points],
            "win_shares": [round(wins / self.games, 4) for wins in self.wins],
        }


def in_words(report: dict[str, Any]) -> str:
    lines = [
        f"{report['games']} games of {report['edition']} in {report['seconds']} s"
        f" ({report['games_per_second']} a second):"
        f" {report['commands']} commands, {report['events']} events."
    ]
    for seat, policy in enumerate(report["policies"]):
        lines.append(
            f"  seat {seat + 1}  {policy:<12} mean score {report['mean_scores'][seat]:7.2f},"
            f" wins {report['win_shares'][seat]:6.1%}"
        )
    return "\n".join(lines)
