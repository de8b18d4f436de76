"""`manage.py run_tournament`: a whole tournament of AIs, every game of it verified."""

import io
import itertools
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from games.tables.models import Game
from games.tournaments.event_log import state_of
from games.tournaments.management.commands import run_tournament
from games.tournaments.models import TableGame, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays in this process what a worker would play in its own."""
    play = run_tournament.play_table

    def now(args: list[str], queue: str) -> None:
        assert queue == "ai"
        play(*args)

    monkeypatch.setattr(play, "apply_async", now)
    monkeypatch.setattr(run_tournament.current_app.control, "ping", lambda timeout: [{"one": "ok"}])


def run(**given: Any) -> str:
    said = io.StringIO()
    call_command("run_tournament", stdout=said, **given)
    return said.getvalue()


@pytest.mark.usefixtures("a_worker")
@pytest.mark.parametrize(
    ("policy", "players", "final"), [("any_legal", 4, True), ("planner", 4, False)]
)
def test_a_whole_tournament_is_played_and_every_game_verified(
    policy: str, players: int, final: bool
) -> None:
    said = run(players=players, rounds=1, policy=policy, edition="card_game", final=final)
    [cup] = Tournament.objects.all()
    state = state_of(cup)
    assert state.finished
    assert {entrant.policy for entrant in state.entrants.values()} == {policy}
    games = TableGame.objects.count()
    assert games == players // 4 + final
    assert f"{games} tables in " in said
    assert "tables/s" in said
    assert "Verifying" in said
    assert "gives these standings" in said


@pytest.mark.usefixtures("a_worker")
def test_a_game_that_does_not_verify_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    real = run_tournament.export

    def forged(game: Game) -> bytes:
        return real(game).replace(game.head_digest.encode(), b"0" * 64)

    monkeypatch.setattr(run_tournament, "export", forged)
    with pytest.raises(CommandError, match="round 1, table 1"):
        run(players=4, rounds=1, policy="any_legal", edition="card_game")


@pytest.mark.usefixtures("a_worker")
def test_a_database_that_is_busy_for_a_while_does_not_end_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, calls = run_tournament.tend, itertools.count(1)

    def sometimes_locked(tournament_id: UUID) -> None:
        if next(calls) % 2:
            raise OperationalError("database is locked")
        real(tournament_id)

    monkeypatch.setattr(run_tournament, "tend", sometimes_locked)
    assert "gives these standings" in run(
        players=4, rounds=2, policy="any_legal", edition="card_game"
    )


def test_without_a_worker_nothing_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_tournament.current_app.control, "ping", lambda timeout: [])
    with pytest.raises(CommandError, match="No worker answers"):
        run(players=4, rounds=1, policy="any_legal", edition="card_game")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [({"edition": "chess"}, "no edition chess"), ({"policy": "genius"}, "no AI genius")],
)
def test_what_is_not_there_is_said(wrong: dict[str, str], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        run(players=4, rounds=1, **{"edition": "card_game", "policy": "any_legal"} | wrong)
