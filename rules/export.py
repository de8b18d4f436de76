"""The file of a finished game: all that a stranger needs to check it, in one JSON document.

    {
      "format":      "roundhouse-game/1",
      "game":        the game's name where it was played, any text,
      "edition":     "card_game",
      "ruleset":     1,
      "data_digest": sha256 of the edition's printed pieces,
      "seats":       4,
      "options":     {"open_track": false, ...}, every option of the edition,
      "commitment":  sha256 of the seed, as it was shown before anyone sat down,
      "salts":       one text for each seat,
      "seed":        the revealed seed, 64 hexadecimal digits,
      "commands":    every accepted command in order, each a `CommandRecord`,
      "events":      the whole log in order, each a `ChainedEvent`,
      "digest":      sha256 of the canonical form of all of the above
    }

The file is the canonical form (sorted keys, no spaces, UTF-8) and one newline. So each document has
exactly one file, and a single changed byte shows.

A command's digest stands in each event that it caused, and each event's digest covers the one
before it: the head of the chain, published while the game ran, vouches for the whole.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain as joined
from typing import Any, NamedTuple, TypedDict, cast

from rules.kernel.chain import GENESIS, canonical, event_digest
from rules.kernel.chance import Chance, commitment
from rules.kernel.edition import Edition, Event
from rules.kernel.writing import written

FORMAT = "roundhouse-game/1"

BEGINNING = (0, GENESIS)

# Whatever else may stand there is read with care.
PLAIN_TIME = re.compile(rb'"[-+.:0-9TZ]*"')
# A command's record in the canonical form, and what separates it from the next. The texts of the service
# are plain, and then their canonical form is what stands there. No part can run on past the next brace or
# quote: however a file is made, it is read once.
PLAIN_COMMAND = re.compile(
    rb'({"actor":"[-\w:.]*","body":)({[^{}]*})(,"command_id":"[-\w:.]*","submitted_at":"[-+.:\w]*"}),?'
)


class CommandRecord(TypedDict):
    """An accepted command, as its digest covers it."""

    command_id: str
    actor: str  # in what role, never who: "player", "policy:easy", "judge", "service"
    body: dict[str, Any]  # `encode_command`: the type and the fields
    submitted_at: str  # ISO 8601 in UTC, or "" where no clock ran


class EventRow(TypedDict):
    """An event, as its digest covers it."""

    seq: int  # from 1, without a gap
    type: str
    version: int
    payload: dict[str, Any]
    command: str | None  # the digest of the command that caused it; none for the opening
    recorded_at: str  # ISO 8601 in UTC, or "" where no clock ran


class ChainedEvent(EventRow):
    digest: str


class Link(NamedTuple):
    """An event in the chain of its log."""

    seq: int
    type: str
    version: int
    payload: bytes  # in the canonical form
    digest: str
    text: bytes  # the canonical form of the `ChainedEvent`


class GameFile(TypedDict):
    format: str
    game: str
    edition: str
    ruleset: int
    data_digest: str
    seats: int
    options: dict[str, bool]
    commitment: str
    salts: list[str]
    seed: str
    commands: "RecordedCommands"
    events: "RecordedEvents"
    digest: str


class DamagedFile(ValueError):
    """Not a game file, or no longer the one that was written."""


def chain(
    edition: Edition,
    chance: Chance,
    after: tuple[int, str],
    events: Iterable[Event],
    command: bytes | None,
    recorded_at: str = "",
) -> list[Link]:
    """The links that append these events to a log whose last seq and digest are `after`.

    A log begins after `BEGINNING`. The events of one command, whose record in the canonical form this is, are
    recorded at one time.
    """
    seq, digest = after
    caused_by = (
        b"null" if command is None else b'"%b"' % hashlib.sha256(command).hexdigest().encode()
    )
    begin = b'{"command":%b' % caused_by
    at = canonical(recorded_at)
    links: list[Link] = []
    for event in events:
        seq += 1
        type_name, version, payload, ending = written(edition, event)
        # As `canonical` writes an `EventRow`.
        rest = b',"payload":%b,"recorded_at":%b,"seq":%d,%b}' % (payload, at, seq, ending)
        digest = event_digest(digest, chance.blind(seq), begin + rest)
        text = b'%b,"digest":"%b"%b' % (begin, digest.encode(), rest)
        links.append(Link(seq, type_name, version, payload, digest, text))
    return links


def game_file(
    game: str,
    edition: Edition,
    options: dict[str, bool],
    chance: Chance,
    commands: Iterable[CommandRecord],
    events: Iterable[bytes],
) -> bytes:
    """A finished game as the bytes of its file; its events are in the canonical form already."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": game,
        "edition": edition.id,
        "ruleset": edition.ruleset,
        "data_digest": edition.data_digest,
        "seats": len(chance.salts),
        "options": options,
        "commitment": commitment(chance.seed),
        "salts": list(chance.salts),
        "seed": chance.seed.hex(),
    }
    return assembled(document, map(canonical, commands), events)


