"""The smallest HTTP and websocket clients that do the job, so that the client's core is not what
is measured. Loopback only; they understand what our own server sends and nothing else."""

import asyncio
import base64
import os
from collections import deque
from collections.abc import Callable
from typing import Any


class Http(asyncio.Protocol):
    """One kept-alive connection; requests are answered in order."""

    def __init__(self) -> None:
        self.waiting: deque[Callable[[int, bytes], None]] = deque()
        self.buffer = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def post(
        self, path: str, token: str, body: bytes, answered: Callable[[int, bytes], None]
    ) -> None:
        self.waiting.append(answered)
        self.transport.write(
            b"POST %b HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            b"authorization: Bearer %b\r\ncontent-length: %d\r\n\r\n%b"
            % (path.encode(), token.encode(), len(body), body)
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        while True:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self.buffer[:end].lower()
            at = head.find(b"content-length:")
            length = int(head[at + 15 :].split(b"\r\n", 1)[0])
            if len(self.buffer) < end + 4 + length:
                return
            body = self.buffer[end + 4 : end + 4 + length]
            self.buffer = self.buffer[end + 4 + length :]
            self.waiting.popleft()(int(head[9:12]), body)


class WebSocket(asyncio.Protocol):
    """Reads text frames, sends texts, answers pings."""

    def __init__(self, path: str, token: str, received: Callable[[bytes], None]) -> None:
        self.path = path
        self.token = token
        self.received = received
        self.buffer = b""
        self.open = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16))
        who = f"authorization: Bearer {self.token}\r\n" if self.token else ""
        transport.write(
            b"GET %b HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            b"sec-websocket-key: %b\r\nsec-websocket-version: 13\r\n%b\r\n"
            % (self.path.encode(), key, who.encode())
        )

    def data_received(self, data: bytes) -> None:
        if self.buffer:
            data = self.buffer + data
        at = 0
        if not self.open:
            end = data.find(b"\r\n\r\n")
            if end >= 0:
                assert b" 101 " in data[:20], data[:200]
                self.open = True
                at = end + 4
        while self.open and len(data) >= at + 2:
            kind, length, start = data[at] & 15, data[at + 1] & 127, at + 2
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + length:
                break
            at = start + length
            if kind == 1:
                self.received(data[start:at])
            elif kind == 9:
                self.transport.write(frame(0x8A, data[start:at]))
        self.buffer = data[at:]

    def send(self, text: bytes) -> None:
        self.transport.write(frame(0x81, text))

    def close(self) -> None:
        self.transport.close()


def frame(kind: int, body: bytes) -> bytes:
    """What a client sends has to be masked: here with zeros."""
    if len(body) < 126:
        return bytes([kind, 0x80 | len(body), 0, 0, 0, 0]) + body
    return bytes([kind, 0xFE, *len(body).to_bytes(2, "big"), 0, 0, 0, 0]) + body


async def connect_http(port: int) -> Http:
    _, client = await asyncio.get_running_loop().create_connection(Http, "127.0.0.1", port)
    return client


async def connect_socket(
    port: int, game: str, token: str, received: Callable[[bytes], None]
) -> WebSocket:
    def make() -> WebSocket:
        return WebSocket(f"/ws/games/{game}/?view=parts", token, received)

    _, client = await asyncio.get_running_loop().create_connection(make, "127.0.0.1", port)
    return client
