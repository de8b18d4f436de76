"""How often one account or one address may try something.

Counted in the database, in one statement: that holds across all web processes, survives the
loss of any cache, and many attempts at the same moment can't slip through together.
"""

import time
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.http import HttpRequest

from games.accounts.models import Attempts, User
from games.accounts.names import fold
from games.problems import Problem

COUNT = """
    INSERT INTO accounts_attempts (key, count, until) VALUES (%(key)s, 1, %(until)s)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN accounts_attempts.until <= %(now)s THEN 1
                     ELSE accounts_attempts.count + 1 END,
        until = CASE WHEN accounts_attempts.until <= %(now)s THEN excluded.until
                     ELSE accounts_attempts.until END
    RETURNING count, until
"""


def count_attempt(limit: str, subject: str) -> None:
    """Count one attempt, and refuse it where there were too many."""
    most, seconds = settings.RATE_LIMITS[limit]
    now = int(time.time())
    with connection.cursor() as cursor:
        cursor.execute(COUNT, {"key": key_of(limit, subject), "now": now, "until": now + seconds})
        count, until = cursor.fetchone()
    if count == 1:
        Attempts.objects.filter(until__lt=now).delete()
    if most and count > most:
        minutes = max(1, round((until - now) / 60))
        wait = f"{minutes} minutes" if minutes > 1 else "a minute"
        raise Problem(
            429, "too-many-attempts", f"Too many attempts: try again in {wait}.",
            retry_after=until - now,
        )  # fmt: skip


def take_back(limit: str, subject: str) -> None:
    """It was no failure after all."""
    Attempts.objects.filter(key=key_of(limit, subject), count__gt=0).update(count=F("count") - 1)


def forget(limit: str, subject: str) -> None:
    Attempts.objects.filter(key=key_of(limit, subject)).delete()


def forget_guesses(user: User) -> None:
    for limit in ("sign_in_account", "confirm_password"):
        forget(limit, account_of(user))


def key_of(limit: str, subject: str) -> str:
    return f"{limit}:{fold(subject)}"[:200]


def account_of(user: User) -> str:
    """An account as the subject of a limit: by its number, whatever names lead to it."""
    return f"account {user.pk}"


def account_called(username: str) -> str:
    """The account that a name leads to. One that leads to none is counted, too: nobody is told which is which."""
    user = User.objects.named(username)
    return account_of(user) if user else f"name {username}"


def address_of(request: HttpRequest) -> str:
    """Where a request comes from."""
    return network_of(request.META.get("REMOTE_ADDR", ""))


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Whoever has one IPv6 address has its whole /64."""
    try:
        found = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found), 64), strict=False))
    return str(found)
