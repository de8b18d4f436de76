"""The API does what its OpenAPI document says: no server error, no undocumented answer."""

from collections.abc import Iterator
from zlib import crc32

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.accounts.tokens import create_token
from games.tables.models import Game
from tests.games.guards import guards_down
from tests.games.tables.given import a_game, a_lobby, a_user, play_on

# A fault of ours (500) is documented nowhere, so the first of these finds it.
CHECKS = [
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

schema = schemathesis.openapi.from_wsgi("/api/schema?format=json", get_wsgi_application())


World = tuple[str, list[Game]]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Somebody with a token and every role, and games in every state for them to try things on.

    Made once, under the transactions of the tests.
    """
    with django_db_blocker.unblock():
        pia = a_user("pia")
        for role in ("judge", "commentator", "organiser", "auditor"):
            pia.roles.create(role=role)
        games = [a_lobby(pia), play_on(a_game(pia)), a_game(seats=2), play_on(a_game(seats=2))]
        world = create_token(pia, "tests")[1], games
    yield world
    with django_db_blocker.unblock(), guards_down():
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """A request that ends must not close the connection of the test around it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@schema.parametrize()
@settings(
    max_examples=8,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_documented(world: World, db: None, case: schemathesis.Case) -> None:
    token, games = world
    if "game_id" in case.path_parameters:
        # Random ids find nothing; these games are there.
        number = crc32(repr((case.body, case.query, case.path_parameters)).encode())
        case.path_parameters["game_id"] = str(games[number % len(games)].pk)
    case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)


@schema.parametrize()
@settings(
    max_examples=2,
    suppress_health_check=list(HealthCheck),
)
def test_nobody_in_particular_is_answered_as_documented(db: None, case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)
