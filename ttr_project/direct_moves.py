"""uvicorn's HTTP with a shortcut: a bot's move goes to the committer when its last byte is here, and its
answer is written at once.

The usual way, a scope, a task and three messages for every request, costs more than to judge the move.
"""

from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from games.tables.lean import MOST_BYTES, BotsMove, Reply, bots_move


class DirectMoves(HttpToolsProtocol):
    def on_headers_complete(self) -> None:
        move = self._bots_move()
        if move is None:
            super().on_headers_complete()
            return
        before: Any = self.cycle
        cycle: Any = DirectMove(self, move, self.parser.should_keep_alive())
        self.cycle = cycle
        if before is None or before.response_complete:
            cycle.begin()
        else:
            # Sent before the last answer was there: it is its turn when that is written.
            self.flow.pause_reading()
            self.pipeline.appendleft((cycle, self.app))

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        if isinstance(cycle, DirectMove):
            cycle.begin()
        else:
            super()._start_asgi_task(cycle, app)

    def _bots_move(self) -> BotsMove | None:
        """None: whatever it is, uvicorn and the application see to it."""
        if self.expect_100_continue or self.parser.should_upgrade():
            return None
        if self.parser.get_http_version() != "1.1":
            return None
        headers = dict(self.headers)
        return bots_move(self.parser.get_method(), self.url, headers, self._address(headers))

    def _address(self, headers: dict[bytes, bytes]) -> str:
        """The client's, as the proxy in front of us says, where it is one that is trusted."""
        address = self.client[0] if self.client else ""
        forwarded = headers.get(b"x-forwarded-for")
        if forwarded and isinstance(self.app, ProxyHeadersMiddleware):
            trusted = self.app.trusted_hosts
            if address in trusted:
                return trusted.get_trusted_client_address(forwarded.decode("latin-1"))[0] or address
        return address


class DirectMove:
    """One request. It stands where uvicorn has a cycle, and has all that its protocol asks of one."""

    def __init__(self, protocol: DirectMoves, move: BotsMove, keep_alive: bool) -> None:
        self.protocol = protocol
        self.move = move
        self.keep_alive = keep_alive
        self.body = bytearray()
        self.more_body = True
        self.disconnected = False
        self.response_complete = False
        self.has_begun = False  # requests that came before it are answered
        self.is_submitted = False

    @property
    def message_event(self) -> "DirectMove":
        return self

    def begin(self) -> None:
        self.has_begun = True
        self.set()

    def set(self) -> None:
        """There is more of the body, or all of it, or the client is gone."""
        if self.is_submitted or self.disconnected or not self.has_begun:
            return
        if not self.more_body or len(self.body) > MOST_BYTES:
            self.is_submitted = True
            self.move.submit(bytes(self.body), self.reply)

    def reply(self, reply: Reply) -> None:
        if self.disconnected or self.protocol.transport.is_closing():
            return
        status, headers, body = reply
        headers = [*self.protocol.server_state.default_headers, *headers]
        if not self.keep_alive:
            headers.append((b"connection", b"close"))
        head = b"".join([b"%b: %b\r\n" % header for header in headers])
        self.protocol.transport.write(b"%b%b\r\n%b" % (STATUS_LINE[status], head, body))
        self.response_complete = True
        self.protocol.on_response_complete()
        if not self.keep_alive:
            self.protocol.transport.close()
