"""A client's end of a socket, as tests speak through it."""

import json
from typing import Any
from uuid import UUID, uuid4

from channels.testing import WebsocketCommunicator
from django.conf import settings

from games.live.routing import websocket

ORIGIN = "http://testserver"
# Whatever takes longer never comes.
LONGEST_SECONDS = 60


class Tab(WebsocketCommunicator):
    """One open tab of somebody's browser."""

    def __init__(
        self,
        path: str,
        *,
        session: str | None = None,
        language: str | None = "en",
        origin: str | None = ORIGIN,
        accept_language: str | None = None,
    ) -> None:
        cookies = {settings.SESSION_COOKIE_NAME: session, settings.LANGUAGE_COOKIE_NAME: language}
        headers = {
            "host": "testserver",
            "origin": origin,
            "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items() if value),
            "accept-language": accept_language,
        }
        super().__init__(
            websocket,
            path,
            headers=[(name.encode(), value.encode()) for name, value in headers.items() if value],
        )

    async def open(self) -> dict[str, Any]:
        """Connect, and hear what the server says first."""
        accepted, code = await self.connect(timeout=LONGEST_SECONDS)
        assert accepted, f"refused with {code}"
        return await self.hear()

    async def say(self, **message: Any) -> None:
        """Send a message as it is."""
        await self.send_to(text_data=json.dumps(message, default=str))

    async def hear(self) -> dict[str, Any]:
        """The server's next message."""
        heard: dict[str, Any] = await self.receive_json_from(timeout=LONGEST_SECONDS)
        return heard

    async def ask(self, kind: str, *, request: UUID | None = None, **rest: Any) -> dict[str, Any]:
        """Send a request of the game and hear the answer to it."""
        await self.say(type=kind, id=request or uuid4(), **rest)
        return await self.hear()

    async def hear_close(self) -> int:
        """The code with which the server closes, if that is what it does next."""
        output = await self.receive_output(timeout=LONGEST_SECONDS)
        assert output["type"] == "websocket.close", output
        return int(output["code"])

    async def hears_nothing_more(self) -> bool:
        """Whether nothing has come once all that was said has been dealt with.

        A ping is answered after everything that was sent before it.
        """
        await self.say(type="ping")
        heard = await self.hear()
        return bool(heard["type"] == "pong")

    async def refused(self) -> int:
        """The code with which a connection is refused, before or right after it is accepted."""
        accepted, code = await self.connect(timeout=LONGEST_SECONDS)
        return await self.hear_close() if accepted else int(code or 0)
