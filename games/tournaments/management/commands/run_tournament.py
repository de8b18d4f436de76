"""manage.py run_tournament: a whole tournament of AIs, through the service's own workers."""

import time
from contextlib import suppress
from typing import IO, Any, cast
from uuid import UUID

from celery import current_app
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Printed

from games.accounts.models import User
from games.tables.models import Game
from games.tables.selectors import export
from games.tournaments import commands as c
from games.tournaments.event_log import first_break, read, state_of
from games.tournaments.folding import fold
from games.tournaments.models import TableGame, Tournament
from games.tournaments.plan import Plan, Stage
from games.tournaments.records import Refused
from games.tournaments.services.acting import act
from games.tournaments.services.creating import create_tournament
from games.tournaments.services.entries import import_entries
from games.tournaments.services.tending import tend
from games.tournaments.standings import standings
from games.tournaments.tasks import play_table
from rules import editions
from rules.verify import Discrepancy, verify

# A table whose task was lost (a worker died) is asked for again after so many seconds.
PATIENCE = 60
# Our own tasks play the moves: the usual pace would only make others try the same.
SLOWLY = 60_000


class Command(BaseCommand):
    help = "Run a whole tournament of AIs at full speed and verify every game of it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=256)
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--edition", default=next(iter(editions())))
        parser.add_argument("--policy", default="", help="the AI of everybody; else the middle one")
        parser.add_argument("--final", action="store_true", help="cut to a final table at the end")
        parser.add_argument("--top", type=int, default=20, help="so many lines of the standings")

    def handle(self, *args: Any, **given: Any) -> None:
        self.console = Console(file=cast(IO[str], self.stdout))
        organiser, _ = User.objects.get_or_create(
            username="tournament-runner", defaults={"display_name": "Tournament runner"}
        )
        tournament = self.create(organiser, given)
        if not current_app.control.ping(timeout=5):
            raise CommandError("No worker answers: start the service first (make run).")
        began = time.monotonic()
        with Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
            TimeElapsedColumn(), console=self.console,
        ) as progress:  # fmt: skip
            while not state_of(tournament).finished:
                self.play_round(organiser, tournament, progress)
            played = time.monotonic() - began
            games = self.verify_all(tournament, progress)
        self.report(tournament, given["top"], games, played)

    def create(self, organiser: User, given: dict[str, Any]) -> Tournament:
        if given["edition"] not in editions():
            raise CommandError(f"There is no edition {given['edition']}.")
        policies = list(editions()[given["edition"]].policies)
        policy = given["policy"] or policies[len(policies) // 2]
        if policy not in policies:
            raise CommandError(f"There is no AI {policy}, only: {', '.join(policies)}.")
        stages = [Stage("swiss", given["rounds"])]
        if given["final"]:
            stages.append(Stage("knockout", cut=4))
        try:
            plan = Plan(given["edition"], stages=tuple(stages), ai_pace=SLOWLY)
            tournament = create_tournament(organiser, name="A run of AIs", plan=plan)
        except Refused as refused:
            raise CommandError(refused.sentence) from None
        names = "\n".join(f"AI {n},{policy}" for n in range(1, given["players"] + 1))
        import_entries(organiser, tournament.id, f"name,policy\n{names}\n", check_only=False)
        return tournament

    def play_round(self, organiser: User, tournament: Tournament, progress: Progress) -> None:
        for command in (c.PairRound(), c.PublishRound(), c.StartRound()):
            act(organiser, tournament.id, command)
        self.tend(tournament)
        tournament.refresh_from_db()
        round = state_of(tournament).round
        assert round is not None
        bar = progress.add_task(f"Round {round.number}", total=len(round.tables))
        asked: dict[UUID, float] = {}
        while True:
            rows = TableGame.objects.filter(tournament=tournament, round=round.number)
            under_way = rows.filter(is_settled=False).exclude(game__status=Game.Status.OVER)
            for game_id in under_way.values_list("game_id", flat=True):
                if time.monotonic() - asked.get(game_id, -PATIENCE) >= PATIENCE:
                    asked[game_id] = time.monotonic()
                    play_table.apply_async(args=[str(game_id)], queue="ai")
            progress.update(bar, completed=len(round.tables) - under_way.count())
            self.tend(tournament)
            tournament.refresh_from_db()
            if state_of(tournament).rounds[round.number - 1].status == "finished":
                progress.update(bar, completed=len(round.tables))
                return
            time.sleep(0.2)

    def tend(self, tournament: Tournament) -> None:
        """The service does it as well: who finds the database busy comes back."""
        with suppress(OperationalError):
            tend(tournament.id)

    def verify_all(self, tournament: Tournament, progress: Progress) -> int:
        rows = list(TableGame.objects.filter(tournament=tournament).select_related("game"))
        bar = progress.add_task("Verifying", total=len(rows))
        for row in rows:
            self.wait_for_seed(row.game)
            try:
                verify(export(row.game))
            except Discrepancy as wrong:
                raise CommandError(f"{row}: {wrong}") from None
            progress.advance(bar)
        return len(rows)

    def wait_for_seed(self, game: Game) -> None:
        """It is revealed a moment after the end."""
        until = time.monotonic() + PATIENCE
        while game.due:
            if time.monotonic() > until:
                raise CommandError(f"{game}: its seed was not revealed.")
            play_table.apply_async(args=[str(game.id)], queue="ai")
            time.sleep(0.1)
            game.refresh_from_db()

    def report(self, tournament: Tournament, top: int, games: int, seconds: float) -> None:
        lines = standings(state_of(tournament))
        names = dict(tournament.entrants.values_list("number", "name"))
        printed = Printed("place", "entrant", "points", "decided by")
        for line in lines[:top]:
            points = f"{line.figures['points']:g}"
            printed.add_row(str(line.place), names[line.entrant], points, line.decided_by)
        self.console.print(printed)
        again = standings(fold(read(tournament.id)))
        if again != lines or first_break(tournament) is not None:
            raise CommandError("The log, folded from zero, gives other standings.")
        self.console.print(
            f"{games} tables in {seconds:.1f} s: {games / seconds:.2f} tables/s. Every game is "
            f"verified, and the log folded from zero gives these standings."
        )
