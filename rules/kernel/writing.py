"""Events in writing, as the digests cover them.

Most events are such as have occurred before, in the same game or in another, and an event never changes:
what is written of so many of each type is remembered.
"""

from contextlib import suppress
from typing import Any, NamedTuple

from rules.kernel.chain import canonical
from rules.kernel.edition import Edition, Event

MOST_KNOWN = 4096


class Written(NamedTuple):
    """What is the same for every such event, wherever it stands in a log."""

    type: str
    version: int
    payload: bytes  # in the canonical form
    ending: bytes  # of the canonical row: its type and its version


_KNOWN: dict[Edition, dict[type, dict[Event, Written]]] = {}


def written(edition: Edition, event: Event) -> Written:
    try:
        return _KNOWN[edition][type(event)][event]
    except (KeyError, TypeError):  # not seen before, or nothing that can be looked up
        return _learn(edition, event)


def written_then(edition: Edition, event: Event, type_name: str, version: int) -> Written:
    """As an earlier release wrote it, where this is such a form and could say all of it."""
    earlier = edition.earlier.get((type_name, version))
    if earlier is not None and earlier.now is type(event):
        payload = edition.layout_of[type(event)].encode(event)
        if earlier.could_say(payload):
            return _write(type_name, version, earlier.lower(payload))
    return written(edition, event)


def _write(type_name: str, version: int, payload: dict[str, Any]) -> Written:
    ending = b'"type":"%b","version":%d' % (type_name.encode(), version)
    return Written(type_name, version, canonical(payload), ending)


def _learn(edition: Edition, event: Event) -> Written:
    layout = edition.layout_of[type(event)]
    made = _write(layout.name, edition.event_versions[layout.name], layout.encode(event))
    with suppress(TypeError):
        remember(_KNOWN.setdefault(edition, {}).setdefault(type(event), {}), event, made)
    return made


def remember(known: dict[Any, Any], what: Any, writing: Any) -> None:
    """Never too many."""
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[what] = writing
