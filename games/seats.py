"""Who asks: the seat of a request, for pages, REST and sockets alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Q
from django.http import HttpRequest
from django.utils import translation

from accounts.models import Player
from accounts.selectors import player_of_session
from accounts.sessions import SessionStore, is_session_key
from games.models import Game

GUEST = "guest"


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A signed-in player or a guest's key, and whether they came with an API token."""

    player: Player | None = None
    guest: str = ""
    via_token: bool = False

    @property
    def key(self) -> str:
        """A text that tells players and guests apart; empty for nobody."""
        if self.player is not None:
            return f"player {self.player.pk}"
        return f"guest {self.guest}" if self.guest else ""

    def owned(self) -> Q | None:
        """The condition that a game is this seat's own; None where a seat can own nothing.

        A deleted player's games have neither player nor key: an empty key owns none of them.
        """
        if self.player is not None:
            return Q(player=self.player)
        return Q(player=None, guest=self.guest) if self.guest else None

    def owns(self, game: Game) -> bool:
        """Whether the game is this seat's own."""
        if self.player is not None:
            return game.player_id == self.player.pk
        return bool(self.guest) and game.player_id is None and game.guest == self.guest


NOBODY = Seat()


def seat_of_request(request: Any, *, create_guest: bool = False) -> Seat:
    """The seat of a Django or REST request; a guest gets a key only when asked for.

    A guest's key lives in the session alone, so whoever holds the session cookie holds the seat.
    """
    if isinstance(request.user, Player):
        via_token = getattr(request, "auth", None) is not None
        return Seat(player=request.user, via_token=via_token)
    session: SessionBase = request.session
    if create_guest and GUEST not in session:
        session[GUEST] = uuid4().hex
    return _guest_seat(session)


def seat_of_session(session_key: str | None, *, expected: Seat = NOBODY) -> Seat:
    """The seat that a session cookie gives now, read anew from the database.

    The socket asks this at every message, since a session may end while the socket is open; it
    says whom it expects, which spares a query.
    """
    if not is_session_key(session_key):
        return NOBODY
    known = expected.player.pk if expected.player else None
    player = player_of_session(session_key, expected=known)
    if player is not None:
        return Seat(player=player)
    return _guest_seat(SessionStore(session_key))


def _guest_seat(session: SessionBase) -> Seat:
    return Seat(guest=str(session.get(GUEST, "")))


def language_of(*, cookies: Mapping[str, str], accept_language: str, player: Player | None) -> str:
    """The asker's language: chosen by cookie, else the browser's, else the player's own."""
    if settings.LANGUAGE_COOKIE_NAME in cookies or accept_language:
        request = HttpRequest()
        request.COOKIES = dict(cookies)
        request.META["HTTP_ACCEPT_LANGUAGE"] = accept_language
        return translation.get_language_from_request(request)
    return (player.language if player else "") or settings.LANGUAGE_CODE
