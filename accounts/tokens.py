"""How the API knows players by their tokens."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, Player
from accounts.services import token_digest

KEYWORD = "Token"
# How exactly a token's last use is known: a write for every request would cost more than it tells.
USE_NOTED_EVERY = timedelta(minutes=5)


class TokenAuthentication(BaseAuthentication):
    """Reads ``Authorization: Token …``; the request's ``auth`` is then the ApiToken."""

    def authenticate(self, request: Request) -> tuple[Player, ApiToken] | None:
        keyword, _space, plain = get_authorization_header(request).partition(b" ")
        if keyword.lower() != KEYWORD.lower().encode():
            return None
        digest = token_digest(plain.strip().decode(errors="replace"))
        token = ApiToken.objects.select_related("player").filter(digest=digest).first()
        if token is None or not token.player.is_active or token.player.delete_after:
            raise AuthenticationFailed(_("This token isn’t valid."))
        _note_use(token)
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.last_used is None or token.last_used <= now - USE_NOTED_EVERY:
        stale = Q(last_used=None) | Q(last_used__lte=now - USE_NOTED_EVERY)
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used=now)
