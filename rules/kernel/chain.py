"""The digest chain: each event's digest covers the one before it, so that none can be changed,
removed, inserted or moved without changing all that follow."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

GENESIS = hashlib.sha256(b"roundhouse/1").hexdigest()

_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False
)


def canonical(value: Any) -> bytes:
    """The one JSON text of a value: sorted keys, no spaces, UTF-8."""
    return _ENCODER.encode(value).encode()


def command_digest(record: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(record)).hexdigest()


def event_digest(previous: str, blind: bytes, row: bytes) -> str:
    """`row` is the canonical form of the event as stored.

    `blind` keeps a published digest from being guessed at while the game runs.
    """
    return hashlib.sha256(bytes.fromhex(previous) + blind + row).hexdigest()
