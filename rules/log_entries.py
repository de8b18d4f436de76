"""What a leaf of the transparency log says: this game has, at this position, this digest.

An entry has 69 bytes: the number 1 for this format; the game's key, 32 bytes; the position, 4 bytes,
big-endian; the event's digest, 32 bytes.

Nothing of it tells a stranger anything about the play. The digest is blinded (`Chance.blind`), so no
card can be tried out against it before the seed is revealed. The key is a hash of the game's id: who has
the id finds the game in the log, but the log does not give away the address of a game that is not listed.
"""

import hashlib
from typing import NamedTuple
from uuid import UUID

FORMAT = b"\1"
ENTRY_BYTES = 69
RECORD_BYTES = ENTRY_BYTES + 2  # in a bundle each entry stands behind its length


class Entry(NamedTuple):
    game_key: bytes
    seq: int
    digest: bytes


def game_key(game_id: UUID) -> bytes:
    return hashlib.sha256(b"roundhouse-log-game/1:" + game_id.bytes).digest()


def written(entry: Entry) -> bytes:
    return FORMAT + entry.game_key + entry.seq.to_bytes(4) + entry.digest


def read(raw: bytes) -> Entry:
    if len(raw) != ENTRY_BYTES or raw[:1] != FORMAT:
        raise ValueError("This is not an entry of a Roundhouse log.")
    return Entry(raw[1:33], int.from_bytes(raw[33:37]), raw[37:])


def bundled(raw: bytes) -> bytes:
    return len(raw).to_bytes(2) + raw


def unbundled(bundle: bytes) -> list[bytes]:
    """The entries of a bundle (C2SP tlog-tiles), one by one."""
    entries, at = [], 0
    while at < len(bundle):
        length = int.from_bytes(bundle[at : at + 2])
        entries.append(bundle[at + 2 : at + 2 + length])
        at += 2 + length
    if at != len(bundle):
        raise ValueError("The bundle of entries is cut off.")
    return entries
