"""What a batch of commands needs from the database, and what it leaves there: on PostgreSQL two
small statements to lock and read, one to write. Their texts never change, so they stay prepared."""

from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import connection

from games.tables.event_store import Addition
from games.tables.models import Game, GameCommand, GameEvent
from games.tables.projections import COLUMNS
from games.tables.sitters import AS_TEXT, Sitters, read_sitters, sitters_of_many

ROW = ("id", *COLUMNS)
row_of = attrgetter(*ROW)


class Locked(NamedTuple):
    """A game that nobody else can move until the transaction ends."""

    game_id: UUID
    head_digest: str
    sitters: Sitters


class Known(NamedTuple):
    """What a game was known to be when it was judged."""

    game_id: UUID
    head_digest: str
    sitters: str


def lock(game_ids: Collection[UUID]) -> list[Locked]:
    """These games, in the order of their ids, so that two batches never wait for each other in a
    circle."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_LOCK, [_array(game_ids)])
            return [
                Locked(game_id, digest, read_sitters(seats)) for game_id, digest, seats in cursor
            ]
    # SQLite has locked the whole database when the transaction began.
    heads = Game.objects.filter(id__in=game_ids).order_by("id").values_list("id", "head_digest")
    sitters = sitters_of_many(game_ids)
    return [Locked(game_id, digest, sitters[game_id]) for game_id, digest in heads]


_LOCK = f"""
SELECT game.id, game.head_digest,
    (SELECT {AS_TEXT} FROM tables_seat WHERE game_id = game.id) AS sitters
FROM tables_game AS game WHERE game.id = ANY(%s::uuid[]) ORDER BY game.id FOR NO KEY UPDATE OF game
"""


def known(keys: Sequence[tuple[UUID, UUID]]) -> list[tuple[UUID, UUID]]:
    """Those of these (game, command_id) that are in the log already: a retry, a double click.

    A statement of its own, after the lock: whoever waited for it must see what was added meanwhile.
    """
    games, commands = [list(column) for column in zip(*keys, strict=True)]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_KNOWN, [_array(games), _array(commands)])
            return list(cursor.fetchall())
    found = GameCommand.objects.filter(game_id__in=games, command_id__in=commands)
    return [key for key in found.values_list("game_id", "command_id") if key in keys]


_KNOWN = """
SELECT game_id, command_id FROM tables_gamecommand
JOIN unnest(%s::uuid[], %s::uuid[]) AS asked (game, command)
ON game_id = asked.game AND command_id = asked.command
"""


def write(additions: Sequence[Addition], games: Sequence[Game]) -> None:
    """Appends to the log and stores the projections, inside the caller's transaction.

    A position that is taken, or a command that is there already, raises IntegrityError.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_WRITE, _texts(_as_json(additions, games)))
    else:
        GameCommand.objects.bulk_create(_command_rows(additions))
        GameEvent.objects.bulk_create(_event_rows(additions))
        for game in games:
            game.save(update_fields=list(COLUMNS))


def write_what_still_holds(
    additions: Sequence[Addition], games: Sequence[Game], known: Sequence[Known]
) -> set[UUID]:
    """The same with one statement and without a lock before it, PostgreSQL only: of those games that are as
    they were known. Returns which they are."""
    with connection.cursor() as cursor:
        cursor.execute(WRITE_WHAT_HOLDS, _texts(parameters(additions, games, known)))
        return {game_id for (game_id,) in cursor}


def parameters(
    additions: Sequence[Addition], games: Sequence[Game], known: Sequence[Known]
) -> list[bytes]:
    """Of `WRITE_WHAT_HOLDS`."""
    ids = _array(one.game_id for one in known).encode()
    as_known = orjson.dumps([one._asdict() for one in known])
    return [ids, as_known, *_as_json(additions, games)]


