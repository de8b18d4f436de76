"""A bot's move, by the shortest way: from the socket of the server straight to the committer.

It is the same `POST /api/games/{id}/commands` that api/commands.py documents and answers for
everybody else, with the same reading, the same services and the same problems. Only the way there is
shorter: no middleware, no view, no thread for each request.
"""

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any
from uuid import UUID

import orjson

from games import tracing
from games.accounts import rates
from games.accounts.authentication import bearer
from games.accounts.throttle import network_of
from games.accounts.tokens import digest_of
from games.problems import MEDIA_TYPE, Problem, body_of, headers_of
from games.tables.api.commands import read_command
from games.tables.services import committer
from games.tables.services.committer import Answer, Outcome
from games.tables.services.judging import Accepted

ADDRESS = re.compile(
    "/api/games/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/commands"
)
MOST_BYTES = 20_000

Application = Callable[[Any, Any, Any], Awaitable[None]]


class Answers:
    """Outcomes on their way from the committer's thread to an event loop, which is woken once for all of a
    commit."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.ready: deque[tuple[asyncio.Future[Outcome], Outcome]] = deque()

    def expect(self) -> tuple[asyncio.Future[Outcome], Answer]:
        future: asyncio.Future[Outcome] = self.loop.create_future()

        def answered(outcome: Outcome) -> None:
            self.ready.append((future, outcome))
            # The others will be found with the first.
            if len(self.ready) == 1:
                self.loop.call_soon_threadsafe(self.settle)

        return future, answered

    def settle(self) -> None:
        while self.ready:
            future, outcome = self.ready.popleft()
            if not future.done():
                future.set_result(outcome)


class CommandEntry:
    """Bounds the moves of an address, takes those of bots, and hands on everything else."""

    def __init__(self, everything_else: Application) -> None:
        self.everything_else = everything_else
        self.answers: Answers | None = None  # of the loop that runs

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        committer.start()  # here, and not where it is imported: only a server needs it
        found = ADDRESS.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if found is None:
            await self.everything_else(scope, receive, send)
            return
        headers = dict(scope["headers"])
        request = tracing.request_id(headers.get(b"x-request-id", b""))
        client, _ = scope.get("client") or ("", 0)
        token = bearer(headers.get(b"authorization", b"").decode("latin-1"))
        media = headers.get(b"content-type", b"").partition(b";")[0].strip()
        if too_many := rates.refusal("command_address", network_of(client)):
            await answer(send, too_many, request)
        elif token is None or media != b"application/json":
            # A browser's session needs Django: its cookie, its CSRF check. So do odd media types.
            await self.everything_else(scope, receive, send)
        else:
            if self.answers is None or self.answers.loop is not asyncio.get_running_loop():
                self.answers = Answers()
            outcome = await take(UUID(found[1]), digest_of(token), receive, request, self.answers)
            await answer(send, outcome, request)


async def take(game_id: UUID, token: str, receive: Any, request: str, answers: Answers) -> Outcome:
    body = await read(receive)
    try:
        if body is None:
            raise Problem(413, "too-large", f"A command has at most {MOST_BYTES} bytes.")
        try:
            given = orjson.loads(body)
        except orjson.JSONDecodeError as wrong:
            raise Problem(400, "malformed", f"This is not JSON: {wrong}.") from None
        submission = read_command(game_id, None, given)
    except Problem as refused:
        return refused
    outcome, answered = answers.expect()
    with tracing.span("command", game=game_id, command=submission.command_id):
        submission = submission._replace(origin=tracing.here(request))
        committer.submit(committer.Request(submission, answered, perf_counter(), token))
        return await outcome


async def read(receive: Any) -> bytes | None:
    """The body, or None where it is too large."""
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > MOST_BYTES:
            return None
        if not message.get("more_body"):
            return body


def accepted_text(accepted: Accepted) -> bytes:
    """As api/commands.py has it, encoded."""
    return b'{"command_id":"%b","first_seq":%d,"seq":%d,"events":%b}' % (
        str(accepted.command_id).encode(),
        accepted.first_seq,
        accepted.seq,
        accepted.events_text,
    )


async def answer(send: Any, outcome: Outcome, request: str) -> None:
    if isinstance(outcome, Problem):
        status, media = outcome.status_code, MEDIA_TYPE.encode()
        text, more = orjson.dumps(body_of(outcome)), headers_of(outcome)
    else:
        status, media = 200, b"application/json"
        text, more = accepted_text(outcome), {}
    headers = [
        (b"content-type", media),
        (b"content-length", b"%d" % len(text)),
        (b"x-request-id", request.encode()),
    ]
    headers += [(name.lower().encode(), value.encode()) for name, value in more.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
