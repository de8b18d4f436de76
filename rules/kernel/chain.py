"""The digest chain: each event's digest covers the one before it, so that none can be changed,
removed, inserted or moved without changing all that follow."""

import hashlib
import json
from typing import Any

GENESIS = hashlib.sha256(b"roundhouse/1").hexdigest()


def canonical(value: Any) -> bytes:
    """The one JSON text of a value: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def command_digest(record: dict[str, Any]) -> str:
    return hashlib.sha256(canonical(record)).hexdigest()


def event_digest(previous: str, blind: bytes, row: dict[str, Any]) -> str:
    """`row` is the event as stored: seq, type, version, payload, command, recorded_at."""
    return hashlib.sha256(bytes.fromhex(previous) + blind + canonical(row)).hexdigest()
