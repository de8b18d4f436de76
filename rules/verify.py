"""Checks the file of a finished game with nothing but this package and the standard library.

    python -m rules.verify game.json
    python -m rules.verify --many folder
    python -m rules.verify --key example.org/tlog+1b2c3d4e+AX... evidence.json
    python -m rules.verify --against older.json evidence.json

What is checked: the file is the one that was written; the seed is the one committed to before
anyone sat down; the chain of digests is whole; every shuffle follows from the seed and the salts;
every command, judged again, gives exactly the events that were recorded; no card is lost or
doubled at any event; the result is the one that the rules give. An evidence file shows besides that
a transparency log has every event, and who has signed that log: see verify_log.py.
"""

import argparse
import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rules.editions import editions
from rules.export import (
    BEGINNING,
    ChainedEvent,
    DamagedFile,
    EventRow,
    GameFile,
    event_row,
    read_game_file,
)
from rules.kernel.chain import canonical, command_digest, event_digest
from rules.kernel.chance import SEED_BYTES, Chance, commitment
from rules.kernel.codec import decode_command
from rules.kernel.decider import advance, start
from rules.kernel.edition import Edition, Event
from rules.kernel.illegal import IllegalMove
from rules.kernel.layout import SEALED, Malformed
from rules.verify_log import (
    Logged,
    WrongEvidence,
    check_log,
    describe_log,
    first_difference,
    opened,
)


class Discrepancy(Exception):
    """The first thing in the file that is not as it must be, in a sentence."""


class Verified(NamedTuple):
    file: GameFile
    edition: Edition
    shuffles: int
    head: str  # the last digest of the chain
    result: Any
    logged: Logged | None  # where the file is evidence: what the transparency log shows


def verify(raw: bytes, trusted: Collection[str] = ()) -> Verified:
    """Checks everything, in the order of the module's description.

    `trusted`: public keys, one of which must have signed the log of an evidence file.
    """
    try:
        raw, log = opened(raw)
        file = read_game_file(raw)
        edition = _edition_of(file)
        chance = _chance_of(file)
        _check_chain(file["events"], chance)
        state, shuffles = _judge_again(raw, file, edition, chance)
        digests = [event["digest"] for event in file["events"]]
        logged = None if log is None else check_log(log, file["game"], digests, trusted)
    except (DamagedFile, WrongEvidence) as wrong:
        raise Discrepancy(str(wrong)) from None
    except (TypeError, KeyError, AttributeError, Malformed) as wrong:
        raise Discrepancy(f"A part of the file has the wrong shape: {wrong!r}.") from None
    if state.result is None or not state.revealed:
        raise Discrepancy("The log stops before the game has a result and its seed is revealed.")
    return Verified(file, edition, shuffles, file["events"][-1]["digest"], state.result, logged)


def _edition_of(file: GameFile) -> Edition:
    edition = editions().get(file["edition"])
    if edition is None:
        raise Discrepancy(f"There is no edition {file['edition']!r} here.")
    if edition.ruleset != file["ruleset"]:
        raise Discrepancy(
            f"The game was played by ruleset {file['ruleset']}, these are the rules"
            f" {edition.ruleset}: check it with the release that has them."
        )
    if edition.data_digest != file["data_digest"]:
        raise Discrepancy("The printed pieces that the game was played with are not these.")
    return edition


def _chance_of(file: GameFile) -> Chance:
    try:
        seed = bytes.fromhex(file["seed"])
    except ValueError:
        raise Discrepancy("The seed is not written in hexadecimal digits.") from None
    if len(seed) != SEED_BYTES or commitment(seed) != file["commitment"]:
        raise Discrepancy("The seed is not the one that was committed to before the game.")
    return Chance(seed, file["salts"])


def _check_chain(events: Sequence[ChainedEvent], chance: Chance) -> None:
    seq, digest = BEGINNING
    for event in events:
        seq += 1
        if event["seq"] != seq:
            raise Discrepancy(f"Event {event['seq']} stands where event {seq} must stand.")
        row = {name: value for name, value in event.items() if name != "digest"}
        digest = event_digest(digest, chance.blind(seq), canonical(row))
        if digest != event["digest"]:
            raise Discrepancy(f"The chain breaks at event {seq} ({event['type']}).")


def _judge_again(raw: bytes, file: GameFile, edition: Edition, chance: Chance) -> tuple[Any, int]:
    """Plays the game again from its commands; each event is compared as it comes."""
    log = _Log(file["events"], edition)
    state, events = start(edition, file["seats"], file["options"], chance)
    log.compare(events, None)
    for number, record in enumerate(file["commands"], 1):
        command = decode_command(edition, record["body"])
        answer = advance(edition, state, command, chance)
        if isinstance(answer, IllegalMove):
            raise Discrepancy(
                f"Command {number} ({record['body']['type']}), before event {log.seq + 1}, breaks"
                f" {answer.rule}: {answer.message}"
            )
        log.compare(answer, command_digest(record))
    log.compare_bytes(raw)
    if edition.state.encode(log.folded) != edition.state.encode(state):
        raise Discrepancy("Folding the events does not lead to the state that the rules reach.")
    return state, log.shuffles


