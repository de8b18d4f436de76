"""`/ws/games/{id}/?after_seq=`: what happens at a table, as it happens. What is sent in is a move
(socket_moves.py), or a ping.

Who is at the other end is asked again and again (rechecks.py); after a sign-out, a change of role or
of seats the socket is closed, and may be opened anew for what its person may see now.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import timezone

from games import metrics
from games.accounts import rates
from games.accounts.sockets import accepted_subprotocol, token_of, user_of
from games.problems import Problem
from games.tables import access, selectors
from games.tables.access import JUDGE, Audience
from games.tables.connection_notes import connection_notes
from games.tables.hub import hub_here
from games.tables.services.committer import unknown_token
from games.tables.services.looks import record_look
from games.tables.socket_moves import hear
from games.tables.sockets import HEAR_AT_ONCE, Dismissed, Farewell, Send, Socket

# The codes of a socket that is refused, by the status that HTTP would have.
NOT_FOUND = 4404
CODES = {400: 4400, 401: 4401, 403: 4403, 404: NOT_FOUND, 429: 4429}
OUR_FAULT = Farewell(1011, "Something went wrong on our side: come back with after_seq.")


async def game_socket(scope: dict[str, Any], receive: Any, send: Send) -> None:
    """One socket, from its opening to its end."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept", "subprotocol": accepted_subprotocol(scope)})
    game_id: UUID = scope["url_route"]["kwargs"]["game_id"]
    try:
        after, wanted, wants_changes = asked_for(scope)
        audience, user_id, seq = await audience_now(scope, game_id, wanted)
    except Problem as refused:
        await close(send, CODES[refused.status_code], refused.sentence)
        return
    socket = Socket(game_id, audience, send, user_id, scope, wanted, wants_changes)
    hub = hub_here()
    work = [
        asyncio.create_task(read_until_gone(receive, partial(hear, socket))),
        asyncio.create_task(socket.write()),
    ]
    try:
        with metrics.SOCKETS.labels(audience.role).track_inprogress():
            # First: no judge sees a hand before it is on record.
            await note_look(socket, "stream_begun", seq)
            await hub.join(socket, after)
            if listen := scope.get("extensions", {}).get(HEAR_AT_ONCE):
                listen(partial(hear, socket))
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        farewell = why_ended(done)
    finally:
        hub.leave(socket)
        for task in work:
            task.cancel()
        await note_look(socket, "stream_ended", max(seq, socket.seq))
    if farewell is not None:
        await close(send, *farewell)


def asked_for(scope: dict[str, Any]) -> tuple[int | None, str, bool]:
    """From where, as what, and whether the changes of a view are enough."""
    query = parse_qs(scope["query_string"].decode(errors="replace"))
    after = query.get("after_seq", [""])[-1]
    wanted = query.get("as", [""])[-1]
    views = query.get("view", ["whole"])[-1]
    if after and not (after.isascii() and after.isdecimal() and len(after) < 10):
        raise Problem(400, "malformed", "after_seq is a whole number from 0.")
    if wanted and wanted not in access.ROLES:
        raise Problem(400, "malformed", f"as is one of {', '.join(access.ROLES)}.")
    # "changes" is what pages asked for before there were parts. One may be open still, and takes a whole view, too.
    if views not in ("whole", "parts", "changes"):
        raise Problem(400, "malformed", "view is whole or parts.")
    return int(after) if after else None, wanted, views == "parts"


def find_audience(
    scope: dict[str, Any], game_id: UUID, wanted: str
) -> tuple[Audience, int | None, int]:
    """As whom this person looks, who that is, and up to which position."""
    person = user_of(scope)
    if person.pk is None and token_of(scope) is not None:
        raise unknown_token()  # a bot that is told nothing would watch, and wait for its turn
    if person.pk and (too_many := rates.refusal("socket_user", person.pk)):
        raise too_many
    place = selectors.find_place(person, game_id, wanted, timezone.now())
    return place.audience, person.pk, place.seq


audience_now = database_sync_to_async(find_audience)


async def read_until_gone(receive: Any, hear: Callable[[str], None]) -> None:
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        hear(message.get("text") or "")


def why_ended(done: set[asyncio.Task[None]]) -> Farewell | None:
    """None: the client itself has gone."""
    for task in done:
        fault = task.exception()
        if fault is not None:
            return fault.farewell if isinstance(fault, Dismissed) else OUR_FAULT
    return None


async def close(send: Send, code: int, reason: str) -> None:
    message = {"type": "websocket.close", "code": code, "reason": reason}
    try:
        await asyncio.wait_for(send(message), 1)
    except (TimeoutError, RuntimeError, OSError):
        return


async def note_look(socket: Socket, what: str, seq: int) -> None:
    if socket.audience.seat is not None:
        connection_notes().put(socket.game_id, socket.audience.seat, what)
    if socket.audience.role == JUDGE:
        look = database_sync_to_async(record_look)
        await look(socket.user_id, socket.game_id, what, seq)
