"""What WebSockets say, on its way out: put into a frame once for everybody, and written at once.

Autobahn would frame a text for each socket anew, and Twisted's loop takes two more system calls
for each write than writing takes.
"""

from functools import lru_cache
from typing import Any

from twisted.internet import tcp

FINAL_TEXT = 0x81
TWO_BYTES, EIGHT_BYTES = 126, 127


@lru_cache(maxsize=4)
def text_frame(text: str) -> bytes:
    """A text as one unmasked frame (RFC 6455, section 5.2).

    >>> text_frame("ja")
    b'\\x81\\x02ja'
    """
    payload = text.encode()
    length = len(payload)
    if length < TWO_BYTES:
        head = bytes((FINAL_TEXT, length))
    elif length < 1 << 16:
        head = bytes((FINAL_TEXT, TWO_BYTES)) + length.to_bytes(2)
    else:
        head = bytes((FINAL_TEXT, EIGHT_BYTES)) + length.to_bytes(8)
    return head + payload


def write(transport: Any, data: bytes) -> None:
    """Write at once as much as the kernel takes, where nothing waits before it, and then the rest.

    What the connection has come to in the meantime is found out by the rest, as with any write.
    """
    is_free = (
        isinstance(transport, tcp.Connection)
        and transport.connected
        and not (transport.disconnecting or transport.dataBuffer or transport._tempDataLen)
    )
    sent = transport.writeSomeData(data) if is_free else 0
    rest = data[sent:] if isinstance(sent, int) else data
    if rest:
        transport.write(rest)
