"""The log in the database: appended in one statement per table, read in order.

The events of many commands, of many games, go into one statement: the primary key (game, seq) is
the guard that no position is ever taken twice. Nothing here decides anything.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

import orjson
from django.db import connection

from games.tables.models import Game, GameCommand, GameEvent
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


def lock_heads(game_ids: Collection[UUID]) -> list[tuple[UUID, str]]:
    """The last digest of each log, which nobody else can add to until the transaction ends.

    In the order of their ids, so that two batches never wait for each other in a circle.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_LOCK_HEADS, [list(game_ids)])
            return list(cursor.fetchall())
    # SQLite has locked the whole database when the transaction began.
    games = Game.objects.filter(id__in=game_ids).order_by("id")
    return list(games.values_list("id", "head_digest"))


_LOCK_HEADS = """
SELECT id, head_digest FROM tables_game WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE
"""


def known_commands(keys: Sequence[tuple[UUID, UUID]]) -> list[tuple[UUID, UUID]]:
    """Those of these (game, command_id) that are in the log already."""
    games, commands = [list(column) for column in zip(*keys, strict=True)]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_KNOWN_COMMANDS, [games, commands])
            return list(cursor.fetchall())
    found = GameCommand.objects.filter(game_id__in=games, command_id__in=commands)
    return [key for key in found.values_list("game_id", "command_id") if key in keys]


_KNOWN_COMMANDS = """
SELECT game_id, command_id FROM tables_gamecommand
JOIN unnest(%s::uuid[], %s::uuid[]) AS asked (game, command)
ON game_id = asked.game AND command_id = asked.command
"""


def append(additions: Sequence[Addition]) -> None:
    """Inside the caller's transaction. A position that is taken raises IntegrityError."""
    if connection.vendor == "postgresql":
        _append_as_json(additions)
    else:
        GameCommand.objects.bulk_create(_command_rows(additions))
        GameEvent.objects.bulk_create(_event_rows(additions))


# All rows travel as one JSON text: the statements are constant, so they stay prepared, and
# nothing is quoted value by value.
_INSERT_COMMANDS = """
INSERT INTO tables_gamecommand
    (game_id, command_id, actor, user_id, body, first_seq, last_seq, submitted_at)
SELECT game, command, actor, account, body, first, last, at
FROM json_to_recordset(%s::json) AS added
    (game uuid, command uuid, actor text, account bigint, body jsonb, first int, last int,
     at timestamptz)
"""
_INSERT_EVENTS = """
INSERT INTO tables_gameevent
    (game_id, seq, command_id, type, version, payload, digest, recorded_at)
SELECT game, seq, command, type, version, payload, digest, recorded_at
FROM json_to_recordset(%s::json) AS added
    (game uuid, seq int, command uuid, type text, version smallint, payload jsonb, digest text,
     recorded_at timestamptz)
"""


def _append_as_json(additions: Sequence[Addition]) -> None:
    commands = [
        {
            "game": x.game_id,
            "command": x.command_id,
            "actor": x.command["actor"],
            "account": x.user_id,
            "body": x.command["body"],
            "first": x.events[0]["seq"],
            "last": x.events[-1]["seq"],
            "at": x.recorded_at,
        }
        for x in additions
        if x.command is not None
    ]
    events = [
        {**row, "game": x.game_id, "command": x.command_id} for x in additions for row in x.events
    ]
    with connection.cursor() as cursor:
        if commands:
            cursor.execute(_INSERT_COMMANDS, [orjson.dumps(commands).decode()])
        cursor.execute(_INSERT_EVENTS, [orjson.dumps(events).decode()])


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
