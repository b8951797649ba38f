"""Where a player is signed in, and signing out there from here."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from time import time

from django.contrib.auth import update_session_auth_hash
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.http import HttpRequest
from django.utils import timezone

from accounts import agents, selectors
from accounts.models import Player, SignIn

# How exactly it is known when a device was last seen: each look of its own would be a write.
SEEN_NOTED_EVERY = timedelta(minutes=15)
NOTED = "sign_in"
AGENT_LENGTH = 200


@dataclass(frozen=True, kw_only=True)
class SignedIn:
    """A browser in which a player is signed in."""

    id: int
    device: str
    since: datetime
    seen: datetime
    is_here: bool


def note(request: HttpRequest, player: object) -> None:
    """Note that a player is signed in with the request's session; of others nothing is noted.

    What the session remembers spares the look into the database. It follows the session's key,
    which changes with the password.
    """
    key = request.session.session_key
    if not isinstance(player, Player) or not key:
        return
    noted_key, noted_at = request.session.get(NOTED, ("", 0))
    if noted_key == key and time() - noted_at < SEEN_NOTED_EVERY.total_seconds():
        return
    now = {
        "seen": timezone.now(),
        "agent": request.headers.get("User-Agent", "")[:AGENT_LENGTH].replace("\0", ""),
    }
    known = SignIn.objects.filter(session_key=noted_key, player=player)
    if not known.update(session_key=key, **now):
        SignIn.objects.update_or_create(session_key=key, defaults={"player": player, **now})
    # Last, for where nothing can be stored the session can't be either.
    request.session[NOTED] = (key, int(time()))


def note_signed_in(*, request: HttpRequest | None, user: object, **_rest: object) -> None:
    """Note where somebody has just signed in."""
    if request is not None:
        note(request, user)


def sign_ins_of(player: Player, *, here: str | None) -> list[SignedIn]:
    """Return where the player is signed in now, the latest first; `here` is the asker's key."""
    return [
        SignedIn(
            id=each.pk,
            device=agents.describe(each.agent),
            since=each.created,
            seen=each.seen,
            is_here=each.session_key == here,
        )
        for each in player.sign_ins.order_by("-seen", "-pk")
        if selectors.player_of_session(each.session_key, expected=player.pk)
    ]


@transaction.atomic
def sign_out(*, player: Player, sign_in_id: int) -> bool:
    """End one of the player's sessions, and with it its sockets; return whether there was one."""
    found = SignIn.objects.filter(player=player, pk=sign_in_id).first()
    if found is None:
        return False
    Session.objects.filter(pk=found.session_key).delete()
    found.delete()
    return True


def sign_out_elsewhere(request: HttpRequest, *, player: Player) -> None:
    """End all of the player's sessions but the one of the request."""
    Player.objects.filter(pk=player.pk).update(session_epoch=F("session_epoch") + 1)
    player.refresh_from_db(fields=["session_epoch"])
    update_session_auth_hash(request, player)


def forget_ended() -> int:
    """Forget sign-ins whose sessions are over; return how many they were."""
    alive = Session.objects.filter(pk=OuterRef("session_key"))
    deleted, _each = SignIn.objects.filter(~Exists(alive)).delete()
    return deleted
