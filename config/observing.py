"""Every request over HTTP is timed and told to the log, by the pattern of its address.

The pattern and not the address: addresses hold the secrets of links that are mailed or passed on.
"""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from prometheus_client import Histogram

from config.logs import route_of

REQUEST_SECONDS = Histogram(
    "patience_request_seconds",
    "Time until a request over HTTP was answered, by method, pattern of the address and status.",
    ["method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

logger = logging.getLogger("patience.requests")


class Observed:
    """Times what the rest of the site does for a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - begun
        route = route_of(request)
        # Anybody may invent methods, and each would be kept for ever.
        method = request.method if request.method in METHODS else "other"
        REQUEST_SECONDS.labels(method, route, response.status_code).observe(seconds)
        logger.info(
            "%s %s %s",
            method,
            route,
            response.status_code,
            extra={"milliseconds": round(seconds * 1000, 1)},
        )
        return response
