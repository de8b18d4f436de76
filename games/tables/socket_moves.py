"""What a client says over a table's socket: a move, `{"command": {…}}` with the fields of a
`POST /api/games/{id}/commands`, or a ping. A move is answered over the same socket.

Who the client is was asked when the socket was opened, and is asked again and again (rechecks.py): nobody has
to find that out for every move. All else is the same as over HTTP: the reading, the limits, the problems.
"""

from time import perf_counter
from typing import Any

import orjson

from games import tracing
from games.accounts import rates
from games.accounts.throttle import network_of
from games.parsing import read_json
from games.problems import Problem, body_of
from games.tables.api.commands import malformed, read_command
from games.tables.express import express_here
from games.tables.messages import Message
from games.tables.services.committer import Outcome, Request
from games.tables.services.judging import Accepted
from games.tables.sockets import Farewell, Socket

BEFORE_ANYBODY_LOOKED = (400, 401, 429)
MOST_UNANSWERED = 64  # moves of one socket
WHITE_SPACE = " \t\r\n"  # as JSON has it
TOO_MUCH = Farewell(4429, "You say too much that is no move.")
PONG = Message(b'{"type":"pong"}')


def hear(socket: Socket, text: str) -> None:
    """Never waits."""
    if socket.is_dismissed:
        return
    # First as nearly everybody writes it; JSON may begin with white space.
    if text.startswith("{") or text.lstrip(WHITE_SPACE).startswith("{"):
        _submit(socket, text)
    else:
        hear_ping(socket, text)


def hear_ping(socket: Socket, text: str) -> None:
    """All else that may be said, or is not worth an answer."""
    _count(socket)
    if text == "ping" and not socket.is_dismissed:
        socket.push(PONG)


def _count(socket: Socket) -> None:
    """Of what costs us something and moves nothing everybody has only so much."""
    if rates.refusal("socket_message", id(socket)):
        socket.dismiss(TOO_MUCH)


def _submit(socket: Socket, text: str) -> None:
    # In the logs all moves of a socket are called as it is, and numbered.
    request = f"{socket.request}-{next(socket.moves)}"
    span = tracing.Step("command", {"request": request}, game=socket.game_id)
    command_id: str | None = None

    def answer(outcome: Outcome) -> None:
        span.end()
        socket.unanswered -= 1
        if isinstance(outcome, Problem) and outcome.status_code in BEFORE_ANYBODY_LOOKED:
            _count(socket)
        if socket.is_dismissed:
            return
        message = Message(answer_text(command_id, outcome))
        if isinstance(outcome, Accepted):
            socket.push_with_next(message)  # its frame
        else:
            socket.push(message)

    socket.unanswered += 1
    try:
        _check_limits(socket)
        command = _command(text)
        command_id = _command_id(command)
        submission = read_command(
            socket.game_id, socket.user_id, command, span.origin, wants_events=False
        )
    except Problem as refused:
        answer(refused)
    else:
        express_here().submit(Request(submission, answer, perf_counter()))


def _command(text: str) -> Any:
    """How long it may be the server itself knows (ttr_project/roles.py)."""
    message = read_json(text)
    if message.keys() != {"command"}:
        raise malformed('Send {"command": {…}}.')
    return message["command"]


def _command_id(command: Any) -> str | None:
    """To answer by, even where the rest is odd."""
    given = command.get("command_id") if type(command) is dict else None
    return given if isinstance(given, str) else None


def _check_limits(socket: Socket) -> None:
    if socket.user_id is None:
        raise Problem(401, "not-signed-in", "Sign in, or come in as a guest.")
    address, _ = socket.scope.get("client") or ("", 0)
    if too_many := rates.refusal("command_address", network_of(address)):
        raise too_many
    if socket.unanswered > MOST_UNANSWERED:
        raise Problem(
            429, "too-many-requests", "Wait for the answers to your other moves.", retry_after=1
        )


def answer_text(command_id: str | None, outcome: Outcome) -> bytes:
    """What has happened is in the frame that follows."""
    if isinstance(outcome, Problem):
        told = {"type": "refused", "command_id": command_id, "problem": body_of(outcome)}
        return orjson.dumps(told)
    return b'{"type":"accepted","command_id":"%b","first_seq":%d,"seq":%d}' % (
        str(outcome.command_id).encode(),
        outcome.first_seq,
        outcome.seq,
    )
