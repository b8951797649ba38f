"""Who has shown the password of a deactivated account, and so may read for a while why."""

import time

from django.http import HttpRequest

from accounts.models import Player

MARK = "barred"
LASTS = 60 * 60  # seconds: enough to read, and to write an answer


def note(request: HttpRequest, player: Player) -> None:
    """Remember in the session whose account it is."""
    request.session[MARK] = {"player": player.pk, "until": time.time() + LASTS}


def barred_player(request: HttpRequest) -> Player | None:
    """The deactivated player that the asker has shown to be."""
    mark = request.session.get(MARK)
    # Signing in keeps what a session holds; by then somebody else sits here.
    if mark is None or request.user.is_authenticated or mark["until"] < time.time():
        return None
    return Player.objects.filter(pk=mark["player"], is_active=False).first()
