import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from typing import Any

import pytest
from channels.layers import channel_layers, get_channel_layer
from django.utils import timezone
from rest_framework.test import APIClient

from games.accounts.models import User
from games.tables import express, hub, live, outbox, projections, snapshots
from games.tables.models import Game
from games.tables.services import committer


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
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets time pass for everybody."""
    real, passed = timezone.now, [timedelta()]
    monkeypatch.setattr(timezone, "now", lambda: real() + passed[0])

    def wait(**time: float) -> None:
        passed[0] += timedelta(**time)

    return wait


@pytest.fixture
def api() -> APIClient:
    return APIClient()


@pytest.fixture
def committed(transactional_db: None) -> Iterator[None]:
    """A database that really commits, for tests whose threads must see each other's rows."""
    yield
    for game in Game.objects.exclude(head_seq=0):
        assert_rebuilt_equals_stored(game)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "TICK", 0.02)
    monkeypatch.setattr(hub, "LOOK_EVERY", 0.1)


@pytest.fixture
async def own_hub() -> AsyncIterator[None]:
    """Every test has a hub of its own, and leaves none behind."""
    yield
    for loop in list(hub._hubs):
        hub._hubs.pop(loop).close()


@pytest.fixture
async def own_express(own_hub: None) -> AsyncIterator[None]:
    """As in a web process, for the time of a test: no connection outlives the database."""
    committer.start()
    yield
    await express.finish()
    await asyncio.to_thread(committer.stop)


@pytest.fixture
def layer(settings: Any) -> Iterator[None]:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    yield
    channel_layers.backends.clear()


@pytest.fixture
def lossy(settings: Any) -> Iterator[None]:
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "tests.games.tables.lossy_layer.LossyLayer"}}
    yield
    channel_layers.backends.clear()


@pytest.fixture
def other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves as if another process made them: only the layer tells of them."""

    def announce(moves: list[live.Moved]) -> None:
        games = {str(move.game.id): move.game.head_seq for move in moves}
        message = {"type": "moved", "games": games, "by": "another process"}
        for loop in hub._hubs:
            sent = get_channel_layer().group_send(outbox.GROUP, message)
            asyncio.run_coroutine_threadsafe(sent, loop).result(5)

    monkeypatch.setattr(live, "after_commit", announce)
