"""Who is connected to a game. Each process tells the others of its own sockets when that changes, and
from time to time; what was not repeated is forgotten. Nobody relies on it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from games.tables import outbox
from games.tables.messages import Message
from games.tables.sockets import Socket

REPEAT = 10.0  # seconds
FORGET = 25.0


class Here(NamedTuple):
    seats: tuple[int, ...]
    spectators: int


NOBODY = Here((), 0)


class Presence:
    def __init__(self) -> None:
        self.told: dict[UUID, tuple[Here, float]] = {}  # what this process said, and when
        self.elsewhere: dict[UUID, dict[str, tuple[Here, float]]] = {}
        self.shown: dict[UUID, Here] = {}
        self.now = 0.0

    def to_tell(self, sockets: Mapping[UUID, list[Socket]], now: float) -> dict[str, Any] | None:
        """One message for all games of which there is something to tell."""
        self.now = now
        games: dict[str, tuple[list[int], int]] = {}
        for game_id in set(sockets) | set(self.told):
            here = count(sockets.get(game_id, []))
            known, when = self.told.get(game_id, (NOBODY, now - REPEAT))
            if here == known and now - when < REPEAT:
                continue
            if here == NOBODY:
                self.told.pop(game_id, None)
            else:
                self.told[game_id] = here, now
            games[str(game_id)] = list(here.seats), here.spectators
        return {"type": "present", "by": outbox.PROCESS, "games": games} if games else None

    def hear(self, message: Mapping[str, Any]) -> None:
        if message["by"] == outbox.PROCESS:
            return
        for game_id, (seats, spectators) in message["games"].items():
            others = self.elsewhere.setdefault(UUID(game_id), {})
            here = Here(tuple(seats), spectators)
            if here == NOBODY:
                others.pop(message["by"], None)
            else:
                others[message["by"]] = here, self.now

    def at(self, game_id: UUID) -> Here:
        known = [self.told[game_id][0]] if game_id in self.told else []
        others = self.elsewhere.get(game_id, {})
        known += [here for here, when in others.values() if self.now - when < FORGET]
        seats = sorted({seat for here in known for seat in here.seats})
        return Here(tuple(seats), sum(here.spectators for here in known))

    def news(
        self, sockets: Mapping[UUID, list[Socket]], now: float
    ) -> Iterator[tuple[UUID, Message]]:
        for game_id in sockets:
            here = self.at(game_id)
            if self.shown.get(game_id) != here:
                self.shown[game_id] = here
                yield game_id, presence_frame(game_id, here)
        for game_id in set(self.shown) - set(sockets):
            del self.shown[game_id]
            self.elsewhere.pop(game_id, None)


def count(sockets: list[Socket]) -> Here:
    seats = {s.audience.seat for s in sockets if s.audience.seat is not None}
    return Here(tuple(sorted(seats)), sum(1 for s in sockets if s.audience.seat is None))


def presence_frame(game_id: UUID, here: Here) -> Message:
    body = {
        "type": "presence",
        "game": str(game_id),
        "connected": list(here.seats),
        "spectators": here.spectators,
    }
    return Message(orjson.dumps(body))
