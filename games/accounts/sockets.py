"""Who is at the other end of a websocket: the same sessions and tokens as over HTTP.

A bot sends its token as the `Authorization` header. A browser can't set headers on a socket,
so there the token may come as a subprotocol: `new WebSocket(url, ["bearer", token])`. It never
goes into the address, which ends up in logs.
"""

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser

from games.accounts.authentication import bearer
from games.accounts.models import User
from games.accounts.tokens import user_with_token

SUBPROTOCOL = "bearer"


def user_of(scope: Mapping[str, Any]) -> User | AnonymousUser:
    """Reads the database each time: ask again to notice a sign-out or a revoked token.

    A token that is wrong is nobody, even where the browser also has a session.
    """
    secret = token_of(scope)
    if secret is not None:
        return user_with_token(secret) or AnonymousUser()
    key = session_key_of(scope)
    if not key:
        return AnonymousUser()
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]


def token_of(scope: Mapping[str, Any]) -> str | None:
    offered = scope.get("subprotocols", [])
    if len(offered) == 2 and offered[0] == SUBPROTOCOL:
        return str(offered[1])
    return bearer(header(scope, b"authorization"))


def session_key_of(scope: Mapping[str, Any]) -> str:
    return cookies_of(scope).get(settings.SESSION_COOKIE_NAME, "")


def accepted_subprotocol(scope: Mapping[str, Any]) -> str | None:
    """What to accept the socket with: a browser hangs up if none of its offers is named."""
    return SUBPROTOCOL if SUBPROTOCOL in scope.get("subprotocols", []) else None


def cookies_of(scope: Mapping[str, Any]) -> dict[str, str]:
    try:
        cookie = SimpleCookie(header(scope, b"cookie"))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in cookie.items()}


def header(scope: Mapping[str, Any], name: bytes) -> str:
    values = [value for key, value in scope.get("headers", []) if key == name]
    return values[-1].decode("latin-1") if values else ""
