"""The log of a game: what is added to it (see writer.py) and how it is read back, in order."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import connection
from django.db.models import TextField
from django.db.models.functions import Cast

from games.tables.models import GameEvent
from rules import decode_log
from rules.export import CommandRecord, Link
from rules.kernel.edition import Edition, Event


class Addition(NamedTuple):
    """What one command adds to the log of one game; the opening of a game has no command."""

    game_id: UUID
    command_id: UUID | None
    command: CommandRecord | None
    user_id: int | None
    events: list[Link]
    recorded_at: datetime


class Recorded(NamedTuple):
    """One event as it is read back."""

    seq: int
    event: Event
    digest: str
    recorded_at: datetime
    command_id: UUID | None
    text: bytes = b""  # as JSON, where everyone sees the same of it and it was written down already


class Head(NamedTuple):
    """The last event of a log."""

    seq: int
    digest: str
    recorded_at: datetime


@lru_cache(maxsize=256)
def instant(at: datetime) -> str:
    """A moment as the digests cover it. All events of a command share one."""
    return f"{at.astimezone(UTC).isoformat(timespec='microseconds')[:-6]}Z"


def canonical(record: CommandRecord) -> bytes:
    """The same bytes as the rules write it in, fourteen times as fast: the body of an accepted command has texts,
    small numbers, and lists of them."""
    return orjson.dumps(record, option=orjson.OPT_SORT_KEYS)


def read(edition: Edition, game_id: UUID, after: int, until: int) -> list[Recorded]:
    """The events after one position up to another, decoded."""
    log = GameEvent.objects.filter(game_id=game_id, seq__gt=after, seq__lte=until).order_by("seq")
    # The payload as text: Django would parse each by itself, and `decode_log` knows most of them already.
    rows = log.annotate(text=Cast("payload", TextField())).values_list(*COLUMNS)
    return _decoded(edition, list(rows))


def read_tails(positions: Mapping[UUID, tuple[Edition, int]]) -> dict[UUID, list[Recorded]]:
    """Of each of these games what follows its position."""
    if connection.vendor != "postgresql":
        return {
            game_id: read(edition, game_id, after, LAST_SEQ)
            for game_id, (edition, after) in positions.items()
        }
    rows: dict[UUID, list[Any]] = {game_id: [] for game_id in positions}
    with connection.cursor() as cursor:
        cursor.execute(_TAILS, [list(positions), [after for _, after in positions.values()]])
        for game_id, *row in cursor:
            rows[game_id].append(row)
    return {game_id: _decoded(positions[game_id][0], found) for game_id, found in rows.items()}


COLUMNS = ("seq", "digest", "recorded_at", "command_id", "type", "version", "text")
LAST_SEQ = 2**31 - 1

_TAILS = """
SELECT game_id, seq, digest, recorded_at, command_id, type, version, payload::text
FROM unnest(%s::uuid[], %s::int[]) AS asked (game, after)
JOIN tables_gameevent ON game_id = asked.game AND seq > asked.after
ORDER BY game_id, seq
"""


def _decoded(edition: Edition, rows: Sequence[Sequence[Any]]) -> list[Recorded]:
    events = decode_log(edition, [tuple(row[4:]) for row in rows], orjson.loads)
    return [
        Recorded(seq, event, digest, at, command_id)
        for (seq, digest, at, command_id, *_), event in zip(rows, events, strict=True)
    ]
