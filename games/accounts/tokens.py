"""API tokens: made once, shown once, known afterwards only by their digest."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from games.accounts import leaving
from games.accounts.models import ApiToken, User
from games.problems import Problem

MOST_TOKENS = 50
# When a token was last used helps its owner to know it; to the hour is near enough.
NEAR_ENOUGH = timedelta(hours=1)


def create_token(user: User, name: str) -> tuple[ApiToken, str]:
    """The token and its secret, which nobody will ever see again."""
    if user.api_tokens.count() >= MOST_TOKENS:
        raise Problem(409, "too-many-tokens", f"You have {MOST_TOKENS} tokens: revoke one first.")
    # 32 random bytes can't be guessed, so a plain digest protects them as well as a slow one.
    secret = f"rh_{secrets.token_urlsafe(32)}"
    return ApiToken.objects.create(user=user, name=name, digest=digest_of(secret)), secret


def revoke_token(token: ApiToken) -> None:
    token.delete()
    leaving.announce(token.user_id)


def user_with_token(secret: str) -> User | None:
    """Asked for every request of a bot: one indexed read, so that a revoked token stops at once."""
    try:
        token = ApiToken.objects.select_related("user").get(digest=digest_of(secret))
    except ApiToken.DoesNotExist:
        return None
    if not token.user.is_active:
        return None
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at < now - NEAR_ENOUGH:
        unnoticed = Q(last_used_at=None) | Q(last_used_at__lt=now - NEAR_ENOUGH)
        ApiToken.objects.filter(unnoticed, pk=token.pk).update(last_used_at=now)
    return token.user


def users_with_tokens(digests: Collection[str]) -> dict[str, int]:
    """For many requests at once: the ids of the users whose tokens these are."""
    if connection.vendor == "postgresql":
        # Asked for every commit: a text that never changes stays prepared.
        with connection.cursor() as cursor:
            cursor.execute(_OWNERS, [f"{{{','.join(digests)}}}"])
            return dict(cursor.fetchall())
    found = ApiToken.objects.filter(digest__in=digests, user__is_active=True)
    return dict(found.values_list("digest", "user_id"))


_OWNERS = """
SELECT token.digest, token.user_id FROM accounts_apitoken AS token
JOIN accounts_user ON accounts_user.id = token.user_id AND is_active
WHERE token.digest = ANY(%s::text[])
"""


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
