"""Who is connected to a game. Each process tells the others of its own sockets when that changes, and
from time to time; what was not repeated is forgotten. Nobody relies on it."""

from collections.abc import Iterable, Iterator, Mapping
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
        self.told: dict[UUID, Here] = {}  # what this process last said of its own sockets
        self.elsewhere: dict[UUID, dict[str, tuple[Here, float]]] = {}
        self.shown: dict[UUID, Here] = {}
        self.stirred: set[UUID] = set()  # where somebody came or went, or was said to
        self.now = 0.0
        self.repeated = -REPEAT  # when all was last told again ...
        self.is_repeating = False  # ... and whether that is now

    def to_look_at(self, watched: Iterable[UUID], now: float) -> set[UUID]:
        """The games of which there may be something to tell. From time to time all of them: another process may
        have missed it, and what it says no more is to be forgotten."""
        self.now = now
        games, self.stirred = self.stirred, set()
        self.is_repeating = now - self.repeated >= REPEAT
        if self.is_repeating:
            self.repeated = now
            self._forget()
            games.update(watched, self.told, self.shown)
        return games

    def to_tell(self, sockets: Mapping[UUID, list[Socket]]) -> dict[str, Any] | None:
        """One message for all games of which there is something to tell."""
        games: dict[str, tuple[list[int], int]] = {}
        for game_id, some in sockets.items():
            here, known = count(some), self.told.get(game_id, NOBODY)
            if here == known and (here == NOBODY or not self.is_repeating):
                continue
            if here == NOBODY:
                del self.told[game_id]
            else:
                self.told[game_id] = here
            games[str(game_id)] = list(here.seats), here.spectators
        return {"type": "present", "by": outbox.PROCESS, "games": games} if games else None

    def hear(self, message: Mapping[str, Any]) -> None:
        if message["by"] == outbox.PROCESS:
            return
        for name, (seats, spectators) in message["games"].items():
            game_id = UUID(name)
            here = Here(tuple(seats), spectators)
            others = self.elsewhere.setdefault(game_id, {})
            known, _ = others.get(message["by"], (NOBODY, 0.0))
            if here != known:
                self.stirred.add(game_id)
            others[message["by"]] = here, self.now

    def at(self, game_id: UUID) -> Here:
        """Also asked by other threads than the hub's."""
        known = [self.told.get(game_id, NOBODY)]
        others = list(self.elsewhere.get(game_id, {}).values())
        known += [here for here, when in others if self.now - when < FORGET]
        seats = sorted({seat for here in known for seat in here.seats})
        return Here(tuple(seats), sum(here.spectators for here in known))

    def news(self, sockets: Mapping[UUID, list[Socket]]) -> Iterator[tuple[UUID, Message]]:
        for game_id, some in sockets.items():
            here = self.at(game_id)
            if not some:
                self.shown.pop(game_id, None)
            elif self.shown.get(game_id) != here:
                self.shown[game_id] = here
                yield game_id, presence_frame(game_id, here)

    def last_shown(self, game_id: UUID) -> Message | None:
        """For who comes where that may make no difference: a second window of the same player."""
        here = self.shown.get(game_id)
        return presence_frame(game_id, here) if here else None

    def _forget(self) -> None:
        """What nobody repeats, and where nobody is any more."""
        for game_id, others in list(self.elsewhere.items()):
            for process, (here, when) in list(others.items()):
                if here == NOBODY or self.now - when >= FORGET:
                    del others[process]
            if not others:
                del self.elsewhere[game_id]


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
