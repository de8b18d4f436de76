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
from games.problems import Problem, body_of
from games.tables.api.commands import malformed, read_command
from games.tables.express import express_here
from games.tables.lean import MOST_BYTES
from games.tables.messages import Message
from games.tables.services.committer import Outcome, Request
from games.tables.sockets import Farewell, Socket

TOO_MUCH = Farewell(4429, "You say too much: a ping now and then is enough.")
PONG = Message(b'{"type":"pong"}')


def hear(socket: Socket, text: str) -> None:
    """Never waits."""
    if socket.is_dismissed:
        return
    if text.startswith("{"):
        _submit(socket, text)
    elif rates.refusal("socket_message", id(socket)):
        socket.dismiss(TOO_MUCH)
    elif text == "ping":
        socket.push(PONG)


def _submit(socket: Socket, text: str) -> None:
    span = tracing.Step("command", {"request": tracing.request_id(b"")}, game=socket.game_id)
    command_id: Any = None

    def answer(outcome: Outcome) -> None:
        span.end()
        socket.push(Message(answer_text(command_id, outcome)))

    try:
        command = _command(text)
        command_id = command.get("command_id") if type(command) is dict else None
        _check_limits(socket)
        submission = read_command(socket.game_id, socket.user_id, command, span.origin)
    except Problem as refused:
        answer(refused)
    else:
        express_here().submit(Request(submission, answer, perf_counter()))


def _command(text: str) -> Any:
    if len(text) > MOST_BYTES:
        raise Problem(413, "too-large", f"A command has at most {MOST_BYTES} bytes.")
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError as wrong:
        raise malformed(f"This is not JSON: {wrong}.") from None
    if message.keys() != {"command"}:
        raise malformed('Send {"command": {…}}.')
    return message["command"]


def _check_limits(socket: Socket) -> None:
    if socket.user_id is None:
        raise Problem(401, "not-signed-in", "Sign in, or come in as a guest.")
    address, _ = socket.scope.get("client") or ("", 0)
    if too_many := rates.refusal("command_address", network_of(address)):
        raise too_many


def answer_text(command_id: Any, outcome: Outcome) -> bytes:
    """What has happened is in the frame that follows."""
    if isinstance(outcome, Problem):
        told = {"type": "refused", "command_id": command_id, "problem": body_of(outcome)}
        return orjson.dumps(told)
    return b'{"type":"accepted","command_id":"%b","first_seq":%d,"seq":%d}' % (
        str(outcome.command_id).encode(),
        outcome.first_seq,
        outcome.seq,
    )
