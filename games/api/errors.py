"""Every error of the API in one form, in the asker's language."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games.errors import GameError

# The errors that REST itself can make, beside those of the services: code, status and wording.
BAD_REQUEST = ("bad_request", 400, gettext_noop("The request is not of the form it must have."))
BAD_TOKEN = ("bad_token", 401, gettext_noop("This token is not valid, or no longer."))
SIGN_IN_REQUIRED = ("sign_in_required", 401, gettext_noop("Please sign in first."))
CSRF_FAILED = (
    "csrf_failed",
    403,
    gettext_noop("The request doesn’t carry the page’s CSRF token. Load the page again."),
)
NOT_FOUND = ("not_found", 404, gettext_noop("There is nothing at this address."))
METHOD_NOT_ALLOWED = (
    "method_not_allowed",
    405,
    gettext_noop("This address doesn’t take this method."),
)
JSON_ONLY = ("json_only", 415, gettext_noop("Send JSON, as application/json."))
TOO_MANY_REQUESTS = (
    "too_many_requests",
    429,
    gettext_noop("That was too fast. Please wait a moment."),
)
TOO_MANY_TOKENS = (
    "too_many_tokens",
    409,
    gettext_noop("You have as many tokens as one may have. Revoke one first."),
)
SESSION_ONLY = (
    "session_only",
    403,
    gettext_noop("This needs a session; a token isn’t enough for it."),
)

OWN_ERRORS = (
    BAD_REQUEST,
    BAD_TOKEN,
    SIGN_IN_REQUIRED,
    CSRF_FAILED,
    SESSION_ONLY,
    TOO_MANY_TOKENS,
    NOT_FOUND,
    METHOD_NOT_ALLOWED,
    JSON_ONLY,
    TOO_MANY_REQUESTS,
)


class ApiError(GameError):
    """One of the errors above, raised by a view."""

    def __init__(self, error: tuple[str, int, str]) -> None:
        code, status, self.wording = error
        super().__init__(code, status=status)

    def message(self) -> str:
        """Say in the active language what is wrong."""
        return _(self.wording)


_OF_EXCEPTION: list[tuple[type[Exception], tuple[str, int, str]]] = [
    (exceptions.AuthenticationFailed, BAD_TOKEN),
    (exceptions.NotAuthenticated, SIGN_IN_REQUIRED),
    (exceptions.PermissionDenied, CSRF_FAILED),
    (PermissionDenied, CSRF_FAILED),
    (exceptions.NotFound, NOT_FOUND),
    (Http404, NOT_FOUND),
    (exceptions.MethodNotAllowed, METHOD_NOT_ALLOWED),
    (exceptions.UnsupportedMediaType, JSON_ONLY),
    (exceptions.Throttled, TOO_MANY_REQUESTS),
    (exceptions.ParseError, BAD_REQUEST),
]


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception that a view raised; None (a 500) for one that is a bug."""
    told = error if isinstance(error, GameError) else _translate(error)
    if told is None:
        return None
    set_rollback()
    body: dict[str, Any] = {"error": {"code": told.code, "message": told.message()}}
    if told.payload is not None:
        body["game"] = told.payload
    return Response(body, status=told.status, headers=_headers(error))


def _translate(error: Exception) -> ApiError | None:
    for kind, own in _OF_EXCEPTION:
        if isinstance(error, kind):
            return ApiError(own)
    return None


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    if isinstance(error, exceptions.APIException):
        if challenge := getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = challenge
        if wait := getattr(error, "wait", None):
            headers["Retry-After"] = str(int(wait) + 1)
    return headers
