"""An id for each request and each socket: in its log lines, and in its answer."""

import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from django.conf import settings

HEADER = b"x-request-id"
_READABLE = re.compile(rb"[A-Za-z0-9._-]{8,64}")

current: ContextVar[str] = ContextVar("request_id", default="")

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
# Channels and Django name the same ASGI types differently.
Application = Callable[[Any, Any, Any], Awaitable[None]]


class NamesRequests:
    """An ASGI application that has another one know its requests by an id.

    The id is the one that a trusted proxy gave, else a new one: nobody outside chooses what
    stands in the log.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Message, receive: Any, send: Send) -> None:
        """Answer under an id."""
        name = _given(scope) or uuid4().hex.encode()
        current.set(name.decode())

        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (HEADER, name)]
            await send(message)

        await self.application(scope, receive, send_named)


def _given(scope: Message) -> bytes:
    if not settings.TRUSTED_PROXY_COUNT:
        return b""
    given: bytes = dict(scope["headers"]).get(HEADER, b"")
    return given if _READABLE.fullmatch(given) else b""
