"""Which announcements stand on a page, and which of them a device has dismissed."""

import re
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from frontend.models import Announcement
from frontend.texts import language

# The keys of what was dismissed on a device, parted by dots; it goes when the last of them ends.
COOKIE = f"{settings.COOKIE_PREFIX}dismissed"
MOST = 3
MOST_KEPT = 20


@dataclass(frozen=True, kw_only=True)
class Shown:
    """An announcement in the reader's language."""

    key: int
    text: str


def shown_to(request: HttpRequest) -> list[Shown]:
    """The announcements of now that the device hasn't dismissed, the earliest first."""
    now = timezone.now()
    current = Announcement.objects.filter(ends__gt=now, starts__lte=now)
    rows = current.exclude(pk__in=_dismissed(request)).order_by("starts", "pk")[:MOST]
    german = language() == "de"
    return [Shown(key=row.pk, text=row.text_de if german else row.text_en) for row in rows]


def dismiss(request: HttpRequest, response: HttpResponseBase, key: int) -> None:
    """Keep on the device, and nowhere else, that an announcement is not to be shown again."""
    now = timezone.now()
    wanted = [*_dismissed(request), key]
    ends = dict(Announcement.objects.filter(pk__in=wanted, ends__gt=now).values_list("pk", "ends"))
    if not ends:
        return
    response.set_cookie(
        COOKIE,
        ".".join(str(each) for each in sorted(ends)[-MOST_KEPT:]),
        expires=max(ends.values()),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _dismissed(request: HttpRequest) -> list[int]:
    """The keys in the cookie; what isn't one of ours is nothing."""
    text = request.COOKIES.get(COOKIE, "")
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})*", text):
        return []
    return [int(each) for each in text.split(".")[:MOST_KEPT]]
