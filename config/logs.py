"""What is worth a line in the log, and what a line looks like."""

import json
import logging
from datetime import UTC, datetime

from django.http import HttpRequest

from config import request_ids

# What `extra` may add to a line; nothing else is written, so nothing secret slips in.
EXTRAS = ("milliseconds",)
# Files, and addresses that are nobody's.
NO_ROUTE = "-"


def route_of(request: HttpRequest) -> str:
    """The pattern of a request's address: addresses hold the secrets of links."""
    return request.resolver_match.route if request.resolver_match else NO_ROUTE


def is_failure(record: logging.LogRecord) -> bool:
    """Whether an answer of 5xx tells of something that failed.

    "Not yet" and "not now" (503) are answers like any other, save for the readiness check's.
    """
    request = getattr(record, "request", None)
    waiting = getattr(record, "status_code", None) == 503
    return not waiting or (request is not None and request.path == "/readyz")


def note_request(record: logging.LogRecord) -> bool:
    """Have a line bear the id of the request that it was written for; keeps every line.

    Where Django would write a request's address, which may hold a secret, stands its pattern.
    """
    record.request_id = request_ids.current.get()
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
        address = request.path.encode("unicode_escape").decode()
        route = route_of(request)
        record.args = tuple(route if each == address else each for each in record.args)
    return True


class JsonLine(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, message, request id, and traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := getattr(record, "request_id", ""):
            told["request_id"] = request_id
        told |= {name: getattr(record, name) for name in EXTRAS if hasattr(record, name)}
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)
