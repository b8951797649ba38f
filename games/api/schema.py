"""What the OpenAPI schema says beyond what it reads from the views."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.api.forms.base import Error
from games.api.forms.games import StaleError

PAGE = OpenApiParameter("page", OpenApiTypes.INT, description="From 1; 1 if not given.")
AFTER = OpenApiParameter("after", OpenApiTypes.STR, description="An answer's `after`.")
BEFORE = OpenApiParameter("before", OpenApiTypes.STR, description="An answer's `before`.")
OLDER = OpenApiParameter("after", OpenApiTypes.STR, description="For older results: an `after`.")
NEWER = OpenApiParameter("before", OpenApiTypes.STR, description="For newer ones: a `before`.")
AROUND = OpenApiParameter("around", OpenApiTypes.STR, description="The name of a player on it.")

MEANINGS = {
    400: "Not of the form it must have, or not readable as a move.",
    401: "Nobody is signed in, or the token is no good.",
    403: "Not the asker's to have or to do; or the CSRF token is missing.",
    404: "There is no such thing, or nobody may know of it yet.",
    409: "The game or the day is not in the state that this needs.",
    415: "Not JSON.",
    422: "Against the rules; the code says which.",
    503: "Not there yet; Retry-After says in how many seconds to ask again.",
    429: "Too fast; Retry-After says how many seconds to wait.",
}


def errors(*statuses: int) -> dict[int, OpenApiResponse]:
    """The error answers of a view, for its schema; a bad token or a rush all views refuse."""
    return {
        status: OpenApiResponse(
            StaleError if status == 409 else Error, description=MEANINGS[status]
        )
        for status in sorted({*statuses, 401, 429})
    }


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped there
    """How a token is shown."""

    target_class = "accounts.tokens.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The header that carries it."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "“Token ” and a personal API token. For practice only.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped there
    """How a browser is known."""

    target_class = "games.api.http.BrowserSession"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The cookie that carries it."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The site's session. What changes something needs X-CSRFToken, too.",
        }
