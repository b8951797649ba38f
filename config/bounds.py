"""What Daphne leaves without bounds: requests that come slowly or are huge, and idle readers.

Django and the sockets refuse what is too big or too fast, but only once it has arrived. Until
then it is Daphne's, which would take in bodies of any size, wait for ever for a request that comes
byte by byte, and keep for ever what a client asks for and does not read.

The methods' names are those by which Daphne, Twisted and Autobahn call them.
"""

from typing import Any

from daphne import server
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.web.http import HTTPChannel

from config import frames
from games.live.socket import CLOSE_TOO_FAST

# More than a socket's burst: what lies beyond would be refused anyway.
MOST_UNDECIDED = 500

TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class BoundedRequest(WebRequest):
    """A request of limited length, whatever it says of its length."""

    length = 0
    refused = False

    def process(self) -> Any:
        """Refuse what Daphne would fail at: it reads the names of subprotocols as ASCII."""
        named = self.requestHeaders.getRawHeaders(b"Sec-WebSocket-Protocol", ())
        if all(value.isascii() for value in named):
            return super().process()
        return self.basic_error(400, b"Bad Request", "Invalid header value")

    def gotLength(self, length: int | None) -> None:
        """Refuse a body that is announced as too long before it comes."""
        super().gotLength(0 if too_long(length) else length)
        if too_long(length):
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:
        """Refuse a body that turns out to be too long."""
        self.length += len(data)
        if self.refused:
            return
        if too_long(self.length):
            self.refuse()
        else:
            super().handleContentChunk(data)

    def refuse(self) -> None:
        """Say so and hang up, without taking in the rest."""
        self.refused = True
        self.channel.transport.write(TOO_LARGE)
        self.channel.loseConnection()


def too_long(length: int | None) -> bool:
    """Whether a body is longer than Django would read; None is one of unknown length."""
    return (length or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class BoundedChannel(HTTPChannel):
    """A connection on which a whole request must have come within the time of idleness."""

    def resetTimeout(self) -> None:
        """Do nothing: with each byte the time would begin anew, so one a minute would do."""


class BoundedFactory(HTTPFactory):
    """Makes bounded connections."""

    protocol = BoundedChannel

    def buildProtocol(self, addr: Any) -> Any:
        """Make the protocol of a connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


class BoundedSocket(WebSocketProtocol):
    """A WebSocket whose client is heard only as long as it reads what it is told."""

    def onOpen(self) -> None:
        """Hear of a full buffer, in place of the channel that the connection began with."""
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)
        super().onOpen()

    def pauseProducing(self) -> None:
        """Read no more; if that lasts, the silence closes the socket."""
        self.transport.pauseProducing()

    def resumeProducing(self) -> None:
        """Read again."""
        self.transport.resumeProducing()

    def stopProducing(self) -> None:
        """Do nothing: the connection is lost."""

    def _closeConnection(self, abort: bool = False) -> None:
        # A registered producer that is paused would keep the connection from being closed.
        self.transport.unregisterProducer()
        super()._closeConnection(abort)

    def serverSend(self, content: Any, binary: bool = False) -> None:
        """Say nothing to somebody who has gone while the application doesn't know it yet."""
        if self.state == self.STATE_OPEN and not binary:
            frames.write(self.transport, frames.text_frame(content))
        elif self.state in (self.STATE_CONNECTING, self.STATE_OPEN):
            super().serverSend(content, binary)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Queue a message; where far too many wait, forget them all and hang up."""
        if self.state != self.STATE_OPEN:
            return
        if self.application_queue.qsize() < MOST_UNDECIDED:
            super().onMessage(payload, isBinary)
            return
        while not self.application_queue.empty():
            self.application_queue.get_nowait()
        self.sendClose(code=CLOSE_TOO_FAST)


def bound_daphne() -> None:
    """Have Daphne make bounded connections."""
    server.HTTPFactory = BoundedFactory
    WebSocketFactory.protocol = BoundedSocket
