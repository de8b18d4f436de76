"""The keys with which the log signs.

The private ones are LOG_KEYS (32 bytes in base64 each, the newest first) or, where that is not set, files
in the data folder that only we can read. They are never logged, stored in the database or sent.

To rotate, `manage.py rotate_log_key` makes a new key; the old one signs beside it until the overlap is
over. Every checkpoint of that time carries both signatures, and so does the list of keys: whoever
trusts the old key learns of the new one from somebody they trust.
"""

import binascii
import os
import secrets
from base64 import b64decode, b64encode
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Q
from django.utils import timezone

from games.audit.models import LogKey
from rules.notes import ED25519, Note, Signature, Verifier

SEED_BYTES = 32


class Signer(NamedTuple):
    verifier: Verifier
    private: Ed25519PrivateKey

    def sign(self, text: str) -> Signature:
        signature = self.private.sign(text.encode())
        return Signature(self.verifier.name, self.verifier.key_id, signature)


def signer(name: str, seed: bytes, kind: int = ED25519) -> Signer:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    return Signer(Verifier(name, kind, private.public_key().public_bytes_raw()), private)


def folder() -> Path:
    return Path(settings.DATA_DIR) / "log_keys"


def new_key_file(path: Path) -> bytes:
    """Readable by us only, and written whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    seed = secrets.token_bytes(SEED_BYTES)
    draft = path.with_name(f".{secrets.token_hex(8)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(b64encode(seed) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        # Of two processes that start together, one links first and both read that one's key.
        os.link(draft, path)
    except FileExistsError:
        return read_key_file(path)
    finally:
        draft.unlink()
    return seed


def read_key_file(path: Path) -> bytes:
    return _seed(path.read_text(), str(path))


def _seed(text: str, where: str) -> bytes:
    try:
        seed = b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        seed = b""
    if len(seed) != SEED_BYTES:
        # What is there instead is not repeated: it may be most of a key.
        raise ImproperlyConfigured(f"{where} does not hold a key: 32 bytes in base64.")
    return seed


def seeds() -> list[bytes]:
    """Of every private key that we have; a log without one gets its first."""
    if settings.LOG_KEYS:
        return [_seed(text, "LOG_KEYS") for text in settings.LOG_KEYS]
    paths = sorted(folder().glob("*.key"))
    return [read_key_file(path) for path in paths] or [new_key_file(folder() / "0001.key")]


def active_signers(origin: str, now: datetime | None = None) -> list[Signer]:
    """All that sign now. A key that is new here is published with its first signature."""
    now = now or timezone.now()
    known = {key.verifier: key for key in LogKey.objects.all()}
    signing = []
    for seed in seeds():
        one = signer(origin, seed)
        key = known.get(str(one.verifier))
        if key is None:
            key, _ = LogKey.objects.get_or_create(verifier=str(one.verifier))
        if key.signs_until is None or now < key.signs_until:
            signing.append(one)
    if not signing:
        raise ImproperlyConfigured(
            "Every key of the log is past its time: rotate_log_key makes one."
        )
    return signing


def signed(text: str, by: list[Signer]) -> Note:
    return Note(text, tuple(one.sign(text) for one in by))


def key_list(origin: str) -> Note:
    """All keys that the log has ever signed with, signed by those that sign now."""
    by = active_signers(origin)
    keys = LogKey.objects.order_by("published_at", "verifier").values_list("verifier", flat=True)
    return signed(f"{origin}/keys\n" + "".join(f"{key}\n" for key in keys), by)


def rotate(origin: str, until: datetime) -> Verifier:
    """A new key in the data folder; those before it sign until then."""
    if settings.LOG_KEYS:
        raise ImproperlyConfigured(
            "The keys come from LOG_KEYS: put a new one in front, and take the old one away later."
        )
    active_signers(origin)  # so that every key of before is known
    paths = sorted(folder().glob("*.key"))
    name = f"{int(paths[-1].stem) + 1:04d}.key"
    LogKey.objects.filter(Q(signs_until=None) | Q(signs_until__gt=until)).update(signs_until=until)
    verifier = signer(origin, new_key_file(folder() / name)).verifier
    LogKey.objects.get_or_create(verifier=str(verifier))
    return verifier
