"""Plays a recorded game again from its commands and writes it down anew, as its file must be."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from rules.export import BEGINNING, ChainedEvent, EventRow, GameFile, event_row
from rules.kernel.chain import canonical, event_digest
from rules.kernel.chance import Chance
from rules.kernel.codec import decode_command
from rules.kernel.decider import advance, start
from rules.kernel.edition import Edition, Event
from rules.kernel.illegal import IllegalMove
from rules.kernel.layout import SEALED


class Discrepancy(Exception):
    """The first thing in the file that is not as it must be, in a sentence."""


class Rejudged:
    """A game as its commands, its seed and its salts give it; only the times are taken over.

    `commands` and `events` are what the file must have, each in the canonical form.
    """

    def __init__(self, file: GameFile, edition: Edition, chance: Chance) -> None:
        self.recorded = file["events"]
        self.edition = edition
        self.chance = chance
        self.commands: list[bytes] = []
        self.events: list[bytes] = []
        self.shuffles = 0
        _, self.head = BEGINNING
        self._folded: Any = None  # the state that the events alone lead to, one by one
        self._sealed = {
            layout.record
            for layout in edition.event_layouts.values()
            if any(field.audience == SEALED for field in layout.fields.values())
        }
        self.state, opening = start(edition, file["seats"], file["options"], chance)
        self._write(opening, None)
        for record in file["commands"]:
            self._judge(record)
        if len(self.events) < len(self.recorded):
            extra = self.recorded[len(self.events)]
            raise Discrepancy(f"Event {extra['seq']} ({extra['type']}) follows from no command.")
        if edition.state.encode(self._folded) != edition.state.encode(self.state):
            raise Discrepancy("Folding the events does not lead to the state that the rules reach.")

    def _judge(self, record: Any) -> None:
        command = decode_command(self.edition, record["body"])
        answer = advance(self.edition, self.state, command, self.chance)
        if isinstance(answer, IllegalMove):
            raise Discrepancy(
                f"Command {len(self.commands) + 1} ({record['body']['type']}), before event"
                f" {len(self.events) + 1}, breaks {answer.rule}: {answer.message}"
            )
        written = canonical(record)
        self.commands.append(written)
        self._write(answer, hashlib.sha256(written).hexdigest())

    def _write(self, events: Sequence[Event], command: str | None) -> None:
        for event in events:
            seq = len(self.events) + 1
            if seq > len(self.recorded):
                name = self.edition.layout_of[type(event)].name
                raise Discrepancy(f"The log ends where event {seq} ({name}) must follow.")
            recorded = self.recorded[seq - 1]
            row = event_row(self.edition, seq, event, command, recorded["recorded_at"])
            written = canonical(row)
            self.head = event_digest(self.head, self.chance.blind(seq), written)
            chained: ChainedEvent = {**row, "digest": self.head}
            if chained != recorded:
                raise Discrepancy(first_difference(recorded, chained))
            self.events.append(_with_digest(written, self.head))
            self._fold(event)
        # Between two events of one command nobody can act: whole commands are enough.
        wrong = self.edition.conserved(self._folded)
        if wrong is not None:
            raise Discrepancy(f"After event {len(self.events)} {wrong}.")

    def _fold(self, event: Event) -> None:
        if self._folded is None:
            self._folded = self.edition.new_state(event.seats, event.options)
        self.edition.evolves[type(event)](self._folded, event)
        self.shuffles += type(event) in self._sealed

    def explain(self) -> None:
        """To Python 1, 1.0 and true are the same; in a file they are not."""
        for recorded, written in zip(self.recorded, self.events, strict=True):
            if canonical(recorded) != written:
                raise Discrepancy(first_difference(recorded, json.loads(written)))


def _with_digest(row: bytes, digest: str) -> bytes:
    """The canonical form of the row with its digest, which stands behind the command's."""
    at = row.index(b',"payload":')
    return b'%b,"digest":"%b"%b' % (row[:at], digest.encode(), row[at:])


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
