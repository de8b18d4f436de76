"""How often commands, sockets and their messages may come.

Counted in the memory of each web process, since asking anybody else would cost more than the
command itself: across two processes, twice as many pass. Guesses at a password are counted
exactly, in the database: throttle.py.
"""

import time
from collections import Counter
from math import ceil

from django.conf import settings

from games.problems import Problem


class Window:
    """What was counted since it was opened. When it ends all of it is forgotten together."""

    def __init__(self, end: float) -> None:
        self.end = end
        self.counts: Counter[object] = Counter()


_windows: dict[str, Window] = {}


def refusal(limit: str, subject: object) -> Problem | None:
    """Count one, and say why it is refused where there were too many."""
    most, seconds = settings.RATE_LIMITS[limit]
    now = time.monotonic()
    window = _windows.get(limit)
    if window is None or window.end <= now:
        window = _windows[limit] = Window(now + seconds)
    # Two threads at the same moment may count one for two: that harms nobody.
    window.counts[subject] += 1
    if not most or window.counts[subject] <= most:
        return None
    wait = ceil(window.end - now)
    return Problem(
        429, "too-many-requests", f"That was too much at once: try again in {wait} s.",
        retry_after=wait,
    )  # fmt: skip
