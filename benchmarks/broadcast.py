"""A bare broadcast with the websockets library: no game, no rules, a text of the same length to all."""

import asyncio
import subprocess
import sys
import time

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve

from benchmarks.clients import WebSocket
from benchmarks.servers import CLIENT_CORE, SERVER_CORE, on_core, wait_until_it_listens
from tests.service import free_port

TEXT = "x" * 2000


def measure(number: int, seconds: float, rate: float) -> list[float]:
    """The delays of all deliveries, in seconds."""
    port = free_port()
    with on_core(SERVER_CORE):
        server = subprocess.Popen([sys.executable, "-m", __name__, str(port), str(rate)])
    try:
        wait_until_it_listens(port)
        with on_core(CLIENT_CORE):
            return uvloop.run(listen(port, number, seconds))
    finally:
        server.kill()
        server.wait()


async def listen(port: int, number: int, seconds: float) -> list[float]:
    delays: list[float] = []
    arrived = asyncio.Event()
    counting = False
    waiting = number

    def received(text: bytes) -> None:
        nonlocal waiting
        if counting:
            delays.append(time.time() - float(text[:20]))
        waiting -= 1
        if waiting == 0:
            waiting = number
            arrived.set()

    loop = asyncio.get_running_loop()
    for _ in range(number):
        await loop.create_connection(lambda: WebSocket("/", "", received), "127.0.0.1", port)
    await asyncio.sleep(1)
    counting = True
    await asyncio.sleep(seconds)
    return delays


async def run(port: int, rate: float) -> None:
    connected: set[ServerConnection] = set()

    async def handler(connection: ServerConnection) -> None:
        connected.add(connection)
        try:
            await connection.wait_closed()
        finally:
            connected.discard(connection)

    async with serve(handler, "127.0.0.1", port, compression=None):
        while True:
            broadcast(connected, f"{time.time():<20}{TEXT}")
            # Without a pause the buffers would only grow: ask for the slowest to be written.
            await asyncio.sleep(1 / rate if rate else 0)
            while not rate and any(c.transport.get_write_buffer_size() for c in connected):
                await asyncio.sleep(0)


if __name__ == "__main__":
    uvloop.run(run(int(sys.argv[1]), float(sys.argv[2])))
