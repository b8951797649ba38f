"""A connection that says whatever bytes it likes, and frames that no client of ours would send."""

import base64
import os
import socket
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType

from tests.served.site import HOST, Site

SECONDS_TO_ANSWER = 30.0
NO_HEADERS: Mapping[str, str | None] = MappingProxyType({})
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(
    payload: bytes,
    *,
    opcode: int = TEXT,
    final: bool = True,
    reserved: int = 0,
    masked: bool = True,
    length: int | None = None,
) -> bytes:
    """A frame as RFC 6455 has it, or as it has it not; `length` may lie.

    >>> frame(b"hi", masked=False)
    b'\\x81\\x02hi'
    """
    said = len(payload) if length is None else length
    first = final << 7 | reserved << 4 | opcode
    mask_bit = masked << 7
    if said < 126:
        head = struct.pack("!BB", first, mask_bit | said)
    elif said < 1 << 16:
        head = struct.pack("!BBH", first, mask_bit | 126, said)
    else:
        head = struct.pack("!BBQ", first, mask_bit | 127, said)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


@dataclass(frozen=True, kw_only=True)
class Wire:
    """An open TCP connection to a site."""

    site: Site
    tcp: socket.socket

    def ask_for_socket(
        self, path: str, headers: Mapping[str, str | None] = NO_HEADERS, *, session: str = ""
    ) -> None:
        """Ask for a WebSocket; None leaves a header out."""
        own = f"{HOST}:{self.site.port}"
        said = {
            "Host": own,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
            "Origin": f"http://{own}",
            "Cookie": f"session={session}" if session else None,
        } | dict(headers)
        lines = [f"{name}: {value}" for name, value in said.items() if value is not None]
        self.send("\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode())

    def shake(
        self, path: str, headers: Mapping[str, str | None] = NO_HEADERS, *, session: str = ""
    ) -> str:
        """Ask for a WebSocket; give the answer's status line and headers."""
        self.ask_for_socket(path, headers, session=session)
        head = b""
        while b"\r\n\r\n" not in head:
            byte = self.tcp.recv(1)
            if not byte:
                break
            head += byte
        return head.decode("latin-1")

    def send(self, data: bytes) -> bool:
        """Send; tells whether the site still takes anything."""
        try:
            self.tcp.sendall(data)
        except OSError:
            return False
        return True

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """What the site says, by opcode, until it hangs up."""
        while head := self._read(2):
            length = head[1] & 127
            if length > 125:
                length = int.from_bytes(self._read(2 if length == 126 else 8))
            yield head[0] & 15, self._read(length)

    def frames_until_closed(self) -> Iterator[tuple[int, bytes]]:
        """What the site says until it hangs up; its closing is answered, for it waits for that."""
        for opcode, payload in self.frames():
            yield opcode, payload
            if opcode == CLOSE:
                self.send(frame(payload, opcode=CLOSE))

    def close_code(self) -> int | None:
        """The code with which the site closes, whatever it says before; None without one."""
        closing = [payload for opcode, payload in self.frames_until_closed() if opcode == CLOSE]
        return int.from_bytes(closing[0][:2]) if closing and closing[0] else None

    def _read(self, number: int) -> bytes:
        read = b""
        while len(read) < number:
            try:
                part = self.tcp.recv(number - len(read))
            except ConnectionResetError:
                return b""
            if not part:
                return b""
            read += part
        return read


@contextmanager
def wire(site: Site) -> Iterator[Wire]:
    """Connect, and hang up in the end."""
    with socket.create_connection((HOST, site.port), timeout=SECONDS_TO_ANSWER) as tcp:
        yield Wire(site=site, tcp=tcp)
