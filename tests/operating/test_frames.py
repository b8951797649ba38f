"""What sockets say goes out as frames that others can read."""

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, Protocol

from config import frames


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_text_of_any_length_is_one_frame(length: int) -> None:
    # An umlaut takes two bytes.
    text = "x" * length if length < 2 else "ü" + "x" * (length - 2)
    client = Protocol(CLIENT)
    client.receive_data(frames.text_frame(text))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert frame.opcode is Opcode.TEXT
    assert frame.fin
    assert bytes(frame.data).decode() == text