def _appending(of_games: str = "") -> str:
    """The statement that appends; with a relation of ids only to the logs of those games."""
    these, this = (
        f"JOIN {of_games} ON {of_games}.id = new.{key}" if of_games else ""
        for key in ("game", "id")
    )
    return f"""
commands AS (
    INSERT INTO tables_gamecommand
        (game_id, command_id, actor, user_id, body, first_seq, last_seq, submitted_at)
    SELECT new.* FROM json_to_recordset(%s::json) AS new
        (game uuid, command uuid, actor text, account bigint, body jsonb, first int, last int,
         at timestamptz) {these}
),
events AS (
    INSERT INTO tables_gameevent
        (game_id, seq, command_id, type, version, payload, digest, recorded_at)
    SELECT new.* FROM json_to_recordset(%s::json) AS new
        (game uuid, seq int, command uuid, type text, version smallint, payload jsonb,
         digest text, recorded_at timestamptz) {these}
)
UPDATE tables_game SET {", ".join(f"{name} = new.{name}" for name in COLUMNS)}
FROM json_to_recordset(%s::json) AS new
    (id uuid, {", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())}) {this}
WHERE tables_game.id = new.id
"""


_WRITE = f"WITH {_appending()}"

# Locked by id alone, and compared then: who waits for somebody else's commit sees what that has left, and no
# other game is looked at.
WRITE_WHAT_HOLDS = f"""
WITH locked AS MATERIALIZED ({_LOCK}),
held AS MATERIALIZED (
    SELECT locked.id FROM locked
    JOIN json_to_recordset(%s::json) AS known (game_id uuid, head_digest text, sitters text)
    ON known.game_id = locked.id
    WHERE known.head_digest = locked.head_digest AND known.sitters = locked.sitters
),
{_appending("held")} RETURNING tables_game.id
"""


def _array(ids: Iterable[UUID]) -> str:
    """As one text: PostgreSQL reads it faster than it could be written value by value."""
    return f"{{{','.join(map(str, ids))}}}"


def _texts(parameters: Iterable[bytes]) -> list[str]:
    """As psycopg wants them: bytes are something else to it."""
    return [parameter.decode() for parameter in parameters]


def _as_json(additions: Sequence[Addition], games: Sequence[Game]) -> list[bytes]:
    """The rows of each table as one text."""
    commands: list[dict[str, Any]] = [
        {
            "game": x.game_id,
            "command": x.command_id,
            "actor": x.command["actor"],
            "account": x.user_id,
            "body": x.command["body"],
            "first": x.events[0].seq,
            "last": x.events[-1].seq,
            "at": x.recorded_at,
        }
        for x in additions
        if x.command is not None
    ]
    events: list[dict[str, Any]] = [
        {
            "game": x.game_id,
            "seq": link.seq,
            "command": x.command_id,
            "type": link.type,
            "version": link.version,
            "payload": orjson.Fragment(link.payload),
            "digest": link.digest,
            "recorded_at": x.recorded_at,
        }
        for x in additions
        for link in x.events
    ]
    rows = [dict(zip(ROW, row_of(game), strict=True)) for game in games]
    return [orjson.dumps(table) for table in (commands, events, rows)]


def _command_rows(additions: Sequence[Addition]) -> list[GameCommand]:
    return [
        GameCommand(
            game_id=x.game_id,
            command_id=x.command_id,
            actor=x.command["actor"],
            user_id=x.user_id,
            body=x.command["body"],
            first_seq=x.events[0].seq,
            last_seq=x.events[-1].seq,
            submitted_at=x.recorded_at,
        )
        for x in additions
        if x.command is not None and x.command_id is not None
    ]


def _event_rows(additions: Sequence[Addition]) -> list[GameEvent]:
    return [
        GameEvent(
            game_id=x.game_id,
            seq=link.seq,
            command_id=x.command_id,
            type=link.type,
            version=link.version,
            payload=orjson.loads(link.payload),
            digest=link.digest,
            recorded_at=x.recorded_at,
        )
        for x in additions
        for link in x.events
    ]
