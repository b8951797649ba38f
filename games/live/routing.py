"""Which socket answers which address."""

from typing import Any

from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from django.urls import path, re_path

from games.live.board import BoardSocket
from games.live.game import GameSocket
from games.live.origin import OwnOrigin
from games.live.socket import CLOSE_NOT_FOUND

# Django's types know views only; Channels' router takes applications in their place.
game: Any = GameSocket.as_asgi()
board: Any = BoardSocket.as_asgi()


async def no_such_socket(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a handshake for an address that isn't any socket's."""
    await receive()
    await send({"type": "websocket.close", "code": CLOSE_NOT_FOUND})


nothing: Any = no_such_socket
websocket = OwnOrigin(
    # The sockets read the session themselves, at every message; the cookie is all they need.
    CookieMiddleware(
        URLRouter(
            [
                path("ws/games/<uuid:game_id>/", game),
                path("ws/boards/<slug:scope>/<str:when>/", board),
                re_path(r"", nothing),
            ]
        )
    )
)
