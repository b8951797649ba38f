"""The application as it is, and beside it two sockets of the plainest kind, for benchmarks."""

import json
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path, re_path

from config.asgi import application as ours
from games.live import limits

# The benchmark asks what the server can do, not what it lets one player do.
limits.CONNECTION_BURST = limits.PLAYER_BURST = 10**9


class Nothing(AsyncWebsocketConsumer):
    """Does nothing but say that a message has come."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Send a text as short as can be."""
        await self.send(text_data="1")


class Echo(AsyncWebsocketConsumer):
    """Reads each message and sends it back."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Send back what came, through JSON and back."""
        await self.send(text_data=json.dumps(json.loads(text_data or "")))


nothing: Any = Nothing.as_asgi()
echo: Any = Echo.as_asgi()
sockets: Any = ours
application = ProtocolTypeRouter(
    {
        "http": ours,
        "websocket": URLRouter(
            [path("nothing/", nothing), path("echo/", echo), re_path(r"", sockets)]
        ),
    }
)
