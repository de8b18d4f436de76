from collections.abc import Iterator

import pytest
from rest_framework.test import APIClient

from games.accounts.models import User
from games.tables import snapshots
from games.tables.models import Game
from games.tournaments import event_log
from games.tournaments.folding import fold
from games.tournaments.models import Tournament
from tests.games.tables.conftest import assert_rebuilt_equals_stored


@pytest.fixture(autouse=True)
def everything_follows_from_the_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every scenario: the chains are whole, and what is in memory is the log folded from zero; and what
    is stored of each game is what its own log leads to."""
    has_database = request.node.get_closest_marker("django_db") is not None
    if has_database:
        request.getfixturevalue("db")
    snapshots.forget_all()
    event_log.forget_all()
    yield
    if has_database:
        for tournament in Tournament.objects.all():
            assert event_log.first_break(tournament) is None
            in_memory = event_log.state_of(tournament)
            assert in_memory == fold(event_log.read(tournament.id))
        for game in Game.objects.exclude(head_seq=0):
            assert_rebuilt_equals_stored(game)


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return User.objects.create_user("olga", display_name="Olga")


@pytest.fixture
def pia() -> User:
    return User.objects.create_user("pia", display_name="Pia")


@pytest.fixture
def paul() -> User:
    return User.objects.create_user("paul", display_name="Paul")


@pytest.fixture
def jun() -> User:
    """A judge, once appointed."""
    return User.objects.create_user("jun", display_name="Jun")


@pytest.fixture
def api() -> APIClient:
    return APIClient()
