"""What a socket holds back for its client: in order, never without end, and nothing for who was sent away."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from games.tables import sockets
from games.tables.access import PUBLIC
from games.tables.messages import Message, Together


async def test_a_client_that_does_not_read_is_cut_off_and_slows_nobody() -> None:
    sent: list[Any] = []
    stuck = asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)
        await stuck.wait()

    socket = sockets.Socket(uuid4(), PUBLIC, send)
    writing = asyncio.create_task(socket.write())
    for number in range(sockets.MOST_WAITING + 2):
        socket.push(Message(b"%d" % number))
        await asyncio.sleep(0)
    stuck.set()
    with pytest.raises(sockets.Dismissed) as dismissed:
        await asyncio.wait_for(writing, 5)
    assert dismissed.value.farewell == sockets.TOO_SLOW
    assert len(sent) == 1


async def test_of_what_is_sent_together_every_message_counts_against_a_slow_client() -> None:
    stuck = asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        await stuck.wait()

    socket = sockets.Socket(uuid4(), PUBLIC, send)
    writing = asyncio.create_task(socket.write())
    for _ in range(sockets.MOST_WAITING // 3 + 1):
        socket.push_together(Together([Message(b"1"), Message(b"2"), Message(b"3")]))
        await asyncio.sleep(0)
    stuck.set()
    with pytest.raises(sockets.Dismissed) as dismissed:
        await asyncio.wait_for(writing, 5)
    assert dismissed.value.farewell == sockets.TOO_SLOW


async def test_what_can_be_written_at_once_never_overtakes_what_waits() -> None:
    arrived: list[str] = []
    is_slow, stuck = True, asyncio.Event()

    async def send(message: dict[str, Any]) -> None:
        await stuck.wait()
        arrived.append(message["text"])

    def write_at_once(message: Message | Together) -> bool:
        if not is_slow and isinstance(message, Message):
            arrived.append(message.text.decode())
        return not is_slow

    scope = {"extensions": {sockets.WRITE_AT_ONCE: write_at_once}}
    socket = sockets.Socket(uuid4(), PUBLIC, send, scope=scope)
    writing = asyncio.create_task(socket.write())
    socket.push(Message(b"1"))
    await asyncio.sleep(0)  # it is being sent the slow way now
    is_slow = False
    socket.push(Message(b"2"))
    assert arrived == []
    stuck.set()
    await asyncio.sleep(0.01)
    socket.push(Message(b"3"))
    assert arrived == ["1", "2", "3"]
    writing.cancel()


def a_socket(written: list[bytes]) -> sockets.Socket:
    """Of a client that takes everything at once."""

    def write_at_once(message: Message | Together) -> bool:
        written.append(message.frame)
        return True

    async def send(message: dict[str, Any]) -> None:
        raise AssertionError("there is nothing to wait for")

    scope = {"extensions": {sockets.WRITE_AT_ONCE: write_at_once}}
    return sockets.Socket(uuid4(), PUBLIC, send, scope=scope)


async def test_an_answer_goes_out_with_the_frame_that_follows_it_or_alone_when_none_does() -> None:
    written: list[bytes] = []
    socket = a_socket(written)
    one, two, three, four = (Message(number) for number in (b"1", b"2", b"3", b"4"))
    socket.push_with_next(one)
    socket.push(two)
    await asyncio.sleep(0)
    assert written == [one.frame + two.frame]
    socket.push_with_next(three)
    socket.push_with_next(four)
    assert len(written) == 2
    await asyncio.sleep(0)
    assert written[1:] == [three.frame, four.frame]


async def test_an_answer_is_never_overtaken_by_what_a_crowd_is_sent() -> None:
    """Who plays may move over the socket of somebody who only watches."""
    written: list[bytes] = []
    socket = a_socket(written)
    one, two = Message(b"1"), Message(b"2")
    socket.push_with_next(one)
    socket.push_together(Together([two]))
    assert written == [one.frame, two.frame]


async def test_an_answer_that_waits_for_its_frame_is_not_sent_to_who_was_dismissed() -> None:
    written: list[bytes] = []
    socket = a_socket(written)
    writing = asyncio.create_task(socket.write())
    socket.push_with_next(Message(b"1"))
    socket.dismiss(sockets.CHANGED)
    with pytest.raises(sockets.Dismissed):
        await asyncio.wait_for(writing, 5)
    await asyncio.sleep(0)
    assert written == []
