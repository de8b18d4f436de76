"""`/ws/games/{id}/?after_seq=`: what happens at a table, as it happens. Nothing is sent in but a ping.

Who is at the other end is asked again and again: after a sign-out, a change of role or of seats the
socket is closed, and may be opened anew for what its person may see now.
"""

import asyncio
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import timezone

from games.accounts.sockets import accepted_subprotocol, user_of
from games.problems import Problem
from games.tables import access, live, selectors
from games.tables.access import JUDGE, Audience
from games.tables.hub import hub_here
from games.tables.services.looks import record_look
from games.tables.sockets import Send, Socket, TooSlow

RECHECK = 10.0  # seconds

# Codes that a socket is closed with.
BAD_REQUEST, CHANGED, FORBIDDEN, NOT_FOUND, TOO_SLOW = 4400, 4401, 4403, 4404, 4408
CODES = {400: BAD_REQUEST, 403: FORBIDDEN, 404: NOT_FOUND}


async def game_socket(scope: dict[str, Any], receive: Any, send: Send) -> None:
    """One socket, from its opening to its end."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept", "subprotocol": accepted_subprotocol(scope)})
    game_id: UUID = scope["url_route"]["kwargs"]["game_id"]
    try:
        after, wanted = asked_for(scope)
        audience, user_id = await database_sync_to_async(find_audience)(scope, game_id, wanted)
    except Problem as refused:
        await close(send, CODES.get(refused.status_code, BAD_REQUEST), refused.sentence)
        return
    socket = Socket(game_id, audience, user_id, send)
    hub = hub_here()
    work = [
        asyncio.create_task(read_until_gone(receive, socket)),
        asyncio.create_task(socket.write()),
        asyncio.create_task(recheck(scope, socket, wanted)),
    ]
    try:
        await hub.join(socket, after)
        await note_look(socket, "stream_begun")
        done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        code, reason = why_ended(done)
    finally:
        hub.leave(socket)
        for task in work:
            task.cancel()
        await note_look(socket, "stream_ended")
    if code:
        await close(send, code, reason)


def asked_for(scope: dict[str, Any]) -> tuple[int | None, str]:
    query = parse_qs(scope["query_string"].decode(errors="replace"))
    after = query.get("after_seq", [""])[-1]
    wanted = query.get("as", [""])[-1]
    if after and not (after.isascii() and after.isdecimal() and len(after) < 10):
        raise Problem(400, "malformed", "after_seq is a whole number from 0.")
    if wanted and wanted not in access.ROLES:
        raise Problem(400, "malformed", f"as is one of {', '.join(access.ROLES)}.")
    return int(after) if after else None, wanted


def find_audience(scope: dict[str, Any], game_id: UUID, wanted: str) -> tuple[Audience, int | None]:
    person = user_of(scope)
    place = selectors.find_place(person, game_id, wanted, timezone.now())
    return place.audience, person.pk


async def read_until_gone(receive: Any, socket: Socket) -> None:
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        if message.get("text") == "ping":
            socket.push('{"type":"pong"}')


class Changed(Exception):
    """The person at the other end is somebody else now, or may see something else."""


async def recheck(scope: dict[str, Any], socket: Socket, wanted: str) -> None:
    while True:
        await asyncio.sleep(RECHECK)
        try:
            found = await database_sync_to_async(find_audience)(scope, socket.game_id, wanted)
        except Problem:
            raise Changed from None
        if found != (socket.audience, socket.user_id):
            raise Changed


def why_ended(done: set[asyncio.Task[None]]) -> tuple[int, str]:
    for task in done:
        fault = task.exception()
        if isinstance(fault, TooSlow):
            return TOO_SLOW, "You read too slowly: come back with after_seq."
        if isinstance(fault, Changed):
            return CHANGED, "Who you are here has changed: come back."
        if fault is not None:
            return 1011, "Something went wrong on our side: come back with after_seq."
    return 0, ""


async def close(send: Send, code: int, reason: str) -> None:
    message = {"type": "websocket.close", "code": code, "reason": reason}
    try:
        await asyncio.wait_for(send(message), 1)
    except (TimeoutError, RuntimeError, OSError):
        return


async def note_look(socket: Socket, what: str) -> None:
    if socket.audience.seat is not None:
        live.note_connection(socket.game_id, socket.audience.seat, what)
    if socket.audience.role == JUDGE and socket.seq >= 0:
        look = database_sync_to_async(record_look)
        await look(socket.user_id, socket.game_id, what, socket.seq)
