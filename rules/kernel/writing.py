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


def _learn(edition: Edition, event: Event) -> Written:
    layout = edition.layout_of[type(event)]
    version = edition.event_versions[layout.name]
    ending = b'"type":"%b","version":%d' % (layout.name.encode(), version)
    made = Written(layout.name, version, canonical(layout.encode(event)), ending)
    with suppress(TypeError):
        remember(_KNOWN.setdefault(edition, {}).setdefault(type(event), {}), event, made)
    return made


def remember(known: dict[Any, Any], what: Any, writing: Any) -> None:
    """Never too many."""
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[what] = writing
