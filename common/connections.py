"""A thread's connection to the database, kept from one task to the next.

The threads that do the work are few. To give a connection back after each task, and to ask it
before each whether it is still good, takes as long as to read a game.
"""

import select
from typing import Any

from django.conf import settings
from django.db import connection

_ours: Any = connection  # of which Django's types leave half out


def look_after_connection() -> None:
    """See from its socket, which asks nobody, whether the thread's connection is still good."""
    if not settings.ON_POSTGRESQL or _ours.connection is None:
        return
    if _has_ended(_ours.connection):
        _ours.close()
    else:
        _ours.health_check_done = True


def keep_connection() -> None:
    """Keep the connection, which Django would otherwise give back to the pool."""
    _ours.close_at = None


def _has_ended(connected: Any) -> bool:
    """Whether PostgreSQL has said something unasked, as it does when it ends a connection."""
    if connected.closed:
        return True
    waiting = select.poll()
    waiting.register(connected.fileno(), select.POLLIN)
    return bool(waiting.poll(0))
