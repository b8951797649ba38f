"""Who runs the site, and what it stores about people."""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend import texts
from frontend.views.common import page


@page
@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Show who runs the site, as its settings say."""
    return render(request, "frontend/legal/imprint.html", {"lines": _lines(settings.IMPRINT)})


@page
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what the site stores, what for and how long, and what its operator adds to that."""
    return render(
        request,
        "frontend/legal/privacy.html",
        {
            "text": f"frontend/legal/privacy.{texts.language()}.html",
            "lines": _lines(settings.IMPRINT),
            "more": _lines(settings.PRIVACY),
            "cookie_prefix": settings.COOKIE_PREFIX,
            "guest_game_days": settings.GUEST_GAME_DAYS,
        },
    )


def _lines(text: str) -> Sequence[str]:
    """Split a setting into its lines: environment variables are best written in one."""
    return [line.strip() for line in text.split("|") if line.strip()]
