"""Live tournaments: one watcher a process and tournament, however many look on.

Every second the watcher asks the database what is new, encodes it once and hands the same text to
every socket. No message of another process is needed, so none can be lost.

    {"type": "tournament", ...}       all that everybody may see, whenever the log has grown
    {"type": "tiles", "tiles": [...]} the tables that have changed, for who asked for the wall
    {"type": "announcements", ...}    only these, for who sits at a table and asked for nothing else
    {"type": "table_time", ...}       when the round's time is over there, for who named the game
"""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

import orjson
import structlog
from channels.db import database_sync_to_async
from django.utils import timezone

from games.tables.event_store import instant
from games.tables.messages import Message
from games.tables.sockets import Socket
from games.tournaments.models import Tournament
from games.tournaments.selectors.overview import tournament_json
from games.tournaments.selectors.wall import predicted_end, tiles

log = structlog.get_logger()

LOOK_EVERY = 1.0  # seconds

# What a socket may want.
WHOLE, WALL, ANNOUNCEMENTS = "whole", "wall", "announcements"


class Wish(NamedTuple):
    what: str = WHOLE
    game: str = ""  # the id of one of the round, to be told the time of its table


class Watcher:
    def __init__(self, tournament_id: UUID, done: Callable[[], None]) -> None:
        self.tournament_id = tournament_id
        self.sockets: dict[Socket, Wish] = {}
        self.digest = ""
        self.whole = Message(b"")
        self.announcements = Message(b"")
        self.times: dict[str, Message] = {}  # by game
        self.tiles: dict[int, dict[str, Any]] = {}
        self.end: str | None = None
        self.first_look = asyncio.Event()
        self.task = asyncio.create_task(self._watch(done))

    async def welcome(self, socket: Socket, wish: Wish) -> None:
        await self.first_look.wait()
        socket.push(self.announcements if wish.what == ANNOUNCEMENTS else self.whole)
        if wish.what == WALL:
            socket.push(self._tiles_frame(list(self.tiles.values())))
        if wish.game in self.times:
            socket.push(self.times[wish.game])
        self.sockets[socket] = wish

    async def _watch(self, done: Callable[[], None]) -> None:
        try:
            idle = 0
            while idle < 5:
                try:
                    await self._look()
                    self.first_look.set()
                except Exception as fault:
                    log.warning("tournament_not_read", fault=type(fault).__name__)
                await asyncio.sleep(LOOK_EVERY)
                idle = 0 if self.sockets else idle + 1
        finally:
            done()

    async def _look(self) -> None:
        is_wanted = any(wish.what == WALL for wish in self.sockets.values())
        wants_wall = is_wanted or not self.first_look.is_set()
        digest, whole, tiles, end = await database_sync_to_async(self._read)(wants_wall)
        if digest != self.digest:
            self.digest = digest
            self._tell_log_has_grown(whole)
        if not wants_wall:
            return
        changed = [tile for tile in tiles if self.tiles.get(tile["table"]) != tile]
        self.tiles = {tile["table"]: tile for tile in tiles}
        if changed or end != self.end:
            self.end = end
            self._push(self._tiles_frame(changed), WALL)

    def _tell_log_has_grown(self, whole: dict[str, Any]) -> None:
        self.whole = Message(orjson.dumps({"type": "tournament", **whole}))
        self._push(self.whole, WHOLE, WALL)
        said = {"name": whole["name"], "announcements": whole["announcements"]}
        announcements = Message(orjson.dumps({"type": "announcements", **said}))
        if announcements.text != self.announcements.text:
            self.announcements = announcements
            self._push(announcements, ANNOUNCEMENTS)
        self._tell_times(table_times(whole))

    def _tell_times(self, times: dict[str, Message]) -> None:
        before, self.times = self.times, times
        changed = {
            game: message
            for game, message in times.items()
            if game not in before or message.text != before[game].text
        }
        for socket, wish in self.sockets.items():
            if wish.game in changed:
                socket.push(changed[wish.game])

    def _push(self, message: Message, *wanted: str) -> None:
        for socket, wish in self.sockets.items():
            if wish.what in wanted:
                socket.push(message)

    def _read(
        self, wants_wall: bool
    ) -> tuple[str, dict[str, Any], list[dict[str, Any]], str | None]:
        tournament = Tournament.objects.get(id=self.tournament_id)
        is_news = tournament.head_digest != self.digest
        whole = tournament_json(tournament) if is_news else {}
        if not wants_wall:
            return tournament.head_digest, whole, [], None
        end = predicted_end(tournament)
        # To the minute: nobody needs it finer, and it would change every second.
        shown = instant(end.replace(second=0, microsecond=0)) if end else None
        return tournament.head_digest, whole, tiles(tournament), shown

    def _tiles_frame(self, tiles: list[dict[str, Any]]) -> Message:
        body = {
            "type": "tiles",
            "now": instant(timezone.now()),
            "predicted_end": self.end,
            "tiles": tiles,
        }
        return Message(orjson.dumps(body))


def table_times(whole: dict[str, Any]) -> dict[str, Message]:
    """When the time of each table of the present round is over, by the games that are played there."""
    times: dict[str, Message] = {}
    for round in whole["rounds_so_far"][-1:]:
        for table in round["tables"]:
            told = {"round": round["number"], "table": table["table"], "ends_at": table["ends_at"]}
            message = Message(orjson.dumps({"type": "table_time", **told}))
            times |= {game["id"]: message for game in table["games"]}
    return times


_watchers: dict[tuple[asyncio.AbstractEventLoop, UUID], Watcher] = {}


def watcher_here(tournament_id: UUID) -> Watcher:
    """The watcher of this process; made when it is first wanted, gone when nobody looks on."""
    key = asyncio.get_running_loop(), tournament_id
    for other in list(_watchers):
        if other[0].is_closed():
            del _watchers[other]
    if key not in _watchers:
        _watchers[key] = Watcher(tournament_id, lambda: forget(key))
    return _watchers[key]


def forget(key: tuple[asyncio.AbstractEventLoop, UUID]) -> None:
    _watchers.pop(key, None)
