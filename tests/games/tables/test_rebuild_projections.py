"""The projection can be thrown away: the log leads to it again."""

import pytest
from django.core.management import call_command

from games.accounts.models import User
from games.tables.models import Game
from tests.games.tables.given import a_game, a_lobby, play_on

pytestmark = pytest.mark.django_db


def test_it_mends_what_is_off_and_says_so(pia: User, capsys: pytest.CaptureFixture[str]) -> None:
    game = play_on(a_game(pia, time_control={"kind": "per_turn", "seconds": 60}))
    a_lobby(pia)
    Game.objects.filter(pk=game.pk).update(
        head_seq=3, phase="lost", waiting_on=[], status="cancelled"
    )
    with pytest.raises(SystemExit):
        call_command("rebuild_projections", "--check")
    call_command("rebuild_projections")
    rebuilt = Game.objects.get(pk=game.pk)
    for column in ("head_seq", "phase", "waiting_on", "deadline", "status"):
        assert getattr(rebuilt, column) == getattr(game, column)
    assert f"{game.pk}: status, head_seq, phase" in capsys.readouterr().out


def test_it_finds_nothing_where_nothing_is_off(
    pia: User, capsys: pytest.CaptureFixture[str]
) -> None:
    play_on(a_game(pia))
    call_command("rebuild_projections", "--check")
    assert "1 games, 0 of them were off" in capsys.readouterr().out
