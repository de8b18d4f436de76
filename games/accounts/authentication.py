"""`Authorization: Bearer rh_...`: how a bot says who it is."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.accounts.models import User
from games.accounts.tokens import user_with_token

CHALLENGE = 'Bearer realm="api"'


class BearerAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, str] | None:
        secret = bearer(request.headers.get("Authorization", ""))
        if secret is None:
            return None
        user = user_with_token(secret)
        if user is None:
            raise AuthenticationFailed("This token is unknown or revoked.")
        return user, secret

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def bearer(header: str) -> str | None:
    """The secret in an Authorization header, or None where it is of another scheme."""
    scheme, _, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the OpenAPI document names it; drf-spectacular finds it by its target."""

    target_class = BearerAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "An API token of yours."}
