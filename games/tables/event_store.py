"""The log in the database: appended in one statement per table, read in order.

The events of many commands, of many games, go into one statement: the primary key (game, seq) is
the guard that no position is ever taken twice. Nothing here decides anything.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

import orjson
from django.db import connection

from games.tables.models import GameCommand, GameEvent
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


def instant(at: datetime) -> str:
    """A moment as the digests cover it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def append(additions: Sequence[Addition]) -> None:
    """Inside the caller's transaction. A position that is taken raises IntegrityError."""
    if connection.vendor == "postgresql":
        _append_columns(additions)
    else:
        GameCommand.objects.bulk_create(_command_rows(additions))
        GameEvent.objects.bulk_create(_event_rows(additions))


# Constant texts, whatever the number of rows: so they stay prepared.
_INSERT_COMMANDS = """
INSERT INTO tables_gamecommand
    (game_id, command_id, actor, user_id, body, first_seq, last_seq, submitted_at)
SELECT game, command, actor, account, body::jsonb, first, last, at
FROM unnest(%s::uuid[], %s::uuid[], %s::text[], %s::bigint[], %s::text[], %s::int[], %s::int[],
            %s::timestamptz[]) AS added (game, command, actor, account, body, first, last, at)
"""
_INSERT_EVENTS = """
INSERT INTO tables_gameevent
    (game_id, seq, command_id, type, version, payload, digest, recorded_at)
SELECT game, seq, command, type, version, payload::jsonb, digest, at
FROM unnest(%s::uuid[], %s::int[], %s::uuid[], %s::text[], %s::smallint[], %s::text[], %s::text[],
            %s::timestamptz[]) AS added (game, seq, command, type, version, payload, digest, at)
"""


def _append_columns(additions: Sequence[Addition]) -> None:
    commands = [
        (
            x.game_id,
            x.command_id,
            x.command["actor"],
            x.user_id,
            orjson.dumps(x.command["body"]).decode(),
            x.events[0]["seq"],
            x.events[-1]["seq"],
            x.recorded_at,
        )
        for x in additions
        if x.command is not None
    ]
    events = [
        (
            x.game_id,
            row["seq"],
            x.command_id,
            row["type"],
            row["version"],
            orjson.dumps(row["payload"]).decode(),
            row["digest"],
            x.recorded_at,
        )
        for x in additions
        for row in x.events
    ]
    with connection.cursor() as cursor:
        if commands:
            cursor.execute(
                _INSERT_COMMANDS, [list(column) for column in zip(*commands, strict=True)]
            )
        if events:
            cursor.execute(_INSERT_EVENTS, [list(column) for column in zip(*events, strict=True)])


def _command_rows(additions: Sequence[Addition]) -> list[GameCommand]:
    return [
        GameCommand(
            game_id=x.game_id,
            command_id=x.command_id,
            actor=x.command["actor"],
            user_id=x.user_id,
            body=x.command["body"],
            first_seq=x.events[0]["seq"],
            last_seq=x.events[-1]["seq"],
            submitted_at=x.recorded_at,
        )
        for x in additions
        if x.command is not None and x.command_id is not None
    ]


def _event_rows(additions: Sequence[Addition]) -> list[GameEvent]:
    return [
        GameEvent(
            game_id=x.game_id,
            seq=row["seq"],
            command_id=x.command_id,
            type=row["type"],
            version=row["version"],
            payload=row["payload"],
            digest=row["digest"],
            recorded_at=x.recorded_at,
        )
        for x in additions
        for row in x.events
    ]


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
