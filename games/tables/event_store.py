"""The log of a game: what is added to it (see writer.py) and how it is read back, in order."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

import orjson
from django.db.models import TextField
from django.db.models.functions import Cast

from games.tables.models import GameEvent
from rules import decode_log
from rules.export import ChainedEvent, CommandRecord
from rules.kernel.edition import Edition, Event


class Addition(NamedTuple):
    """What one command adds to the log of one game; the opening of a game has no command."""

    game_id: UUID
    command_id: UUID | None
    command: CommandRecord | None
    user_id: int | None
    events: list[ChainedEvent]
    recorded_at: datetime


class Recorded(NamedTuple):
    """One event as it is read back."""

    seq: int
    event: Event
    digest: str
    recorded_at: datetime
    command_id: UUID | None


class Head(NamedTuple):
    """The last event of a log."""

    seq: int
    digest: str
    recorded_at: datetime


@lru_cache(maxsize=256)
def instant(at: datetime) -> str:
    """A moment as the digests cover it. All events of a command share one."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def read(edition: Edition, game_id: UUID, after: int, until: int) -> list[Recorded]:
    """The events after one position up to another, decoded."""
    rows = list(
        GameEvent.objects.filter(game_id=game_id, seq__gt=after, seq__lte=until)
        .order_by("seq")
        # As text: Django would parse each by itself, and `decode_log` knows most of them already.
        .annotate(text=Cast("payload", TextField()))
        .values_list("seq", "digest", "recorded_at", "command_id", "type", "version", "text")
    )
    events = decode_log(edition, [row[4:] for row in rows], orjson.loads)
    return [
        Recorded(seq, event, digest, at, command_id)
        for (seq, digest, at, command_id, *_), event in zip(rows, events, strict=True)
    ]
