"""A proxy that passes connections on, and does to them what networks do."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Literal

HOST = "127.0.0.1"
CHUNK = 65536
# A ping or its answer, which either side sends when it pleases.
LONGEST_PING = 16
# Which way the next bytes go that are lost, and with them the connection.
Way = Literal["request", "answer"]


class Proxy:
    """Listens on a port of its own; every connection goes to the next process that takes it."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = list(ports)
        # So long every piece of data is held up, in seconds.
        self.delay = 0.0
        self.port = 0
        self.cuts = 0
        self._turn = count()
        self._trap: Way | None = None
        self._sprung = threading.Event()
        self._open: set[asyncio.WriteTransport] = set()
        self._loop = asyncio.new_event_loop()

    @contextmanager
    def running(self) -> Iterator["Proxy"]:
        """Listen, in a thread with a loop of its own."""
        thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        thread.start()
        server = self._call(asyncio.start_server(self._serve, HOST, 0))
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.cut()
            self._call(asyncio.sleep(0.05))
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()

    def cut(self) -> None:
        """Break off every open connection, at whatever point it is."""
        self._call(self._cut())

    def cut_at(self, way: Way) -> threading.Event:
        """Lose the next request, or the answer to the next request; the event tells when."""
        self._sprung = threading.Event()
        self._trap = way
        return self._sprung

    async def _cut(self) -> None:
        for transport in tuple(self._open):
            self.cuts += 1
            transport.abort()

    def _call(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=30)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server = await self._connect()
        if server is None:
            writer.transport.abort()
            return
        from_server, to_server = server
        transports = {writer.transport, to_server.transport}
        self._open.add(writer.transport)
        ways = [
            asyncio.create_task(self._pass_on("request", reader, to_server, transports)),
            asyncio.create_task(self._pass_on("answer", from_server, writer, transports)),
        ]
        try:
            await asyncio.gather(*ways, return_exceptions=True)
        finally:
            self._open.discard(writer.transport)
            for transport in transports:
                transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for _ in self.ports:
            port = self.ports[next(self._turn) % len(self.ports)]
            try:
                return await asyncio.open_connection(HOST, port)
            except OSError:
                continue
        return None

    async def _pass_on(
        self,
        way: Way,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        transports: set[asyncio.WriteTransport],
    ) -> None:
        try:
            while data := await source.read(CHUNK):
                if len(data) > LONGEST_PING and self._is_trapped(way):
                    break
                if self.delay:
                    await asyncio.sleep(self.delay)
                target.write(data)
                await target.drain()
            else:
                target.write_eof()
                return
        except OSError:
            pass
        for transport in transports:
            transport.abort()

    def _is_trapped(self, way: Way) -> bool:
        if self._trap != way:
            return False
        self._trap = None
        self.cuts += 1
        self._sprung.set()
        return True
