"""Given a connection: the web server's own protocol, without a network."""

import asyncio
import json
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState

from games.tables.lean import BoundedMoves
from games.tables.services import committer
from ttr_project.direct_moves import DirectMoves


async def handed_on(scope: Any, receive: Any, send: Any) -> None:
    headers = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 299, "headers": headers})
    await send({"type": "http.response.body", "body": b"{}"})


class Wire(asyncio.Transport):
    """The server's end of a connection, without a network."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1234), "sockname": ("192.0.2.9", 80)})
        self.sent = b""
        self.closed = False

    def write(self, data: Any) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


def connect(address: str = "192.0.2.1") -> tuple[DirectMoves, Wire]:
    config = Config(BoundedMoves(handed_on), ws="none", lifespan="off", log_config=None)
    config.load()
    protocol, wire = DirectMoves(config, ServerState(), {}), Wire(address)
    protocol.connection_made(wire)
    return protocol, wire


def request(path: str, body: bytes, **headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "host: localhost", f"content-length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def answer(wire: Wire) -> tuple[int, Any, dict[str, str]]:
    """The next on this connection."""
    async with asyncio.timeout(20):
        while b"\r\n\r\n" not in wire.sent:
            await asyncio.sleep(0.005)
        head = wire.sent.partition(b"\r\n\r\n")[0]
        status, *lines = head.decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        length = int(headers["content-length"])
        while len(wire.sent) < len(head) + 4 + length:
            await asyncio.sleep(0.005)
        rest = wire.sent[len(head) + 4 :]
        wire.sent = rest[length:]
        return int(status.split()[1]), json.loads(rest[:length]), headers


async def post(
    path: str, body: bytes, address: str = "192.0.2.1", **headers: str
) -> tuple[int, Any, dict[str, str]]:
    committer.start()
    protocol, wire = connect(address)
    raw = request(path, body, **headers)
    protocol.data_received(raw[:-2])
    protocol.data_received(raw[-2:])
    return await answer(wire)
