"""Stored and sent names of things: an event's type, version and payload; a command's body.

A stored type is a frozen snake_case name. When the shape of an event changes, or its name, what is
stored in the form of then is lifted as it is read (see `earlier`); the log itself never changes.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from rules.kernel.edition import Command, Edition, Event
from rules.kernel.kinds import Malformed
from rules.kernel.layout import Layout


def encode_event(edition: Edition, event: Event) -> tuple[str, int, dict[str, Any]]:
    layout = edition.layout_of[type(event)]
    return layout.name, edition.event_versions[layout.name], layout.encode(event)


def decode_event(edition: Edition, type_name: str, version: int, payload: dict[str, Any]) -> Event:
    earlier = edition.earlier.get((type_name, version))
    if earlier is not None:
        return edition.layout_of[earlier.now].decode(earlier.lift(payload))
    layout = edition.event_layouts.get(type_name)
    if layout is None:
        raise Malformed(f"{edition.id} has no event {type_name!r}")
    return layout.decode(payload)


# An event as it is stored: its type, its version and the JSON text of its payload.
Row = tuple[str, int, str]

# Most events of a log are such as have occurred before, in it or in another, and an event never changes: so
# many are remembered by how they are stored. A long one, such as the order of a deck, hardly comes twice.
MOST_KNOWN = 8192
LONGEST_KNOWN = 200
_KNOWN: dict[Edition, dict[Row, Event]] = {}


def decode_log(
    edition: Edition, rows: Sequence[Row], loads: Callable[[str], Any] = json.loads
) -> list[Event]:
    """Many stored events at once.

    The texts are parsed together, which is much faster than one by one; a service may bring
    a faster parser.
    """
    known = _KNOWN.setdefault(edition, {})
    events = [known.get(row) for row in rows]
    new = [i for i, event in enumerate(events) if event is None]
    payloads = loads(f"[{','.join([rows[i][2] for i in new])}]")
    for i, payload in zip(new, payloads, strict=True):
        type_name, version, text = rows[i]
        events[i] = decode_event(edition, type_name, version, payload)
        if len(text) <= LONGEST_KNOWN:
            known[rows[i]] = events[i]
    if len(known) > MOST_KNOWN:
        known.clear()
    return events


def encode_command(edition: Edition, command: Command) -> dict[str, Any]:
    layout = edition.layout_of[type(command)]
    return {"type": layout.name, **layout.encode(command)}


def decode_command(edition: Edition, body: Any) -> Command:
    """Reads a command from outside; anything odd is a `Malformed` that says what is odd."""
    if type(body) is not dict:
        raise Malformed(f"expected an object, got {body!r}")
    layout = command_layout(edition, body.get("type"))
    return layout.decode({name: value for name, value in body.items() if name != "type"})


def command_layout(edition: Edition, type_name: Any) -> Layout:
    if type(type_name) is not str or type_name not in edition.command_layouts:
        known = ", ".join(sorted(edition.command_layouts))
        raise Malformed(f"type is {type_name!r}; {edition.id} knows {known}")
    return edition.command_layouts[type_name]
