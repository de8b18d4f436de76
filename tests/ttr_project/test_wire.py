"""Over a real connection: what is written or heard at once arrives whole and in order, and nobody slow is flooded."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from games.tables.messages import Message, Together
from games.tables.sockets import HEAR_AT_ONCE, WRITE_AT_ONCE, HearAtOnce, WriteAtOnce
from ttr_project.wire import SharedFrames

SHARED = Message(b'{"type":"frame","hands":[6,5,{"blue":2}]}' * 100)

Talk = Callable[[WriteAtOnce, HearAtOnce, Any], Any]


@asynccontextmanager
async def serving(talk: Talk) -> AsyncIterator[str]:
    """A server whose sockets do that after their opening; its address."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        shortcuts = [scope["extensions"][name] for name in (WRITE_AT_ONCE, HEAR_AT_ONCE)]
        await talk(*shortcuts, send)
        await receive()

    config = uvicorn.Config(
        application, port=0, ws=SharedFrames, lifespan="off", log_level="critical"
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield f"ws://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    server.should_exit = True
    await running


@pytest.mark.parametrize("compression", ["deflate", None])
async def test_shared_and_own_messages_arrive_in_order(compression: str | None) -> None:
    async def talk(write_at_once: WriteAtOnce, hear_at_once: HearAtOnce, send: Any) -> None:
        assert write_at_once(SHARED)
        await send({"type": "websocket.send", "text": SHARED.text.decode()})
        assert write_at_once(Together([SHARED, Message(b"the end")]))

    async with serving(talk) as address, connect(address, compression=compression) as socket:
        *shared, last = [await asyncio.wait_for(socket.recv(), 10) for _ in range(4)]
        assert bool(socket.protocol.extensions) == bool(compression)
    assert shared == [SHARED.text.decode()] * 3
    assert last == "the end"


async def test_a_client_who_does_not_read_is_not_written_to_for_ever() -> None:
    written: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def talk(write_at_once: WriteAtOnce, hear_at_once: HearAtOnce, send: Any) -> None:
        large = Message(bytes(100_000))
        number = 0
        while write_at_once(large):
            number += 1
            await asyncio.sleep(0)
        written.set_result(number)

    async with serving(talk) as address, connect(address, compression=None, max_queue=1) as socket:
        # The operating system takes some of it, our server little more.
        assert 0 < await asyncio.wait_for(written, 30) < 1_000
        socket.transport.abort()


async def test_nothing_is_written_after_the_close() -> None:
    after: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def talk(write_at_once: WriteAtOnce, hear_at_once: HearAtOnce, send: Any) -> None:
        await send({"type": "websocket.close", "code": 4401})
        after.set_result(write_at_once(SHARED))

    async with serving(talk) as address, connect(address) as socket:
        await socket.wait_closed()
        assert (socket.close_code, await after) == (4401, False)


@pytest.mark.parametrize("compression", ["deflate", None])
async def test_every_text_is_heard_whole_and_in_order(compression: str | None) -> None:
    heard: list[str] = []

    async def talk(write_at_once: WriteAtOnce, hear_at_once: HearAtOnce, send: Any) -> None:
        def hear(text: str) -> None:
            heard.append(text)
            write_at_once(Message(b"%d" % len(text)))

        hear_at_once(hear)

    async with (
        serving(talk) as address,
        connect(address, compression=compression) as socket,
    ):
        said: list[Any] = ["ü" * 300, ["in ", "pieces"], "the end"]
        for text in said:
            await socket.send(text)
        answers = [await asyncio.wait_for(socket.recv(), 10) for _ in said]
    assert heard == ["ü" * 300, "in pieces", "the end"]
    assert answers == ["300", "9", "7"]


async def test_what_is_no_text_ends_the_connection() -> None:
    async def talk(write_at_once: WriteAtOnce, hear_at_once: HearAtOnce, send: Any) -> None:
        hear_at_once(lambda text: None)

    async with serving(talk) as address, connect(address, compression=None) as socket:
        await socket.send(b"\xff\xfe", text=True)
        await asyncio.wait_for(socket.wait_closed(), 10)
        assert socket.close_code == 1007
