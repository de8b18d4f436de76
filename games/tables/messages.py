"""What is sent to many sockets alike: made once, in every form that a wire may want."""

import zlib
from functools import cached_property
from struct import Struct

WORTH_DEFLATING = 256  # bytes; a shorter text gains nothing
WINDOW_BITS = 12  # of the deflated form: a client has to remember no more than 4 KB of it

LONGER, LONGEST = Struct(">BBH").pack, Struct(">BBQ").pack
TEXT, DEFLATED = 0x81, 0xC1  # the first byte of a whole text message, and of a deflated one


class Message:
    """A text, and the frames of the websocket protocol (RFC 6455) that carry it."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.frame = header(TEXT, len(text)) + text

    @cached_property
    def deflated_frame(self) -> bytes:
        """For who has agreed to permessage-deflate (RFC 7692) with nothing remembered from one
        message to the next: only so can all be sent the same bytes."""
        if len(self.text) < WORTH_DEFLATING:
            return self.frame
        deflate = zlib.compressobj(wbits=-WINDOW_BITS, memLevel=5)
        body = deflate.compress(self.text) + deflate.flush(zlib.Z_SYNC_FLUSH)
        body = body.removesuffix(b"\x00\x00\xff\xff")
        return header(DEFLATED, len(body)) + body


class Together:
    """Several messages, one after the other, in one write."""

    def __init__(self, messages: list[Message]) -> None:
        self.messages = messages

    @cached_property
    def frame(self) -> bytes:
        return b"".join([message.frame for message in self.messages])

    @cached_property
    def deflated_frame(self) -> bytes:
        return b"".join([message.deflated_frame for message in self.messages])


def header(first: int, length: int) -> bytes:
    """Of a frame from a server, which is not masked."""
    if length < 126:
        return bytes((first, length))
    if length < 65536:
        return LONGER(first, 126, length)
    return LONGEST(first, 127, length)
