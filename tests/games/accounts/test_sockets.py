from collections.abc import Sequence
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.accounts.models import User
from games.accounts.sockets import accepted_subprotocol, user_of
from games.accounts.tokens import create_token
from tests.games.accounts.test_accounts import post

pytestmark = pytest.mark.django_db


def scope(*, cookie: str = "", authorization: str = "", subprotocols: Sequence[str] = ()) -> Any:
    headers = [(b"cookie", cookie.encode()), (b"authorization", authorization.encode())]
    return {"type": "websocket", "headers": headers, "subprotocols": subprotocols}


def test_a_session_counts_until_the_sign_out(as_rolf: Client, rolf: User) -> None:
    key = as_rolf.cookies[settings.SESSION_COOKIE_NAME].value
    socket = scope(cookie=f"other=1; {settings.SESSION_COOKIE_NAME}={key}")
    assert user_of(socket) == rolf
    post(as_rolf, "sign-out")
    assert user_of(socket) == AnonymousUser()


def test_a_token_comes_as_header_or_subprotocol_and_counts_until_revoked(rolf: User) -> None:
    token, secret = create_token(rolf, "bot")
    as_header = scope(authorization=f"Bearer {secret}")
    as_subprotocol = scope(subprotocols=["bearer", secret])
    assert user_of(as_header) == user_of(as_subprotocol) == rolf
    assert accepted_subprotocol(as_subprotocol) == "bearer"
    assert accepted_subprotocol(as_header) is None
    token.delete()
    assert user_of(as_header) == user_of(as_subprotocol) == AnonymousUser()


def test_a_wrong_token_is_nobody_whatever_the_session(as_rolf: Client) -> None:
    key = as_rolf.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = f"{settings.SESSION_COOKIE_NAME}={key}"
    assert user_of(scope(cookie=cookie, authorization="Bearer x")) == AnonymousUser()


@pytest.mark.parametrize("cookie", ["", "sessionid=", "sessionid=none", "=;;", 'a="\\'])
def test_a_broken_cookie_is_nobody(db: None, cookie: str) -> None:
    assert user_of(scope(cookie=cookie)) == AnonymousUser()


@pytest.mark.parametrize("key", [r'"\000abcdefghij"', '"\xffabcdefghij"', "abcdefghij-"])
def test_a_key_that_no_session_can_have_is_nobodys_and_not_asked_for(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, key: str
) -> None:
    cookie = f"{settings.SESSION_COOKIE_NAME}={key}"
    with django_assert_num_queries(0):
        assert user_of(scope(cookie=cookie)) == AnonymousUser()
        answer = client.get("/api/me", headers={"cookie": cookie})
    assert (answer.status_code, answer.json()) == (200, {"user": None})
