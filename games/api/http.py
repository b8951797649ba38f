"""What all views of the API have in common: who asks, in what form, in what language."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils import translation
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Player
from accounts.tokens import TokenAuthentication
from games.api.errors import ApiError
from games.api.throttles import Everything
from games.errors import GameError
from games.requests import MAX_BYTES, read_object
from games.seats import language_of


class BrowserSession(SessionAuthentication):
    """Sign-in by session. Guests act by their session, too, so the CSRF check is for all.

    Only where guests have nothing to do, who shows no session at all is nobody, and is then told
    to sign in rather than to load a page anew.
    """

    def __init__(self, *, takes_guests: bool) -> None:
        self.takes_guests = takes_guests

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """The player of the session, after the CSRF check of whatever changes something."""
        if not self.takes_guests and settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        self.enforce_csrf(request)
        return super().authenticate(request)


class StrictJson(BaseParser):
    """A JSON object of limited length."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, object]:
        """Read one byte more than is allowed, so that more is noticed and not read."""
        body: bytes = stream.read(MAX_BYTES + 1)
        return read_object(body) if body else {}


class AlwaysJson(BaseContentNegotiation):
    """The API speaks JSON, whatever is asked for."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """The parser for what was sent, if there is one."""
        from rest_framework.utils.mediatypes import media_type_matches

        sent = request.content_type or ""
        return next((it for it in parsers if media_type_matches(it.media_type, sent)), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        """The one renderer."""
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """A view of the API; its answers are for the asker alone unless it says otherwise."""

    parser_classes = [StrictJson]
    content_negotiation_class = AlwaysJson
    throttle_classes = [Everything]
    metadata_class = None
    cache_control = "no-store"
    takes_guests = True

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Token first: what shows one needs no session and no CSRF token."""
        return [TokenAuthentication(), BrowserSession(takes_guests=self.takes_guests)]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Choose the language, once it is known who asks."""
        super().initial(request, *args, **kwargs)
        self.choose_language(request)

    def choose_language(self, request: Request) -> None:
        """A program with a token names no language: then its player's own is spoken."""
        player = request.user if isinstance(request.user, Player) else None
        language = language_of(
            cookies=request.COOKIES,
            accept_language=request.headers.get("Accept-Language", ""),
            player=player,
        )
        translation.activate(language)

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        """Say how long the answer may be kept."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        failed = answer.status_code >= 400
        answer.headers["Cache-Control"] = "no-store" if failed else self.cache_control
        return answer

    def body(self, request: Request) -> Mapping[str, object]:
        """The JSON object that was sent; an empty one where nothing was."""
        data = request.data
        assert isinstance(data, dict)  # noqa: S101  # the parser reads nothing else
        return data

    def player(self, request: Request, *, by_session: bool = False) -> Player:
        """The player who asks; an error for guests, and for tokens where a session is needed."""
        if not isinstance(request.user, Player):
            raise GameError("sign_in_required")
        if by_session and request.auth is not None:
            raise ApiError("session_only")
        return request.user


class NothingHere(ApiView):
    """Answers all addresses under /api/ that aren't any view's."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse before any method is looked for."""
        self.choose_language(request)
        raise GameError("not_found")
