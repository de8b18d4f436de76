"""Is a socket still whose it was? Asked again and again, so it must be cheap, and still never miss a change."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.accounts.models import User
from games.tables import rechecks
from games.tables.access import PUBLIC
from games.tables.models import Game
from games.tables.sockets import Socket
from tests.games.tables.given import a_game, a_user

pytestmark = pytest.mark.django_db


async def unsent(message: dict[str, Any]) -> None:
    raise AssertionError("nobody sends anything here")


def signed_in_socket(game: Game, user: User) -> Socket:
    browser = Client()
    browser.force_login(user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.session.session_key}"
    return Socket(game.id, PUBLIC, unsent, user.pk, {"headers": [(b"cookie", cookie.encode())]})


def change_password(user: User) -> None:
    user.set_password("another-correct-horse")
    user.save()


CHANGES: dict[str, Callable[[User], Any]] = {
    "signed out": lambda user: Session.objects.all().delete(),
    "the session is over": lambda user: Session.objects.update(expire_date=timezone.now()),
    "another password": change_password,
    "deactivated": lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_found_however_often_nothing_had_changed(what: str) -> None:
    pia = a_user("pia")
    socket = signed_in_socket(a_game(), pia)
    for _ in range(3):
        assert rechecks.changed([socket]) == []
    CHANGES[what](pia)
    assert rechecks.changed([socket]) == [socket]
    assert rechecks.changed([socket]) == [socket], "and it is not forgotten"


def test_a_session_that_goes_on_is_not_a_change() -> None:
    socket = signed_in_socket(a_game(), a_user("pia"))
    assert rechecks.changed([socket]) == []
    Session.objects.update(expire_date=timezone.now() + timedelta(days=30))
    assert rechecks.changed([socket]) == []


def test_many_are_asked_about_with_no_more_statements_than_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = a_game()
    sockets = [signed_in_socket(game, a_user(f"user-{n}")) for n in range(5)]
    rechecks.changed(sockets)
    with django_assert_num_queries(4):  # sessions, people, games, seats
        assert rechecks.changed(sockets) == []
    with django_assert_num_queries(4):
        assert rechecks.changed(sockets[:1]) == []
