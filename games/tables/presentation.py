"""What leaves the service: events, views, moves and clocks as JSON. Hidden things are hidden by
`rules.redact` and `rules.view`, and nothing goes out that did not come through them."""

from collections.abc import Iterable
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

import orjson

from games.tables import clock
from games.tables.access import Audience
from games.tables.event_store import Recorded, instant
from games.tables.models import Game
from games.tables.sitters import Sitters
from games.tables.snapshots import Snapshot
from rules import (
    SPECTATOR,
    Edition,
    Observer,
    commands_of,
    describe_offer,
    encode_command,
    legal_moves,
    redact,
    view,
)
from rules.kernel.audiences import PUBLIC
from rules.kernel.edition import Event, Offer

MOST_KNOWN = 8192  # encoded things of each sort, remembered because they recur


def event_json(
    edition: Edition, recorded: Recorded, observer: Observer, options: dict[str, bool]
) -> dict[str, Any]:
    return {
        "seq": recorded.seq,
        "recorded_at": instant(recorded.recorded_at),
        **redact(edition, recorded.event, observer, options),
    }


def event_text(
    edition: Edition, recorded: Recorded, observer: Observer, options: dict[str, bool]
) -> bytes:
    """`event_json`, encoded. Most events are such as were shown before."""
    if recorded.text:
        return recorded.text
    event = recorded.event
    kind: Any = type(event)
    try:
        shown = _shown(edition, kind, event, observer, tuple(options.items()))
    except TypeError:  # nothing that can be looked up
        shown = orjson.dumps(redact(edition, event, observer, options))
    return _numbered(recorded.seq, recorded.recorded_at, shown)


def open_text(edition: Edition, seq: int, event: Event, recorded_at: datetime) -> bytes:
    """The same, of an event that everyone sees alike; of any other nothing."""
    kind: Any = type(event)
    if not is_public(edition, kind):
        return b""
    try:
        shown = _shown(edition, kind, event, SPECTATOR, ())
    except TypeError:
        shown = orjson.dumps(redact(edition, event, SPECTATOR, {}))
    return _numbered(seq, recorded_at, shown)


def _numbered(seq: int, recorded_at: datetime, shown: bytes) -> bytes:
    return b'{"seq":%d,"recorded_at":"%b",%b' % (seq, instant(recorded_at).encode(), shown[1:])


@cache
def is_public(edition: Edition, kind: Any) -> bool:
    """Whether everyone sees the same of such an event."""
    return all(field.audience == PUBLIC for field in edition.layout_of[kind].fields.values())


# By its type, too: two events of different types with the same figures are equal tuples.
@lru_cache(maxsize=MOST_KNOWN)
def _shown(
    edition: Edition,
    kind: type,
    event: Event,
    observer: Observer,
    options: tuple[tuple[str, bool], ...],
) -> bytes:
    return orjson.dumps(redact(edition, event, observer, dict(options)))


def events_text(snapshot: Snapshot, log: Iterable[Recorded], observer: Observer) -> bytes:
    edition, options = snapshot.edition, snapshot.state.options
    return b"[%b]" % b",".join([event_text(edition, one, observer, options) for one in log])


def view_json(snapshot: Snapshot, observer: Observer) -> dict[str, Any]:
    return view(snapshot.edition, snapshot.state, observer)


def moves_text(snapshot: Snapshot, audience: Audience) -> bytes:
    """The offers to a seat, for that seat alone, encoded."""
    edition, state = snapshot.edition, snapshot.state
    if audience.seat is None or state.handed_to[audience.seat]:
        return b"[]"
    offers = legal_moves(edition, state, audience.seat)
    if not offers:
        return b"[]"
    return b"[%b]" % b",".join([_offered(edition, type(offer), offer) for offer in offers])  # type: ignore[arg-type]


def moves_json(snapshot: Snapshot, audience: Audience) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = orjson.loads(moves_text(snapshot, audience))
    return moves


@lru_cache(maxsize=MOST_KNOWN)
def _offered(edition: Edition, kind: type, offer: Offer) -> bytes:
    """One that stands for many commands shows one."""
    move = describe_offer(edition, offer)
    if kind in edition.families:
        move["example"] = encode_command(edition, next(iter(commands_of(edition, offer))))
    return orjson.dumps(move)


def clock_json(game: Game, now: datetime) -> dict[str, Any]:
    """Each seat's time as it stands `now`, which is given too: clocks of browsers differ."""
    seats = []
    for one in clock.from_json(game.clock):
        left = one.left
        if left is not None and one.since is not None:
            left = max(0.0, left - (now - one.since).total_seconds())
        seats.append(
            {
                "seconds_left": left if left is not None else one.bank,
                "running": one.since is not None and one.left is not None,
            }
        )
    return {
        "now": instant(now),
        "deadline": instant(game.deadline) if game.deadline else None,
        "seats": seats,
    }


def seats_json(seats: Sitters) -> list[dict[str, Any]]:
    """Who sits where, as a running game shows it."""
    return [
        {"number": x.number, "name": x.name, "level": x.policy, "asks_to": x.asks_to} for x in seats
    ]


@lru_cache(maxsize=MOST_KNOWN)
def seats_text(seats: Sitters) -> bytes:
    return orjson.dumps(seats_json(seats))
