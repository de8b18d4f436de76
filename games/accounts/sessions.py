"""Sessions as Django keeps them in the database. A key that Django can't have made is nobody's, and is not asked for:
PostgreSQL takes no text with a NUL in it, and a cookie may have one."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS


class SessionStore(db.SessionStore):
    def __init__(self, session_key: str | None = None) -> None:
        is_made_up = not set(session_key or "") <= set(VALID_KEY_CHARS)
        super().__init__(None if is_made_up else session_key)
