"""What is worth a line in the log."""

import logging


def is_failure(record: logging.LogRecord) -> bool:
    """Whether an answer of 5xx tells of something that failed.

    "Not yet" and "not now" (503) are answers like any other, save for the health check's.
    """
    request = getattr(record, "request", None)
    waiting = getattr(record, "status_code", None) == 503
    return not waiting or (request is not None and request.path == "/health/")
