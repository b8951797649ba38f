"""An end without losing anyone: what is under way is answered, and everybody is sent elsewhere.

Daphne alone would break off at SIGTERM whatever it is doing.
"""

import asyncio
import signal
import threading
from typing import Any

from twisted.internet import reactor, tcp

from games.live.socket import open_sockets, send_all_elsewhere

# Whoever runs the process kills it if it takes longer than they wait: Docker, 10 seconds.
LONGEST_SECONDS = 8.0
SECONDS_BETWEEN_LOOKS = 0.05

# Twisted's types don't know which reactor it is.
_reactor: Any = reactor


class Stopping:
    """Counts the requests under way, and ends the process once all of them are answered."""

    def __init__(self) -> None:
        self.begun = False
        self.requests = 0
        self.finishing: asyncio.Task[None] | None = None

    def counting(self, application: Any) -> Any:
        """The application, with its requests over HTTP counted."""

        async def counted(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http":
                await application(scope, receive, send)
                return
            self.requests += 1
            try:
                await application(scope, receive, send)
            finally:
                self.requests -= 1

        return counted

    def listen(self) -> None:
        """Have SIGTERM begin the end, once the server runs in the main thread."""
        _reactor.callWhenRunning(self._take_signal)

    def begin(self) -> None:
        """Take no new connection, and finish; asked a second time, end at once."""
        if self.begun:
            _reactor.stop()
            return
        self.begun = True
        listening: list[Any] = [
            reader for reader in _reactor.getReaders() if isinstance(reader, tcp.Port)
        ]
        for port in listening:
            port.stopListening()
        self.finishing = asyncio.get_running_loop().create_task(self._finish())

    async def _finish(self) -> None:
        clock = asyncio.get_running_loop()
        latest = clock.time() + LONGEST_SECONDS
        await send_all_elsewhere()
        while (self.requests or open_sockets) and clock.time() < latest:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        _reactor.stop()

    def _take_signal(self) -> None:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda *_: _reactor.callFromThread(self.begin))


stopping = Stopping()
