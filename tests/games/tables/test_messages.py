"""A message for many is framed once; every client reads it as if it had been framed for it alone."""

import pytest
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from games.tables.messages import WINDOW_BITS, WORTH_DEFLATING, Message


def read(raw: bytes, deflates: bool) -> Frame:
    """As a client reads it."""
    stream = StreamReader()
    stream.feed_data(raw)
    stream.feed_eof()
    extension = PerMessageDeflate(True, True, WINDOW_BITS, WINDOW_BITS)
    parsing = Frame.parse(
        stream.read_exact, mask=False, extensions=[extension] if deflates else None
    )
    with pytest.raises(StopIteration) as ended:
        next(parsing)  # it would wait only if a byte were missing
    assert stream.buffer == b"", "nothing is left behind the frame"
    frame: Frame = ended.value.value
    return frame


@pytest.mark.parametrize("length", [0, 2, 125, 126, 3_000, 65_535, 65_536])
@pytest.mark.parametrize("deflates", [True, False], ids=["deflated", "plain"])
def test_a_text_of_any_length_arrives_whole(length: int, deflates: bool) -> None:
    text = (b'{"type":"frame","hands":[6,5]}' * (length // 30 + 1))[:length]
    message = Message(text)
    frame = read(message.deflated_frame if deflates else message.frame, deflates)
    assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, text)


def test_a_long_text_is_deflated_once_and_a_short_one_not_at_all() -> None:
    long, short = Message(b"blue " * WORTH_DEFLATING), Message(b'{"type":"pong"}')
    assert len(long.deflated_frame) < len(long.frame) / 5
    assert long.deflated_frame is long.deflated_frame
    assert short.deflated_frame is short.frame
