"""Evidence: the file of a game, and the proof that a transparency log has every event of it.

    {
      "format": "roundhouse-evidence/1",
      "game":   the document that export.py describes,
      "log": {
        "checkpoint": the signed checkpoint, with the cosignatures of witnesses,
        "keys":       the public keys of the log,
        "witnesses":  the public keys of its witnesses,
        "runs":       [[first seq, first index, how many], ...]: where the events are in the log,
        "proof":      the hashes that lead from these leaves to the root, in base64
      }
    }

The file is the canonical form and one newline, as a game's own file is. A signature shows that the
checkpoint is of whoever has that key; whose key it is, the reader must know from elsewhere: from the
service's own page, from a witness, from an older file. `python -m rules.verify --key` asks for it.
"""

import json
from base64 import b64decode
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from rules.kernel.chain import canonical
from rules.log_entries import Entry, game_key, written
from rules.merkle import WrongProof, leaf_hash, root_from_many
from rules.notes import BadNote, Checkpoint, read_checkpoint, read_note, read_verifier, signers

FORMAT = "roundhouse-evidence/1"
PARTS = {"format", "game", "log"}
LOG_PARTS = {"checkpoint", "keys", "witnesses", "runs", "proof"}


class WrongEvidence(ValueError):
    """What the file says of the log does not hold, in a sentence."""


class Logged(NamedTuple):
    """What was shown: a log of this size, signed by these, has every event of the game."""

    checkpoint: Checkpoint
    signed_by: list[str]  # public keys, as they are published
    witnessed_by: list[str]


def opened(raw: bytes) -> tuple[bytes, dict[str, Any] | None]:
    """The file of the game alone, and what an evidence file says of the log."""
    if FORMAT.encode() not in raw[:100]:
        return raw, None
    try:
        document = json.loads(raw)
        is_canonical = canonical(document) + b"\n" == raw
    except (ValueError, RecursionError) as wrong:
        raise WrongEvidence(f"The file can't be read: {wrong}") from None
    if type(document) is not dict or document.get("format") != FORMAT:
        return raw, None
    if not is_canonical:
        raise WrongEvidence("The file is not in the canonical form: a byte was changed or added.")
    if document.keys() != PARTS or type(document["log"]) is not dict:
        raise WrongEvidence("The file must have exactly a game and what the log has of it.")
    if document["log"].keys() != LOG_PARTS:
        raise WrongEvidence(f"Of the log it must have {', '.join(sorted(LOG_PARTS))}.")
    return canonical(document["game"]) + b"\n", document["log"]


def check_log(
    log: Mapping[str, Any], game: str, digests: Sequence[str], trusted: Collection[str] = ()
) -> Logged:
    """Every digest of the game is in the tree, and the tree is the one that was signed.

    `trusted`: public keys that the reader knows; one of them must have signed the checkpoint.
    """
    try:
        note = read_note(log["checkpoint"])
        checkpoint = read_checkpoint(note.text)
        by = [str(key) for key in signers(note, map(read_verifier, {*log["keys"], *trusted}))]
        seen_by = [str(key) for key in signers(note, map(read_verifier, log["witnesses"]))]
        leaves = _leaves(log["runs"], UUID(game), digests)
        proof = [b64decode(one, validate=True) for one in log["proof"]]
        root = root_from_many(leaves, checkpoint.size, proof)
    except (BadNote, WrongProof) as wrong:
        raise WrongEvidence(f"The log: {wrong}") from None
    except (TypeError, ValueError, KeyError, AttributeError) as wrong:
        raise WrongEvidence(f"What the file says of the log can't be read: {wrong}") from None
    if root != checkpoint.root:
        raise WrongEvidence(
            f"The log of {checkpoint.size} entries that was signed does not have these events:"
            " the game was changed after it was logged, or was never logged like this."
        )
    if not by:
        raise WrongEvidence("The checkpoint is not signed by a key of the log.")
    if trusted and not {*by, *seen_by} & {*trusted}:
        raise WrongEvidence("The checkpoint is not signed by any of the keys that you trust.")
    return Logged(checkpoint, by, seen_by)


def _leaves(
    runs: Sequence[Sequence[int]], game_id: UUID, digests: Sequence[str]
) -> dict[int, bytes]:
    key = game_key(game_id)
    leaves: dict[int, bytes] = {}
    seq = 0
    for first_seq, first_index, count in runs:
        if first_seq != seq + 1 or count < 1:
            raise WrongEvidence(f"The log must have event {seq + 1} next, not {first_seq}.")
        for n in range(count):
            seq += 1
            if seq > len(digests):
                raise WrongEvidence(f"The log has an event {seq}, the game has not.")
            entry = Entry(key, seq, bytes.fromhex(digests[seq - 1]))
            leaves[first_index + n] = leaf_hash(written(entry))
    if seq != len(digests) or len(leaves) != len(digests):
        raise WrongEvidence(f"The log has the events up to {seq}, the game has {len(digests)}.")
    return leaves


def describe_log(logged: Logged) -> list[str]:
    size = logged.checkpoint.size
    lines = [f"  log         {logged.checkpoint.origin} has every event among its {size} entries"]
    lines += [f"  signed      by {key}" for key in logged.signed_by]
    lines += [f"  witnessed   by {key}" for key in logged.witnessed_by]
    return lines


def first_difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    """Where two files of the same game part, in a sentence; none where they tell the same."""
    if one["game"] != other["game"]:
        return "The two files are of different games."
    for mine, theirs in zip(one["events"], other["events"], strict=False):
        if mine["digest"] != theirs["digest"]:
            return f"The two files part at event {mine['seq']} ({mine['type']}): one was rewritten."
    if len(one["events"]) != len(other["events"]):
        return "One of the two files has events that the other has not."
    return None