def assembled(rest: Mapping[str, Any], commands: Iterable[bytes], events: Iterable[bytes]) -> bytes:
    """The file whose commands and events are in the canonical form already; its digest is made."""
    parts = {name: canonical(value) for name, value in rest.items()}
    parts["commands"] = b"[" + b",".join(commands) + b"]"
    parts["events"] = b"[" + b",".join(events) + b"]"
    digest = hashlib.sha256()
    for piece in _object(parts):
        digest.update(piece)
    parts["digest"] = canonical(digest.hexdigest())
    return b"".join([*_object(parts), b"\n"])


def _object(parts: Mapping[str, bytes]) -> Iterator[bytes]:
    """In pieces: two of them are large, and each copy of those takes its time."""
    separator = b"{"
    for name in sorted(parts):
        yield b'%b"%b":' % (separator, name.encode())
        yield parts[name]
        separator = b","
    yield b"}"


class RecordedCommands(Sequence[CommandRecord]):
    """The commands of a file as they stand there, read when somebody looks at one."""

    def __init__(self, written: bytes) -> None:
        self._written = written

    def in_parts(self) -> list[tuple[bytes, bytes, bytes]]:
        """The canonical form of each, in three: what stands before its body, the body, and what stands behind.

        Only the bodies may stand there otherwise, and are as they stand.
        """
        parts = PLAIN_COMMAND.findall(self._written)
        # Each is found once and nothing lies between two of them: then that was all, and in order.
        if sum(map(len, joined.from_iterable(parts))) + max(len(parts), 1) + 1 == len(
            self._written
        ):
            return parts
        return [
            (
                b'{"actor":%b,"body":' % canonical(record["actor"]),
                canonical(record["body"]),
                b',"command_id":%b,"submitted_at":%b}'
                % (canonical(record["command_id"]), canonical(record["submitted_at"])),
            )
            for record in self._read
        ]

    @cached_property
    def _read(self) -> list[CommandRecord]:
        return cast(list[CommandRecord], _read_json(self._written))

    def __getitem__(self, index: Any) -> Any:
        return self._read[index]

    def __len__(self) -> int:
        return len(self._read)


class RecordedEvents(Sequence[ChainedEvent]):
    """The events of a file as they stand there, read when somebody looks at one.

    Who has written a log anew needs but the times of this one, and compares bytes.
    """

    def __init__(self, written: bytes) -> None:
        self._written = written
        self._behind = written.split(b',"recorded_at":')

    def recorded_at(self, index: int) -> bytes:
        """In the canonical form."""
        if index + 1 < len(self._behind):
            written = self._behind[index + 1].partition(b',"seq":')[0]
            if PLAIN_TIME.fullmatch(written):
                return written
        return canonical(self._read[index]["recorded_at"])

    @cached_property
    def _read(self) -> list[ChainedEvent]:
        return cast(list[ChainedEvent], _read_json(self._written))

    def __getitem__(self, index: Any) -> Any:
        return self._read[index]

    def __len__(self) -> int:
        return len(self._read)


def read_game_file(raw: bytes) -> GameFile:
    """The document in these bytes. Whether it is the one that was written, `rules.verify` says."""
    # In the canonical form the commands and the events stand between these, and are most of the file.
    first, last = len(b'{"commands":'), raw.find(b'],"commitment":') + 1
    begin, end = raw.find(b',"events":[') + 10, raw.rfind(b'],"format":') + 1
    commands, events = raw[first:last], raw[begin:end]
    rest = b"%b[]%b[]%b" % (raw[:first], raw[last:begin], raw[end:])
    try:
        document = json.loads(rest) if first < last < begin < end else None
    except (ValueError, RecursionError):
        document = None
    if document is None:
        document = _read_json(raw)
        commands = events = b""
    if type(document) is not dict or document.get("format") != FORMAT:
        raise DamagedFile(f"This is not a game file: it does not say {FORMAT}.")
    if document.keys() != GameFile.__annotations__.keys():
        parts = ", ".join(sorted(GameFile.__annotations__))
        raise DamagedFile(f"The file must have exactly the parts {parts}.")
    document["commands"] = RecordedCommands(commands or canonical(document["commands"]))
    document["events"] = RecordedEvents(events or canonical(document["events"]))
    return cast(GameFile, document)


def _read_json(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as wrong:
        raise DamagedFile(f"This is not the file of a game, or a damaged one: {wrong}.") from None
