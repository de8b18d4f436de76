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
from rules.export import DamagedFile, GameFile, assembled, read_game_file
from rules.kernel.chain import canonical
from rules.kernel.chance import SEED_BYTES, Chance, commitment
from rules.kernel.edition import Edition
from rules.rejudging import Discrepancy as Discrepancy
from rules.rejudging import Rejudged
from rules.verify_log import (
    Logged,
    WrongEvidence,
    check_log,
    describe_log,
    first_difference,
    opened,
)

DERIVED = {"commands", "events", "digest"}


class Verified(NamedTuple):
    file: GameFile
    events: int
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
        again = Rejudged(file, edition, chance)
        _compare_bytes(raw, file, again)
        logged = None if log is None else _logged(log, file, trusted)
    except (DamagedFile, WrongEvidence) as wrong:
        raise Discrepancy(str(wrong)) from None
    except (TypeError, KeyError, AttributeError, ValueError, RecursionError) as wrong:
        raise Discrepancy(
            f"A part of the file has the wrong shape ({type(wrong).__name__}: {wrong})."
        ) from None
    result = again.state.result
    if result is None or not again.state.revealed:
        raise Discrepancy("The log stops before the game has a result and its seed is revealed.")
    return Verified(file, len(again.events), edition, again.shuffles, again.head, result, logged)


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


def _compare_bytes(raw: bytes, file: GameFile, again: Rejudged) -> None:
    """A document has only one file: the one that follows from its commands, its seed and its salts."""
    rest = {name: part for name, part in file.items() if name not in DERIVED}
    if assembled(rest, again.commands, again.events) == raw:
        return
    again.explain()
    as_read = {**file, "commands": list(file["commands"]), "events": list(file["events"])}
    if canonical(as_read) + b"\n" != raw:
        raise Discrepancy("The file is not in the canonical form: a byte was changed or added.")
    raise Discrepancy("The file's digest does not match: something in it was changed.")


def _logged(log: dict[str, Any], file: GameFile, trusted: Collection[str]) -> Logged:
    return check_log(log, file["game"], [event["digest"] for event in file["events"]], trusted)


def describe(verified: Verified) -> list[str]:
    """What was checked, in words."""
    file, result = verified.file, verified.result
    lines = [
        f"{verified.edition.title}, {file['seats']} seats, ruleset {file['ruleset']}: verified.",
        "  file        every byte is as it was written",
        f"  seed        is the one committed to: {file['commitment']}",
        f"  chain       {verified.events} events, unbroken; its head is {verified.head}",
        f"  shuffles    {verified.shuffles} follow from the seed and {file['seats']} salts",
        f"  commands    {len(file['commands'])} judged again, each with the events recorded",
        f"  pieces      none lost or doubled at any of the {verified.events} events",
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
            events += verify(path.read_bytes()).events
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
