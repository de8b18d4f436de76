"""What leaves the service: events, views, moves and clocks as JSON. Hidden things are hidden by
`rules.redact` and `rules.view`, and nothing goes out that did not come through them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from games.tables import clock
from games.tables.access import Audience
from games.tables.event_store import Recorded, instant
from games.tables.models import Game
from games.tables.sitters import Sitter
from games.tables.snapshots import Snapshot
from rules import (
    Edition,
    Observer,
    commands_of,
    describe_offer,
    encode_command,
    legal_moves,
    redact,
    view,
)


def event_json(
    edition: Edition, recorded: Recorded, observer: Observer, options: dict[str, bool]
) -> dict[str, Any]:
    return {
        "seq": recorded.seq,
        "recorded_at": instant(recorded.recorded_at),
        **redact(edition, recorded.event, observer, options),
    }


def events_json(
    snapshot: Snapshot, log: Iterable[Recorded], observer: Observer
) -> list[dict[str, Any]]:
    options = snapshot.state.options
    return [event_json(snapshot.edition, recorded, observer, options) for recorded in log]


def view_json(snapshot: Snapshot, observer: Observer) -> dict[str, Any]:
    return view(snapshot.edition, snapshot.state, observer)


def moves_json(snapshot: Snapshot, audience: Audience) -> list[dict[str, Any]]:
    """The offers to a seat, for that seat alone. One that stands for many commands shows one."""
    edition, state = snapshot.edition, snapshot.state
    if audience.seat is None or state.handed_to[audience.seat]:
        return []
    moves = []
    for offer in legal_moves(edition, state, audience.seat):
        move = describe_offer(edition, offer)
        if type(offer) in edition.families:
            move["example"] = encode_command(edition, next(iter(commands_of(edition, offer))))
        moves.append(move)
    return moves


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


def seats_json(seats: Sequence[Sitter]) -> list[dict[str, Any]]:
    """Who sits where, as a running game shows it."""
    return [
        {"number": x.number, "name": x.name, "level": x.policy, "asks_to": x.asks_to} for x in seats
    ]
