"""Plays a recorded game again from its commands and writes it down anew, as its file must be."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from rules.export import ChainedEvent, EventRow, GameFile
from rules.kernel.audiences import SEALED
from rules.kernel.chain import GENESIS, canonical
from rules.kernel.chance import Chance
from rules.kernel.codec import decode_command, encode_command
from rules.kernel.decider import advance, fold, start
from rules.kernel.edition import Command, Edition, Event
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import Malformed
from rules.kernel.writing import Written, remember, written, written_then

# In other games, too, most commands are such as have occurred before.
_KNOWN_COMMANDS: dict[Edition, dict[bytes, tuple[Command, bytes]]] = {}


class Discrepancy(Exception):
    """The first thing in the file that is not as it must be, in a sentence."""


class Rejudged:
    """A game as its commands, its seed and its salts give it; only the times are taken over.

    `commands` and `events` are what the file must have, each in the canonical form. Whoever compares their
    bytes with the file's has compared everything; `explain` says then what is different.
    """

    def __init__(self, file: GameFile, edition: Edition, chance: Chance) -> None:
        self.recorded = file["events"]
        self.edition = edition
        self.chance = chance
        self.commands: list[bytes] = []
        self.events: list[bytes] = []
        self._happened: list[Event] = []
        self._known_commands = _KNOWN_COMMANDS.setdefault(edition, {})
        self._head = bytes.fromhex(GENESIS)
        self.state, opening = start(edition, file["seats"], file["options"], chance)
        self._write(opening, b"null")
        for before, body, behind in file["commands"].in_parts():
            self._judge(before, body, behind)
        # The events alone must lead where the rules went.
        if not fold(edition, self._happened).equals(self.state):
            raise self._first_wrong(
                "Folding the events does not lead to the state that the rules reach."
            )

    @property
    def head(self) -> str:
        """The last digest of the chain."""
        return self._head.hex()

    @property
    def shuffles(self) -> int:
        sealed = {
            layout.record
            for layout in self.edition.event_layouts.values()
            if any(field.audience == SEALED for field in layout.fields.values())
        }
        return sum(type(event) in sealed for event in self._happened)

    def _judge(self, before: bytes, body: bytes, behind: bytes) -> None:
        try:
            command, body = self._read(body)
        except Malformed as wrong:
            raise self._first_wrong(
                f"Command {len(self.commands) + 1}, before event {len(self.events) + 1}, makes no sense: {wrong}."
            ) from None
        answer = advance(self.edition, self.state, command, self.chance)
        if isinstance(answer, IllegalMove):
            name = self.edition.layout_of[type(command)].name
            raise self._first_wrong(
                f"Command {len(self.commands) + 1} ({name}), before event"
                f" {len(self.events) + 1}, breaks {answer.rule}: {answer.message}"
            )
        record = before + body + behind
        self.commands.append(record)
        self._write(answer, b'"%b"' % hashlib.sha256(record).hexdigest().encode())

    def _read(self, body: bytes) -> tuple[Command, bytes]:
        """The command that stands there, and its canonical form."""
        known = self._known_commands.get(body)
        if known is None:
            command = decode_command(self.edition, json.loads(body))
            known = command, canonical(encode_command(self.edition, command))
            remember(self._known_commands, body, known)
        return known

    def _write(self, events: Sequence[Event], command: bytes) -> None:
        """Each as `canonical` writes its row: most payloads have occurred before and are only put together."""
        self._happened += events
        seq = len(self.events)
        try:
            # The events of one command are recorded at one time.
            recorded_at = self.recorded.recorded_at(seq)
        except IndexError:
            raise self._ends_too_early() from None
        begin = b'{"command":' + command
        edition, head, blind = self.edition, self._head, self.chance.blind
        for event in events:
            seq += 1
            had_other_forms = type(event) in edition.had_other_forms
            _, _, payload, ending = (
                self._as_recorded(event, seq) if had_other_forms else written(edition, event)
            )
            rest = b',"payload":%b,"recorded_at":%b,"seq":%d,%b}' % (
                payload,
                recorded_at,
                seq,
                ending,
            )
            head = hashlib.sha256(head + blind(seq) + begin + rest).digest()
            self.events.append(b'%b,"digest":"%b"%b' % (begin, head.hex().encode(), rest))
        self._head = head
        # Between two events of one command nobody can act: whole commands are enough.
        wrong = edition.conserved(self.state)
        if wrong is not None:
            raise self._first_wrong(f"After event {seq} {wrong}.")

    def _as_recorded(self, event: Event, seq: int) -> Written:
        """In the form that the release had which has recorded it."""
        if seq > len(self.recorded):
            raise self._ends_too_early()
        recorded = self.recorded[seq - 1]
        return written_then(self.edition, event, recorded["type"], recorded["version"])

    def explain(self) -> None:
        """Raises what is to be said where the file has other bytes than these events."""
        self._compare()
        if len(self.recorded) < len(self.events):
            raise self._ends_too_early()
        if len(self.recorded) > len(self.events):
            extra = self.recorded[len(self.events)]
            raise Discrepancy(f"Event {extra['seq']} ({extra['type']}) follows from no command.")

    def _compare(self) -> None:
        for recorded, ours in zip(self.recorded, self.events, strict=False):
            # Not the values: to Python 1, 1.0 and true are the same; in a file they are not.
            if canonical(recorded) != ours:
                raise Discrepancy(first_difference(recorded, json.loads(ours)))

    def _ends_too_early(self) -> Discrepancy:
        missing = self.edition.layout_of[type(self._happened[len(self.recorded)])].name
        return self._first_wrong(
            f"The log ends where event {len(self.recorded) + 1} ({missing}) must follow."
        )

    def _first_wrong(self, words: str) -> Discrepancy:
        """An event that was recorded otherwise comes before what went wrong after it."""
        self._compare()
        return Discrepancy(words)


def first_difference(recorded: ChainedEvent, derived: ChainedEvent) -> str:
    """What the log says and what the rules say, where the two first part."""
    where = f"Event {derived['seq']} diverges"
    if recorded["type"] != derived["type"]:
        return f"{where}: recorded is {recorded['type']}, by the rules it is {derived['type']}."
    theirs, ours = recorded["payload"], derived["payload"]
    for name in ours:
        if canonical(theirs.get(name)) != canonical(ours[name]):
            return (
                f"{where} ({derived['type']}): recorded is {name} = {_text(theirs.get(name))},"
                f" by the rules it is {_text(ours[name])}."
            )
    for name in EventRow.__annotations__:
        if name != "payload" and canonical(recorded.get(name)) != canonical(derived.get(name)):
            return (
                f"{where} ({derived['type']}): its {name} is {_text(recorded.get(name))},"
                f" and must be {_text(derived.get(name))}."
            )
    if theirs.keys() != ours.keys() or recorded.keys() != derived.keys():
        return f"{where} ({derived['type']}): it has a part that does not belong there."
    return f"The chain breaks at event {derived['seq']} ({derived['type']})."


def _text(value: Any) -> str:
    text = canonical(value).decode()
    return text if len(text) <= 200 else f"{text[:200]}..."
