"""What every part of the API asks of a request: who is it, and what does it say?"""

from typing import Any

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from games.accounts.models import User
from games.problems import Problem


def signed_in(request: Request) -> User:
    """Whoever has a session or a token; a guest is somebody, too."""
    if not isinstance(request.user, User):
        raise Problem(401, "not-signed-in", "Sign in, or come in as a guest.")
    return request.user


def refuse_tokens(request: Request) -> None:
    """A token must give nobody what outlasts it: whoever finds one loses all with it once it is revoked."""
    if request.auth is not None:
        raise Problem(403, "needs-a-session", "A token can't do this: sign in first.")


def checked(serializer: type[Serializer[Any]], given: Any) -> dict[str, Any]:
    """A body or a query as this serializer reads it, or a 400 that says what is wrong."""
    reader = serializer(data=given)
    reader.is_valid(raise_exception=True)
    values: dict[str, Any] = reader.validated_data
    return values


def unchanged(request: Request, etag: str) -> bool:
    """Whether the client has it already. RFC 9110 (13.1.2) compares weakly here: W/"a" and "a" are the same."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return known == ["*"] or etag.removeprefix("W/") in [x.removeprefix("W/") for x in known]
