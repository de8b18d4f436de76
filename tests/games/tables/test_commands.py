"""One way to act: every accepted command is in the log exactly once."""

import pytest

from games.tables.models import Game
from tests.games.tables.given import a_game, play_on

pytestmark = pytest.mark.django_db


def test_four_ais_play_a_game_to_its_end_and_the_seed_is_revealed() -> None:
    game = play_on(a_game())
    assert game.status == Game.Status.OVER
    assert game.events.filter(type="seed_revealed").count() == 1
