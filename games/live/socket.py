"""What every socket does: one message after the other, within limits, in the asker's language."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, ClassVar

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_noop

from accounts.models import Player
from accounts.networks import network_of
from games import metrics
from games.errors import GameError
from games.failures import failure_of
from games.live.limits import (
    MALFORMED_UNTIL_CLOSED,
    REFUSALS_UNTIL_CLOSED,
    Bucket,
    connection_bucket,
    places,
)
from games.requests import MAX_BYTES, BadRequest, read_object
from games.seats import language_of

# A client pings every 25 seconds; one that has said nothing for this long has gone.
SILENCE_SECONDS = 75.0

# Servers may send no code below 3000 but 1000, so the usual 1009 for too big is not for us.
CLOSE_MALFORMED = 4400
CLOSE_SIGNED_OUT = 4401
CLOSE_NOT_FOUND = 4404
# In place of 1012, likewise.
CLOSE_RESTART = 4012
CLOSE_SILENT = 4408
CLOSE_TOO_BIG = 4413
CLOSE_TOO_FAST = 4429
# Refusals after which nothing that is asked for can succeed any more.
GONE = (401, 403, 404)

BINARY = gettext_noop("Messages are texts, not binary.")

Frame = dict[str, Any]


def error_frame(error: GameError, data: Mapping[str, object], language: str) -> Frame:
    """An error as a message, with the id of the request it answers where that has one."""
    named = data.get("id")
    # Half a character in it could not be sent back; a UUID holds none.
    known = isinstance(named, str) and len(named) <= 36 and named.isascii()
    with translation.override(language):
        frame: Frame = {
            "type": "error",
            "id": named if known else None,
            "error": {"code": error.code, "message": error.message()},
        }
    if error.payload is not None:
        frame["game"] = error.payload
    return frame


class Socket(AsyncWebsocketConsumer):
    """One open socket. A subclass says what happens when it opens and what a message means."""

    kind: str
    restarting: ClassVar = False
    language: str = settings.LANGUAGE_CODE
    silence: asyncio.TimerHandle | None = None
    closed = False
    busy = False
    holds: tuple[str, ...] = ()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Live as long as the connection; leave nothing behind, however it ends."""
        metrics.OPEN_SOCKETS.labels(self.kind).inc()
        open_sockets.add(self)
        try:
            await self.hear_all(scope, receive, send)
        finally:
            open_sockets.discard(self)
            self.closed = True
            metrics.OPEN_SOCKETS.labels(self.kind).dec()
            if self.silence:
                self.silence.cancel()
            for who in self.holds:
                places.leave(who)
            await self.leave()

    async def hear_all(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one message after the other.

        Channels itself would begin a task for each, to listen to a channel of the socket's own,
        too; ours share (`audience`).
        """
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass

    async def leave(self) -> None:
        """Be told no more; a subclass says of what."""

    async def take_place(self, who: str, most: int) -> bool:
        """Hold one of somebody's places until the end; close where they hold too many."""
        if not places.take(who, most=most):
            metrics.REFUSALS.labels("too_many_sockets").inc()
            await self.close(CLOSE_TOO_FAST)
            return False
        self.holds += (who,)
        return True

    def header(self, name: bytes) -> str:
        """What the handshake says under a name; empty where it says nothing."""
        found: bytes = dict(self.scope["headers"]).get(name, b"")
        return found.decode("latin-1")

    def language_for(self, player: Player | None) -> str:
        """The language that the handshake asks for, else a player's own."""
        return language_of(
            cookies=self.scope["cookies"],
            accept_language=self.header(b"accept-language"),
            player=player,
        )

    async def open(self) -> None:
        """Say what stands, or close."""
        raise NotImplementedError

    async def answer(self, data: dict[str, object]) -> None:
        """Answer a message that is a JSON object; a GameError is sent on as an error."""
        raise NotImplementedError

    def buckets(self) -> list[Bucket]:
        """The limits that each message counts against."""
        return [self.bucket]

    # --- The way of a message ---------------------------------------------------------------

    async def dispatch(self, message: Any) -> None:
        """Call the handler of a message.

        The default first closes old connections in the pages' own thread, at each message; our
        threads look after their connections themselves.
        """
        self.busy = True
        try:
            await getattr(self, get_handler_name(message))(message)
        except StopConsumer:
            raise
        except Exception as error:
            await self.fail(error, {})
        finally:
            self.busy = False
        if Socket.restarting:
            await self.close(CLOSE_RESTART)

    async def fail(self, error: Exception, data: Mapping[str, object]) -> None:
        """Say that it couldn't be done, and close: what has been sent since may build on it."""
        failure = failure_of(error)
        metrics.REFUSALS.labels(failure.code).inc()
        await self.say(error_frame(failure, data, self.language))
        await self.close(4000 + failure.status)

    async def websocket_connect(self, message: Any) -> None:
        """Begin: limits, clock of silence, and what the subclass says."""
        self.bucket = connection_bucket()
        self.malformed = self.refused = 0
        self.heard = asyncio.get_running_loop().time()
        self.watch_silence()
        await self.accept()
        network = network_of(
            peer=(self.scope.get("client") or [""])[0],
            forwarded=self.header(b"x-forwarded-for"),
        )
        if await self.take_place(f"address {network}", settings.SOCKETS_PER_ADDRESS):
            await self.open()

    async def websocket_receive(self, message: Any) -> None:
        """Check size, pace and shape of a message before anything is done with it."""
        if self.closed:
            return
        self.heard = asyncio.get_running_loop().time()
        text: str | None = message.get("text")
        if len(message.get("bytes") or b"") > MAX_BYTES or too_big(text or ""):
            await self.close(CLOSE_TOO_BIG)
            return
        data: dict[str, object] = {}
        try:
            if text is None:
                raise BadRequest(BINARY)
            data = read_object(text)
            if not all(bucket.take() for bucket in self.buckets()):
                raise GameError("too_many_requests")
            self.refused = 0
            await self.answer(data)
            self.malformed = 0
        except GameError as error:
            metrics.REFUSALS.labels(error.code).inc()
            await self.say(error_frame(error, data, self.language))
            await self.count(error)
        except Exception as error:
            await self.fail(error, data)

    async def count(self, error: GameError) -> None:
        """Close the socket of a client that keeps sending what can't be answered."""
        if error.code == "bad_request":
            self.malformed += 1
            if self.malformed >= MALFORMED_UNTIL_CLOSED:
                await self.close(CLOSE_MALFORMED)
        elif error.code == "too_many_requests":
            self.refused += 1
            if self.refused >= REFUSALS_UNTIL_CLOSED:
                await self.close(CLOSE_TOO_FAST)
        elif error.status in GONE:
            await self.close(4000 + error.status)

    async def websocket_disconnect(self, message: Any) -> None:
        """End, whoever ended it."""
        self.closed = True
        await super().websocket_disconnect(message)

    async def say(self, frame: Frame) -> None:
        """Send a message, unless the socket is closed."""
        await self.say_text(encoded(frame))

    async def say_text(self, text: str) -> None:
        """Send a message as it goes over the wire, unless the socket is closed."""
        if not self.closed:
            await self.send(text_data=text)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close once, and hear nothing afterwards."""
        if not self.closed:
            self.closed = True
            metrics.CLOSED_SOCKETS.labels(code).inc()
            await super().close(code, reason)

    # --- Silence ----------------------------------------------------------------------------

    def watch_silence(self) -> None:
        """Look again when the present silence could have become too long."""
        loop = asyncio.get_running_loop()
        left = self.heard + SILENCE_SECONDS - loop.time()
        if left > 0:
            self.silence = loop.call_later(left, self.watch_silence)
        else:
            self.closing = loop.create_task(self.close(CLOSE_SILENT))


open_sockets: set[Socket] = set()


async def send_all_elsewhere() -> None:
    """Have every socket close once what is under way has been answered: the process stops."""
    Socket.restarting = True
    for socket in tuple(open_sockets):
        if not socket.busy:
            await socket.close(CLOSE_RESTART)


def encoded(frame: Frame) -> str:
    """A message as it goes over the wire."""
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=False)


def too_big(text: str) -> bool:
    """Whether a text takes more bytes than a message may."""
    return len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES
