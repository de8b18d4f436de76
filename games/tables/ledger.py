"""One list of all that was done about a game besides playing it, and how long each move took."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from games.tables.event_store import instant
from games.tables.models import Game, GameCommand

RULINGS = {"pause_game", "resume_game", "hand_over_seat", "forfeit_seat", "extend_time"}


def rulings(game: Game) -> Iterator[dict[str, Any]]:
    """What was decided from outside the seats, by whom."""
    for command in game.commands.select_related("user").order_by("first_seq"):
        if command.body["type"] in RULINGS:
            yield {
                "at": instant(command.submitted_at),
                "seq": command.first_seq,
                "actor": command.actor,
                "person": str(command.user) if command.user else "",
                "what": command.body["type"],
                "seat": command.body.get("seat"),
                "reason": command.body.get("reason", ""),
            }


def looks(game: Game) -> Iterator[dict[str, Any]]:
    """Who saw hidden cards while the game ran, and when."""
    for look in game.looks.select_related("user").order_by("looked_at"):
        yield {
            "at": instant(look.looked_at),
            "person": str(look.user) if look.user else "",
            "what": look.what,
            "seq": look.seq,
        }


def clock(game: Game) -> Iterator[dict[str, Any]]:
    """How long after the event before it each command of a seat came."""
    recorded = dict(game.events.values_list("seq", "recorded_at"))
    command: GameCommand
    for command in game.commands.order_by("first_seq").iterator(chunk_size=1000):
        seat = command.body.get("seat")
        before: datetime | None = recorded.get(command.first_seq - 1)
        if seat is not None and before is not None:
            yield {
                "seq": command.first_seq,
                "seat": seat,
                "actor": command.actor,
                "what": command.body["type"],
                "at": instant(command.submitted_at),
                "seconds": round((command.submitted_at - before).total_seconds(), 3),
            }


def connections(game: Game) -> Iterator[dict[str, Any]]:
    """When each seat's page came and went."""
    for one in game.connections.order_by("at", "id"):
        yield {"at": instant(one.at), "seat": one.seat, "what": one.what}
