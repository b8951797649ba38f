"""The application as it is, and beside it a socket that does nothing, for benchmarks."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path, re_path

from config.asgi import application as ours
from games.live import limits

# The benchmark asks what the server can do, not what it lets one player do.
limits.CONNECTION_BURST = limits.PLAYER_BURST = 10**9


class Nothing(AsyncWebsocketConsumer):
    """Answers each message with itself."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Send back what came."""
        await self.send(text_data=text_data, bytes_data=bytes_data)


nothing: Any = Nothing.as_asgi()
sockets: Any = ours
application = ProtocolTypeRouter(
    {
        "http": ours,
        "websocket": URLRouter([path("nothing/", nothing), re_path(r"", sockets)]),
    }
)
