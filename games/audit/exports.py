"""Everything for analysis, as CSV, JSON lines or Parquet. A row at a time: a million events need no more
memory than a thousand. Only games that are over are exported, so nothing hidden is in it."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.tables.event_store import instant
from games.tables.models import Game, GameCommand, GameEvent, Look

CHUNK = 2000  # rows read, and written, at a time

Row = tuple[Any, ...]


class Table(NamedTuple):
    columns: tuple[str, ...]
    numbers: frozenset[str]  # the columns that hold whole numbers; the others hold text
    rows: Callable[[QuerySet[Game]], Iterator[Row]]


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _games(games: QuerySet[Game]) -> Iterator[Row]:
    for game in games.prefetch_related("seats").iterator(chunk_size=CHUNK):
        seats = [seat.name for seat in game.seats.all()]
        yield (
            str(game.id), game.edition, game.seat_count, game.started_at and instant(game.started_at),
            game.ended_at and instant(game.ended_at), game.head_seq, game.head_digest,
            _text(game.options), _text(seats), _text(game.result),
        )  # fmt: skip


def _events(games: QuerySet[Game]) -> Iterator[Row]:
    rows = (
        GameEvent.objects.filter(game__in=games.values("id"))
        .order_by("game_id", "seq")
        .values_list("game_id", "seq", "type", "version", "payload", "digest", "recorded_at")
    )
    for game_id, seq, type_name, version, payload, digest, at in rows.iterator(chunk_size=CHUNK):
        yield (
            str(game_id),
            seq,
            type_name,
            version,
            payload.get("seat"),
            _text(payload),
            digest,
            instant(at),
        )


def _commands(games: QuerySet[Game]) -> Iterator[Row]:
    rows = (
        GameCommand.objects.filter(game__in=games.values("id"))
        .order_by("game_id", "first_seq")
        .values_list(
            "game_id", "command_id", "actor", "body", "first_seq", "last_seq", "submitted_at"
        )
    )
    for game_id, command_id, actor, body, first, last, at in rows.iterator(chunk_size=CHUNK):
        yield (
            str(game_id),
            str(command_id),
            actor,
            body["type"],
            body.get("seat"),
            _text(body),
            first,
            last,
            instant(at),
        )


def _looks(games: QuerySet[Game]) -> Iterator[Row]:
    rows = Look.objects.filter(game__in=games.values("id")).order_by("id").select_related("user")
    for look in rows.iterator(chunk_size=CHUNK):
        person = str(look.user) if look.user else ""
        yield str(look.game_id), person, look.what, look.seq, instant(look.looked_at)


TABLES = {
    "games": Table(
        ("game", "edition", "seats", "started_at", "ended_at", "events", "digest", "options", "names", "result"),
        frozenset({"seats", "events"}),
        _games,
    ),
    "events": Table(
        ("game", "seq", "type", "version", "seat", "payload", "digest", "recorded_at"),
        frozenset({"seq", "version", "seat"}),
        _events,
    ),
    "commands": Table(
        ("game", "command_id", "actor", "type", "seat", "body", "first_seq", "last_seq", "submitted_at"),
        frozenset({"seat", "first_seq", "last_seq"}),
        _commands,
    ),
    "looks": Table(("game", "person", "what", "seq", "looked_at"), frozenset({"seq"}), _looks),
}  # fmt: skip


def chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    stream = iter(rows)
    while chunk := list(islice(stream, CHUNK)):
        yield chunk


# A cell that begins like this would be a formula in a spreadsheet: somebody's name must not be one.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def as_csv(table: Table, rows: Iterable[Row]) -> Iterator[bytes]:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(table.columns)
    for chunk in chunks(rows):
        writer.writerows([_cell(value) for value in row] for row in chunk)
        yield _taken(buffer)
    yield _taken(buffer)


def _taken(buffer: io.StringIO) -> bytes:
    content = buffer.getvalue().encode()
    buffer.seek(0)
    buffer.truncate()
    return content


def as_json(table: Table, rows: Iterable[Row]) -> Iterator[bytes]:
    """One object on each line."""
    for chunk in chunks(rows):
        yield "".join(
            _text(dict(zip(table.columns, row, strict=True))) + "\n" for row in chunk
        ).encode()


class _Outlet:
    """A file that is only written to, and emptied after each group of rows."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []
        self.position = 0
        self.closed = False

    def write(self, content: Any) -> int:
        taken = bytes(content)
        self.waiting.append(taken)
        self.position += len(taken)
        return len(taken)

    def tell(self) -> int:
        return self.position

    def flush(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True

    def take(self) -> bytes:
        content = b"".join(self.waiting)
        self.waiting.clear()
        return content


def as_parquet(table: Table, rows: Iterable[Row]) -> Iterator[bytes]:
    import pyarrow  # a large library that nothing else needs
    import pyarrow.parquet

    schema = pyarrow.schema(
        [
            (name, pyarrow.int64() if name in table.numbers else pyarrow.string())
            for name in table.columns
        ]
    )
    outlet = _Outlet()
    with pyarrow.parquet.ParquetWriter(outlet, schema, compression="zstd") as writer:
        for chunk in chunks(rows):
            writer.write_batch(pyarrow.record_batch(list(zip(*chunk, strict=True)), schema=schema))
            yield outlet.take()
    yield outlet.take()


FORMATS: dict[str, tuple[str, Callable[[Table, Iterable[Row]], Iterator[bytes]]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "json": ("application/x-ndjson", as_json),
    "parquet": ("application/vnd.apache.parquet", as_parquet),
}
