"""The state that a process knows by heart is only a cache: the log decides."""

import pytest

from games.accounts.models import User
from games.tables import snapshots
from tests.games.tables.given import a_game, first_move, submit

pytestmark = pytest.mark.django_db


def test_a_process_that_missed_moves_reads_the_tail(pia: User) -> None:
    game = a_game(pia)
    old = game, snapshots.at_head(game)
    submit(game, pia, **first_move(game, 0))
    snapshots.remember(*old)
    game.refresh_from_db()
    assert snapshots.at_head(game).digest == game.head_digest


def test_a_process_with_another_history_forgets_it(pia: User) -> None:
    """As after a restored backup: same position, other events."""
    game = a_game(pia)
    known = snapshots.at_head(game)
    snapshots.remember(game, known._replace(digest="0" * 64, seq=known.seq - 1))
    assert snapshots.at_head(game).digest == game.head_digest