class _Log:
    """The recorded events, read on as they are derived again."""

    def __init__(self, recorded: Sequence[ChainedEvent], edition: Edition) -> None:
        self.recorded = recorded
        self.derived: list[ChainedEvent] = []
        self.edition = edition
        self.folded: Any = None  # the state that the events alone lead to, one by one
        self.shuffles = 0
        self.sealed_types = {
            layout.record
            for layout in edition.event_layouts.values()
            if any(field.audience == SEALED for field in layout.fields.values())
        }

    @property
    def seq(self) -> int:
        return len(self.derived)

    def compare(self, events: Sequence[Event], command: str | None) -> None:
        for event in events:
            seq = self.seq + 1
            if seq > len(self.recorded):
                name = self.edition.layout_of[type(event)].name
                raise Discrepancy(f"The log ends where event {seq} ({name}) must follow.")
            recorded = self.recorded[seq - 1]
            row = event_row(self.edition, seq, event, command, recorded["recorded_at"])
            # The digests are checked already, each against the one before it.
            chained: ChainedEvent = {**row, "digest": recorded["digest"]}
            if chained != recorded:
                raise Discrepancy(_in_words(recorded, row))
            self.derived.append(chained)
            self._fold(event)

    def _fold(self, event: Event) -> None:
        if self.folded is None:
            self.folded = self.edition.new_state(event.seats, event.options)
        self.edition.evolves[type(event)](self.folded, event)
        wrong = self.edition.conserved(self.folded)
        if wrong is not None:
            raise Discrepancy(f"After event {self.seq} {wrong}.")
        self.shuffles += type(event) in self.sealed_types

    def compare_bytes(self, raw: bytes) -> None:
        """To Python 1, 1.0 and true are the same; in a file they are not."""
        if self.seq < len(self.recorded):
            extra = self.recorded[self.seq]
            raise Discrepancy(f"Event {extra['seq']} ({extra['type']}) follows from no command.")
        # A document has only one file: as the rules derive them, so the events stand in it.
        if b',"events":' + canonical(self.derived) + b',"format":' in raw:
            return
        for row, recorded in zip(self.derived, self.recorded, strict=True):
            if canonical(row) != canonical(recorded):
                raise Discrepancy(_in_words(recorded, row))


def _in_words(recorded: ChainedEvent, derived: EventRow) -> str:
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
    for name in derived:
        if canonical(recorded.get(name)) != canonical(derived.get(name)):
            return (
                f"{where} ({derived['type']}): its {name} is {_text(recorded.get(name))},"
                f" and must be {_text(derived.get(name))}."
            )
    return f"{where} ({derived['type']}): it has a part that does not belong there."


def _text(value: Any) -> str:
    text = canonical(value).decode()
    return text if len(text) <= 200 else f"{text[:200]}..."


def describe(verified: Verified) -> list[str]:
    """What was checked, in words."""
    file, result = verified.file, verified.result
    lines = [
        f"{verified.edition.title}, {file['seats']} seats, ruleset {file['ruleset']}: verified.",
        "  file        every byte is as it was written",
        f"  seed        is the one committed to: {file['commitment']}",
        f"  chain       {len(file['events'])} events, unbroken; its head is {verified.head}",
        f"  shuffles    {verified.shuffles} follow from the seed and {file['seats']} salts",
        f"  commands    {len(file['commands'])} judged again, each with the events recorded",
        f"  pieces      none lost or doubled at any of the {len(file['events'])} events",
    ]
    if verified.logged is not None:
        lines += describe_log(verified.logged)
    for standing in result.standings:
        score = result.scores[standing.seat].total
        why = f", by {standing.decided_by}" if standing.decided_by else ""
        lines.append(
            f"  {f'place {standing.place}':<11} seat {standing.seat + 1} with {score} points{why}"
        )
    return lines


def _verify_one(path: Path, trusted: Collection[str], older: Path | None) -> int:
    try:
        verified = verify(path.read_bytes(), trusted)
        if trusted and verified.logged is None:
            raise Discrepancy("The file has nothing of a log, so nobody has signed it.")
        difference = older and first_difference(
            verify(older.read_bytes(), trusted).file, verified.file
        )
        if difference:
            raise Discrepancy(difference)
    except OSError as wrong:
        print(f"{wrong.filename} can't be read: {wrong.strerror}.", file=sys.stderr)
        return 1
    except Discrepancy as wrong:
        print(f"{path}: NOT verified. {wrong}")
        return 1
    print("\n".join(describe(verified)))
    return 0


def _verify_many(folder: Path) -> int:
    paths = sorted(folder.glob("*.json"))
    if not paths:
        print(f"{folder} has no files *.json.", file=sys.stderr)
        return 1
    wrong_files = events = 0
    began = os.times()
    for path in paths:
        try:
            events += len(verify(path.read_bytes()).file["events"])
        except (Discrepancy, OSError) as wrong:
            wrong_files += 1
            print(f"{path.name}: NOT verified. {wrong}")
    ended = os.times()
    seconds = max(ended.elapsed - began.elapsed, 0.01)
    processor = max(ended.user + ended.system - began.user - began.system, 0.01)
    good = len(paths) - wrong_files
    print(
        f"{good} of {len(paths)} games verified, {events} events, in {seconds:.1f} s:"
        f" {len(paths) / seconds * 60:.0f} games a minute,"
        f" {len(paths) / processor * 60:.0f} a minute of processor time."
    )
    return 1 if wrong_files else 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rules.verify", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("file", nargs="?", type=Path, help="the file of one finished game")
    what.add_argument("--many", metavar="FOLDER", type=Path, help="check every *.json in it")
    parser.add_argument(
        "--key", action="append", default=[], help="a public key that must have signed the log"
    )
    parser.add_argument("--against", metavar="OLDER", type=Path, help="an older file of this game")
    chosen = parser.parse_args(arguments)
    if chosen.many:
        return _verify_many(chosen.many)
    return _verify_one(chosen.file, chosen.key, chosen.against)


if __name__ == "__main__":
    sys.exit(main())
