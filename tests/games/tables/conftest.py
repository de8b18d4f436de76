from collections.abc import Iterator

import pytest
from rest_framework.test import APIClient

from games.accounts.models import User
from games.tables import projections, snapshots
from games.tables.models import Game


@pytest.fixture(autouse=True)
def projections_follow_from_the_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every scenario: what is stored of a game is what its log alone leads to."""
    has_database = request.node.get_closest_marker("django_db") is not None
    if has_database:
        request.getfixturevalue("db")
    snapshots.forget_all()
    yield
    if has_database:
        for game in Game.objects.exclude(head_seq=0):
            assert_rebuilt_equals_stored(game)


def assert_rebuilt_equals_stored(game: Game) -> None:
    rebuilt = Game.objects.get(pk=game.pk)
    projections.rebuild(rebuilt)
    for column in projections.COLUMNS:
        assert getattr(rebuilt, column) == getattr(game, column), column


@pytest.fixture
def pia() -> User:
    return User.objects.create_user("pia", display_name="Pia")


@pytest.fixture
def paul() -> User:
    return User.objects.create_user("paul", display_name="Paul")


@pytest.fixture
def jun() -> User:
    """A judge everywhere."""
    user = User.objects.create_user("jun", display_name="Jun")
    user.roles.create(role="judge")
    return user


@pytest.fixture
def cleo() -> User:
    """A commentator everywhere."""
    user = User.objects.create_user("cleo", display_name="Cleo")
    user.roles.create(role="commentator")
    return user


@pytest.fixture
def api() -> APIClient:
    return APIClient()
