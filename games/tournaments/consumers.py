"""`/ws/tournaments/{id}/`: standings, rounds and announcements as they change; with `?wants=wall` the
tables too, with `?wants=announcements` those alone, with `&game={id}` the time of its table. Everything
here is public, so nobody is asked who they are; a ping is all that may be sent in."""

import asyncio
from functools import partial
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async

from games import metrics
from games.accounts.sockets import accepted_subprotocol
from games.tables.access import PUBLIC
from games.tables.consumers import NOT_FOUND, close, read_until_gone, why_ended
from games.tables.socket_moves import hear_ping
from games.tables.sockets import Send, Socket
from games.tournaments.models import Tournament
from games.tournaments.watching import WHOLE, Wish, watcher_here


async def tournament_socket(scope: dict[str, Any], receive: Any, send: Send) -> None:
    await receive()  # websocket.connect
    await send({"type": "websocket.accept", "subprotocol": accepted_subprotocol(scope)})
    tournament_id: UUID = scope["url_route"]["kwargs"]["tournament_id"]
    if not await database_sync_to_async(Tournament.objects.filter(id=tournament_id).exists)():
        await close(send, NOT_FOUND, "There is no such tournament.")
        return
    query = parse_qs(scope["query_string"].decode(errors="replace"))
    wish = Wish(query.get("wants", [WHOLE])[-1], query.get("game", [""])[-1])
    socket = Socket(tournament_id, PUBLIC, send, scope=scope)
    watcher = watcher_here(tournament_id)
    work = [
        asyncio.create_task(read_until_gone(receive, partial(hear_ping, socket))),
        asyncio.create_task(socket.write()),
    ]
    try:
        with metrics.SOCKETS.labels("tournament").track_inprogress():
            await watcher.welcome(socket, wish)
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        farewell = why_ended(done)
    finally:
        watcher.sockets.pop(socket, None)
        for task in work:
            task.cancel()
    if farewell is not None:
        await close(send, *farewell)
