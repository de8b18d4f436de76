"""Stored and sent names of things: an event's type, version and payload; a command's body.

A stored type is a frozen snake_case name. When the shape of an event changes, an upcaster
(a pure `dict -> dict`, keyed by the type and the version it reads) lifts old payloads; the log
itself never changes.
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
    layout = edition.event_layouts.get(type_name)
    if layout is None:
        raise Malformed(f"{edition.id} has no event {type_name!r}")
    while (type_name, version) in edition.upcasters:
        payload = edition.upcasters[type_name, version](payload)
        version += 1
    return layout.decode(payload)


def decode_log(
    edition: Edition,
    rows: Sequence[tuple[str, int, str]],
    loads: Callable[[str], Any] = json.loads,
) -> list[Event]:
    """Many stored events at once: type, version and the JSON text of the payload.

    The texts are parsed together, which is much faster than one by one; a service may bring
    a faster parser.
    """
    payloads = loads(f"[{','.join([text for _, _, text in rows])}]")
    layouts, upcasters = edition.event_layouts, edition.upcasters
    events = []
    for (type_name, version, _), payload in zip(rows, payloads, strict=True):
        if type_name not in layouts or (type_name, version) in upcasters:
            events.append(decode_event(edition, type_name, version, payload))
        else:
            events.append(layouts[type_name].decode(payload))
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
