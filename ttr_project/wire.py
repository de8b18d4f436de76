"""uvicorn's websockets with two shortcuts: what goes to many is written to each connection as it is, and a
text that arrives is handed over as soon as it is whole.

The usual way out costs a task, a message and the framing for every socket. A frame that a thousand
spectators share is framed, and deflated, once (games/tables/messages.py). The usual way in costs a queue, a
task, and two system calls to stop reading and to begin again.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.http11 import Request
from websockets.streams import StreamReader

from games.tables.messages import TEXT, WINDOW_BITS, Message, Together
from games.tables.sockets import HEAR_AT_ONCE, WRITE_AT_ONCE


class SharedFrames(WebSocketsSansIOProtocol):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_no_context_takeover=True,
                client_no_context_takeover=True,
                server_max_window_bits=WINDOW_BITS,
                client_max_window_bits=WINDOW_BITS,
                compress_settings={"memLevel": 5},
            )
        ]
        self.deflates = False
        self.hear: Callable[[str], None] | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.deflates = any(map(can_deflate, self.conn.extensions))
            extensions: dict[str, Any] = dict(self.scope["extensions"] or {})
            self.scope["extensions"] = extensions | {
                WRITE_AT_ONCE: self.write_at_once,
                HEAR_AT_ONCE: self.hear_at_once,
            }

    def hear_at_once(self, hear: Callable[[str], None]) -> None:
        """From now on. It must not wait."""
        self.hear = hear

    def data_received(self, data: bytes) -> None:
        hear = self.hear
        text = whole_text(data) if hear is not None and self._is_between_messages() else None
        if hear is None or text is None or len(data) > self.config.ws_max_size:
            super().data_received(data)
        else:
            hear(text)

    def _is_between_messages(self) -> bool:
        """The library waits for the first byte of one. What is not plain we leave to it, so it alone knows."""
        waiting: Any = self.conn.parser
        while waiting.gi_yieldfrom is not None:
            waiting = waiting.gi_yieldfrom
        return (
            waiting.gi_code is StreamReader.at_eof.__code__
            and self.conn.current_size is None
            and not self.close_sent
        )

    def send_receive_event_to_app(self) -> None:
        is_text = self.curr_msg_data_type == "text"
        if self.hear is None or not is_text or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # which knows how to end such a connection
            return
        self.frames = []
        self.hear(text)

    def write_at_once(self, message: Message | Together) -> bool:
        """Whether it was written. Who is slow has to be waited for: the usual way does that."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(message.deflated_frame if self.deflates else message.frame)
        return True


def whole_text(data: bytes) -> str | None:
    """What a client says, where that is all that has arrived, in one plain frame, as a move is. None: the
    library has to look at it."""
    if len(data) < 6 or data[0] != TEXT or not 0x80 <= data[1] <= 0xFE:
        return None
    length, begin = data[1] & 0x7F, 2
    if length == 126:
        length, begin = int.from_bytes(data[2:4]), 4
    mask, body = data[begin : begin + 4], data[begin + 4 :]
    if len(body) != length:
        return None
    masks = (mask * (length // 4 + 1))[:length]
    try:
        return (int.from_bytes(body) ^ int.from_bytes(masks)).to_bytes(length).decode()
    except UnicodeDecodeError:
        return None


def can_deflate(extension: Any) -> bool:
    """A client may ask for a smaller window than ours."""
    return (
        isinstance(extension, PerMessageDeflate) and extension.local_max_window_bits >= WINDOW_BITS
    )
