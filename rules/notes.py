"""Signed notes and checkpoints, in the C2SP formats (signed-note, tlog-checkpoint, tlog-cosignature).

    example.org/tlog
    20852163
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

    — example.org/tlog Az3grlgtzPICa5OS8npVmf1Myq...

A note is a text and the signatures under it. A checkpoint is a note whose text says: the log of this
name has so many leaves, and this is the root of its tree.
"""

import binascii
import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import NamedTuple

from rules.ed25519 import is_signed

ED25519 = 1  # a log signs the text itself
COSIGNATURE = 4  # a witness signs the text and the time at which it was the newest it had seen

MOST_SIGNATURES = 64


class BadNote(ValueError):
    """Not a note, or not signed by whom it should be."""


class Verifier(NamedTuple):
    """A public key: whose it is, what it signs, and the key itself."""

    name: str
    kind: int
    public_key: bytes

    @property
    def key_id(self) -> bytes:
        named = self.name.encode() + b"\n" + bytes([self.kind]) + self.public_key
        return hashlib.sha256(named).digest()[:4]

    def __str__(self) -> str:
        """`example.org/tlog+c3d9b2a1+AX...`: how C2SP and Go write a key."""
        encoded = b64encode(bytes([self.kind]) + self.public_key).decode()
        return f"{self.name}+{self.key_id.hex()}+{encoded}"

    def has_signed(self, text: str, signature: bytes) -> bool:
        if self.kind == COSIGNATURE:
            seconds = int.from_bytes(signature[:8])
            return is_signed(self.public_key, cosigned_message(text, seconds), signature[8:])
        return is_signed(self.public_key, text.encode(), signature)


class Signature(NamedTuple):
    name: str
    key_id: bytes
    signature: bytes

    def __str__(self) -> str:
        return f"— {self.name} {b64encode(self.key_id + self.signature).decode()}"


class Note(NamedTuple):
    text: str  # ends with a newline
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(f"{one}\n" for one in self.signatures)

    def signed_by(self, verifier: Verifier) -> Signature | None:
        """Its signature, checked; none where it has not signed. A wrong one spoils the note."""
        for one in self.signatures:
            if (one.name, one.key_id) == (verifier.name, verifier.key_id):
                if not verifier.has_signed(self.text, one.signature):
                    raise BadNote(f"The signature of {verifier.name} is wrong.")
                return one
        return None


class Checkpoint(NamedTuple):
    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def cosigned_message(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def read_verifier(line: str) -> Verifier:
    name, plus, rest = line.strip().partition("+")
    key_id, also_plus, encoded = rest.partition("+")
    raw = _bytes(encoded)
    if not (name and plus and also_plus) or len(raw) != 33 or raw[0] not in (ED25519, COSIGNATURE):
        raise BadNote("This is not a public key: it must read name+hash+key.")
    if any(letter.isspace() for letter in name):
        raise BadNote("The name of a key has no spaces.")
    verifier = Verifier(name, raw[0], raw[1:])
    if verifier.key_id.hex() != key_id:
        raise BadNote(f"The public key of {name} is damaged.")
    return verifier


def read_note(written: str) -> Note:
    text, blank, under = written.rpartition("\n\n")
    lines = under.split("\n")
    if not blank or lines.pop() != "" or not 0 < len(lines) <= MOST_SIGNATURES:
        raise BadNote("This is not a signed note: a text, an empty line, and signatures.")
    if any(letter < " " for letter in written.replace("\n", "")):
        raise BadNote("A note has no control characters.")
    return Note(text + "\n", tuple(map(read_signature, lines)))


def read_signature(line: str) -> Signature:
    dash, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    raw = _bytes(encoded)
    if dash != "—" or not name or len(raw) <= 4:
        raise BadNote("A signature must read: — name signature.")
    return Signature(name, raw[:4], raw[4:])


def read_checkpoint(text: str) -> Checkpoint:
    lines = text.split("\n")
    if len(lines) < 4 or "" in lines[:3]:
        raise BadNote("A checkpoint names a log, its size and its root.")
    origin, size, root = lines[0], lines[1], _bytes(lines[2])
    if not (size.isascii() and size.isdecimal() and str(int(size)) == size) or len(root) != 32:
        raise BadNote("The size or the root of a checkpoint can't be read.")
    return Checkpoint(origin, int(size), root)


def signers(note: Note, trusted: Iterable[Verifier]) -> list[Verifier]:
    """Those of the trusted keys that have signed it."""
    return [verifier for verifier in trusted if note.signed_by(verifier) is not None]


def _bytes(encoded: str) -> bytes:
    try:
        return b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote("A key or signature is not written in base64.") from None
