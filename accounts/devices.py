"""Which device a request comes from: one random number in a signed cookie, and no more.

A device gets its number when somebody signs in on it or begins a ranked game, never by looking at
pages. What is known of devices is forgotten after as many days as the cookie lasts.
"""

import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models import DeviceUse, Player
from common.compiled import insert

COOKIE = f"{settings.COOKIE_PREFIX}device"
SALT = "accounts.devices"
KEPT = timedelta(days=90)


def device_of(request: HttpRequest) -> str | None:
    """The device's number, None where it has none or shows one that we have not signed."""
    device = request.get_signed_cookie(COOKIE, default=None, salt=SALT, max_age=KEPT)
    return device or None


def recognise(request: HttpRequest, response: HttpResponseBase, player: Player) -> str:
    """The device's number, a new one if need be; from now on it is one of the player's devices."""
    device = device_of(request) or secrets.token_hex(16)
    response.set_signed_cookie(
        COOKIE,
        device,
        salt=SALT,
        max_age=KEPT,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    use = DeviceUse(device=device, player=player, latest=timezone.now())
    insert(use, unique=["device", "player_id"], update=["latest"])
    return device


def players_on(device: str) -> list[int]:
    """The keys of the players who have used a device lately."""
    uses = DeviceUse.objects.filter(device=device).order_by("pk")
    return list(uses.values_list("player", flat=True))


def purge() -> int:
    """Forget what devices have not been used for so long that their cookies are gone."""
    deleted, _each = DeviceUse.objects.filter(latest__lt=timezone.now() - KEPT).delete()
    return deleted
