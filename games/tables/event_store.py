"""The log of a game: what is added to it (see writer.py) and how it is read back, in order."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from games.tables.models import GameEvent
from rules import decode_event
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
    rows = (
        GameEvent.objects.filter(game_id=game_id, seq__gt=after, seq__lte=until)
        .order_by("seq")
        .values_list("seq", "type", "version", "payload", "digest", "recorded_at", "command_id")
    )
    return [
        Recorded(seq, decode_event(edition, type_name, version, payload), digest, at, command_id)
        for seq, type_name, version, payload, digest, at, command_id in rows
    ]
