"""The ASGI application: pages and API over HTTP, moves and boards over WebSockets."""

import gc
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# Only after Django is set up may modules that touch models be imported.
from channels.routing import ProtocolTypeRouter  # noqa: E402

from config.bounds import bound_daphne  # noqa: E402
from config.handler import Handler  # noqa: E402
from config.request_ids import NamesRequests  # noqa: E402
from config.stopping import stopping  # noqa: E402
from games.live.routing import websocket  # noqa: E402

bound_daphne()
stopping.listen()
application = stopping.counting(
    NamesRequests(ProtocolTypeRouter({"http": Handler(), "websocket": websocket}))
)

# What stands after start-up lives as long as the process: the collector need not look at it
# again, and fewer full collections take the worst pauses out of a move.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 100)
