"""Every error of the API in one form, in the asker's language."""

from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as later
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games import metrics
from games.errors import GameError
from games.failures import UNAVAILABLE, failure_of

# What only REST can refuse, beside the codes of games.errors: status and wording.
OWN = {
    "bad_token": (401, later("This token isn't valid, or no longer.")),
    "session_only": (403, later("This takes a sign-in; a token isn't enough for it.")),
    "csrf_failed": (403, later("The page is out of date. Please load it again.")),
    "method_not_allowed": (405, later("This address doesn't take this method.")),
    "too_many_tokens": (409, later("You have as many tokens as one may have. Revoke one first.")),
    "json_only": (415, later("Please send JSON, as application/json.")),
}
CODES: list[tuple[type[Exception], str]] = [
    (exceptions.AuthenticationFailed, "bad_token"),
    # The API itself forbids nothing by exception: what is denied has failed the CSRF check.
    (exceptions.PermissionDenied, "csrf_failed"),
    (PermissionDenied, "csrf_failed"),
    (exceptions.NotFound, "not_found"),
    (Http404, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.UnsupportedMediaType, "json_only"),
    (exceptions.Throttled, "too_many_requests"),
    (exceptions.ParseError, "bad_request"),
    (MultiPartParserError, "bad_request"),
    (SuspiciousOperation, "bad_request"),
]


class ApiError(GameError):
    """A refusal that only REST knows."""

    def __init__(self, code: str) -> None:
        status, self.wording = OWN[code]
        super().__init__(code, status=status)

    def message(self) -> str:
        """Say in the active language what was refused."""
        return _(self.wording)


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception that a view raised; None (a 500) for one that is a bug."""
    told = error if isinstance(error, GameError) else _translate(error)
    if told is None and isinstance(error, UNAVAILABLE):
        told = failure_of(error)
    if told is None:
        return None
    metrics.REFUSALS.labels(told.code).inc()
    set_rollback()
    body: dict[str, Any] = {"error": {"code": told.code, "message": told.message()}}
    if told.payload is not None:
        body["game"] = told.payload
    return Response(body, status=told.status, headers=_headers(error, told))


def _translate(error: Exception) -> GameError | None:
    for kind, code in CODES:
        if isinstance(error, kind):
            return ApiError(code) if code in OWN else GameError(code)
    return None


def _headers(error: Exception, told: GameError) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = str(int(wait) + 1)
    if told.retry_after is not None:
        headers["Retry-After"] = str(told.retry_after)
    return headers
