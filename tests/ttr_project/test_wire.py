"""Over a real connection: what is written or heard at once arrives whole and in order, and nobody slow is flooded."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.protocol import State
from websockets.uri import parse_uri

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


class Transport(asyncio.Transport):
    """A client that takes whatever it is sent."""

    def write(self, data: Any) -> None:
        pass

    def close(self) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        raise AssertionError("what is heard at once never waits to be read")


async def listening(heard: list[str]) -> SharedFrames:
    """A connection that has been opened, without a network."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][HEAR_AT_ONCE](heard.append)
        await receive()

    config = uvicorn.Config(application, log_level="critical", ws_max_size=4096)
    protocol = SharedFrames(config, ServerState(), {})
    protocol.connection_made(Transport())
    opening = ClientProtocol(parse_uri("ws://here/"))
    opening.send_request(opening.connect())
    protocol.data_received(b"".join(opening.data_to_send()))
    while protocol.hear is None:
        await asyncio.sleep(0)
    return protocol


def spoken(said: list[str | list[str] | bytes]) -> tuple[bytes, list[str]]:
    """The bytes of a client who says this (in pieces, or a ping), and the texts in it."""
    client = ClientProtocol(parse_uri("ws://here/"), state=State.OPEN)
    texts = []
    for one in said:
        if isinstance(one, bytes):
            client.send_ping(one)
        elif isinstance(one, str):
            client.send_text(one.encode())
            texts.append(one)
        else:
            client.send_text(b"", fin=False)
            for piece in one:
                client.send_continuation(piece.encode(), fin=False)
            client.send_continuation(b"", fin=True)
            texts.append("".join(one))
    return b"".join(client.data_to_send()), texts


SAID = st.text(max_size=20) | st.text(min_size=126, max_size=300)
PIECES = st.lists(st.text(max_size=5), max_size=3)


@given(
    said=st.lists(SAID | PIECES | st.binary(max_size=5), max_size=6),
    cuts=st.lists(st.integers(0, 1200), max_size=6),
    whole=st.booleans(),
)
def test_however_what_is_said_is_cut_on_its_way_it_is_heard_the_same(
    said: list[str | list[str] | bytes], cuts: list[int], whole: bool
) -> None:
    async def hear() -> list[str]:
        heard: list[str] = []
        protocol = await listening(heard)
        if whole:
            chunks = [spoken([one])[0] for one in said]
        else:
            data, _ = spoken(said)
            places = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
            chunks = [data[a:b] for a, b in pairwise(places)]
        for chunk in chunks:
            protocol.data_received(chunk)
        protocol.connection_lost(None)
        return heard

    assert asyncio.run(hear()) == spoken(said)[1]


async def test_a_move_that_arrives_in_one_piece_does_not_go_through_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[str] = []
    protocol = await listening(heard)
    parsed: list[bytes] = []
    usual = WebSocketsSansIOProtocol.data_received

    def data_received(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        parsed.append(data)
        usual(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", data_received)
    ping, _ = spoken([b"?"])
    for text in ("ping", "x" * 125, "ü" * 300):
        protocol.data_received(spoken([text])[0])
        protocol.data_received(ping)
    assert heard == ["ping", "x" * 125, "ü" * 300]
    assert parsed == [ping] * 3
    too_long, _ = spoken(["x" * 5000])
    protocol.data_received(too_long)
    assert (len(heard), parsed[-1]) == (3, too_long)
    assert protocol.conn.close_sent is not None
    assert protocol.conn.close_sent.code == 1009
    protocol.connection_lost(None)


PLAIN = b"\x81\x84" + bytes(4) + b"ping"
BEGUN = b"\x81" + bytes([0x80 | 4 + len(PLAIN)]) + bytes(4) + b"this"
UNFINISHED = b"\x01\x82" + bytes(4) + b"a "


@pytest.mark.parametrize(
    ("before", "code"),
    [(BEGUN, 1007), (UNFINISHED, 1002)],
    ids=["inside one that is no text then", "before the last one has ended"],
)
async def test_a_plain_message_in_the_wrong_place_is_not_heard_and_ends_the_connection(
    before: bytes, code: int
) -> None:
    heard: list[str] = []
    protocol = await listening(heard)
    protocol.data_received(before)
    protocol.data_received(PLAIN)
    assert heard == []
    assert protocol.conn.close_sent is not None
    assert protocol.conn.close_sent.code == code
    protocol.connection_lost(None)
