"""Sockets as light as can be, so that thousands of them hardly cost the machine that is measured.

`websockets` would do the same for many times the CPU, which both sides share here.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
import time
from collections import deque

LONGEST_WAIT = 60.0


class Closed(Exception):
    """The server has refused a socket, or ended it; says how."""


class Line(asyncio.Protocol):
    """An open socket: texts go out, texts come in with the moment they came."""

    def __init__(self, handshake: bytes) -> None:
        self.handshake = handshake
        self.rest = b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heard: deque[tuple[float, bytes]] = deque()
        self.waiting: asyncio.Future[None] | None = None
        self.ended = ""

    # --- What asyncio calls -------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.handshake)

    def data_received(self, data: bytes) -> None:
        """Take in the answer to the handshake, then frames."""
        self.rest += data
        if not self.opened.done():
            head, end, self.rest = self.rest.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.opened.set_exception(Closed(head.decode("latin-1")))
                return
            self.opened.set_result(None)
        moment = time.perf_counter()
        while frame := self._frame():
            kind, payload = frame
            if kind == 1:
                self.heard.append((moment, payload))
            elif kind == 8:
                self.ended = str(int.from_bytes(payload[:2], "big"))
        self._wake()

    def connection_lost(self, error: Exception | None) -> None:
        """Let whoever waits know."""
        self.ended = self.ended or str(error or "lost")
        if not self.opened.done():
            self.opened.set_exception(Closed(self.ended))
        self._wake()

    def _wake(self) -> None:
        if self.waiting and not self.waiting.done():
            self.waiting.set_result(None)

    def _frame(self) -> tuple[int, bytes] | None:
        """Cut the next whole frame off what has come (RFC 6455, 5.2; a server doesn't mask)."""
        if len(self.rest) < 2:
            return None
        size, start = self.rest[1], 2
        if size > 125:
            width, start = ("H", 4) if size == 126 else ("Q", 10)
            if len(self.rest) < start:
                return None
            (size,) = struct.unpack(f"!{width}", self.rest[2:start])
        if len(self.rest) < start + size:
            return None
        kind, payload = self.rest[0] & 15, self.rest[start : start + size]
        self.rest = self.rest[start + size :]
        return kind, payload

    # --- What is done with a line ---------------------------------------------------------------

    def say(self, text: str) -> None:
        """Send a text of up to 65,535 bytes, masked by nought."""
        payload = text.encode()
        size = len(payload)
        length = bytes([128 + size]) if size < 126 else struct.pack("!BH", 254, size)
        self.transport.write(b"\x81" + length + bytes(4) + payload)

    async def hear(self) -> tuple[float, bytes]:
        """The next text and the moment it came."""
        while not self.heard:
            if self.ended:
                raise Closed(self.ended)
            self.waiting = asyncio.get_running_loop().create_future()
            async with asyncio.timeout(LONGEST_WAIT):
                await self.waiting
        return self.heard.popleft()


async def open_line(port: int, path: str, session: str = "") -> Line:
    """Open a socket as a page of the site does."""
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        "Accept-Language: en",
        *([f"Cookie: session={session}"] if session else []),
    ]
    handshake = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(handshake), "127.0.0.1", port)
    async with asyncio.timeout(LONGEST_WAIT):
        await line.opened
    return line


async def open_lines(port: int, asked: list[tuple[str, str]], at_once: int = 20) -> list[Line]:
    """Open sockets, by path and session, a few at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(path: str, session: str) -> Line:
        async with gate:
            return await open_line(port, path, session)

    return list(await asyncio.gather(*(one(path, session) for path, session in asked)))


def close_lines(lines: list[Line]) -> None:
    """Close sockets."""
    for line in lines:
        line.transport.close()
