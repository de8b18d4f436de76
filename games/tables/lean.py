"""A bot's move, by the shortest way: from the wire (ttr_project/direct_moves.py) straight to the committer.

It is the same `POST /api/games/{id}/commands` that api/commands.py documents and answers for
everybody else, with the same reading, the same services and the same problems. Only the way there is
shorter: no scope, no task, no middleware, no view, no thread for each request.
"""

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from time import perf_counter
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from games import tracing
from games.accounts import rates
from games.accounts.authentication import bearer
from games.accounts.throttle import network_of
from games.accounts.tokens import digest_of
from games.parsing import read_json
from games.problems import MEDIA_TYPE, Problem, body_of, headers_of
from games.tables.api.commands import read_command
from games.tables.services import committer
from games.tables.services.committer import Outcome
from games.tables.services.judging import Accepted

ADDRESS = re.compile(
    rb"/api/games/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/commands"
)
MOST_BYTES = 20_000

Headers = list[tuple[bytes, bytes]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


class Reply(NamedTuple):
    """What goes back over HTTP."""

    status: int
    headers: Headers
    body: bytes


class BotsMove(NamedTuple):
    """A request that needs nothing of Django: the game, and who sends it, by token and address."""

    game_id: UUID
    token: str
    address: str
    request: str  # what it is called in every log line about it

    def submit(self, body: bytes, reply: Callable[[Reply], None]) -> None:
        """Never waits; `reply` is called in this event loop, once the outcome is durable."""
        span = tracing.Step("command", {"request": self.request}, game=self.game_id)

        def answer(outcome: Outcome) -> None:
            span.end()
            reply(reply_to(outcome, self.request))

        if too_many := rates.refusal("command_address", network_of(self.address)):
            answer(too_many)
            return
        try:
            if len(body) > MOST_BYTES:
                raise Problem(413, "too-large", f"A command has at most {MOST_BYTES} bytes.")
            submission = read_command(self.game_id, None, read_json(body), span.origin)
        except Problem as refused:
            answer(refused)
            return
        answered = answers_here().expect(answer)
        committer.submit(
            committer.Request(submission, answered, perf_counter(), digest_of(self.token))
        )


def bots_move(
    method: bytes, url: bytes, headers: Mapping[bytes, bytes], address: str
) -> BotsMove | None:
    """A move with a token. A browser's session needs Django: its cookie, its CSRF check. So do odd media
    types."""
    found = ADDRESS.fullmatch(url) if method == b"POST" else None
    token = bearer(headers.get(b"authorization", b"").decode("latin-1"))
    media = headers.get(b"content-type", b"").partition(b";")[0].strip()
    if found is None or token is None or media != b"application/json":
        return None
    request = tracing.request_id(headers.get(b"x-request-id", b""))
    return BotsMove(_game_id(found[1]), token, address, request)


@lru_cache(maxsize=1024)
def _game_id(text: bytes) -> UUID:
    """To read one takes longer than to find it again."""
    return UUID(text.decode())


class Answers:
    """Outcomes on their way from the committer's thread to an event loop, which is woken once for all of a
    commit."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.ready: deque[tuple[committer.Answer, Outcome]] = deque()
        self.is_woken = False

    def expect(self, answer: committer.Answer) -> committer.Answer:
        """The same, for another thread."""

        def answered(outcome: Outcome) -> None:
            self.ready.append((answer, outcome))
            # The others will be found with the first. Two threads at once may wake it twice, never not at all.
            if not self.is_woken:
                self.is_woken = True
                self.loop.call_soon_threadsafe(self.settle)

        return answered

    def settle(self) -> None:
        self.is_woken = False
        try:
            while self.ready:
                answer, outcome = self.ready.popleft()
                answer(outcome)
        finally:
            # One that can't be answered is in nobody else's way.
            if self.ready:
                self.loop.call_soon(self.settle)


_answers: Answers | None = None  # of the loop that runs: a process has one at a time


def answers_here() -> Answers:
    global _answers
    loop = asyncio.get_running_loop()
    if _answers is None or _answers.loop is not loop:
        _answers = Answers(loop)
    return _answers


def reply_to(outcome: Outcome, request: str) -> Reply:
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
    return Reply(status, headers, text)


def accepted_text(accepted: Accepted) -> bytes:
    """As api/commands.py has it, encoded."""
    return b'{"command_id":"%b","first_seq":%d,"seq":%d,"events":%b}' % (
        str(accepted.command_id).encode(),
        accepted.first_seq,
        accepted.seq,
        accepted.events_text,
    )


class BoundedMoves:
    """Bounds the moves of an address that come through Django."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        committer.start()  # here, and not where it is imported: only a server needs it
        client, _ = scope.get("client") or ("", 0)
        is_move = scope["method"] == "POST" and ADDRESS.fullmatch(scope["path"].encode())
        if is_move and (too_many := rates.refusal("command_address", network_of(client))):
            given = dict(scope["headers"]).get(b"x-request-id", b"")
            status, headers, body = reply_to(too_many, tracing.request_id(given))
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": body})
        else:
            await self.application(scope, receive, send)
