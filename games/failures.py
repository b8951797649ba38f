"""What is told of an error that isn't anybody's doing, by REST and by sockets alike."""

import logging
import time

from django.db import InterfaceError, OperationalError

from games.errors import GameError

# The database can't be reached, can't write, or waits for too long: later it may go.
UNAVAILABLE = (OperationalError, InterfaceError)
SECONDS_TO_WAIT = 2
# While the database is away everybody meets with that; one line a second says it.
SECONDS_BETWEEN_LINES = 1.0

logger = logging.getLogger(__name__)
_told_at = -SECONDS_BETWEEN_LINES


def failure_of(error: Exception) -> GameError:
    """The refusal that tells of an unexpected error, which is logged."""
    if not isinstance(error, UNAVAILABLE):
        logger.error("A request has failed", exc_info=error)
        return GameError("server_error")
    global _told_at  # the process has one log
    if time.monotonic() - _told_at >= SECONDS_BETWEEN_LINES:
        _told_at = time.monotonic()
        logger.error("The database can't do its work: %s", str(error).strip())
    return GameError("unavailable", retry_after=SECONDS_TO_WAIT)
