"""Reporting a circle's name: by its members, and by who holds an invitation to it."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.views.common import player_of
from accounts.views.reporting import lay_before_staff
from frontend.throttles import looks_at_invitation
from frontend.views.circles import own_or_404, unlisted
from frontend.views.common import page
from leaderboard.circles import reports, selectors


@page
@unlisted
@require_POST
def circle_report(request: HttpRequest, key: int) -> HttpResponse:
    """Lay the name of a circle of the reader's before the staff."""
    members = reverse("circle_members", args=[key])
    if not request.user.is_authenticated:
        # Nothing to come back to is here.
        return redirect_to_login(members)
    own_or_404(request, key)
    return _report(request, key, back=members)


@page
@unlisted
@require_POST
@looks_at_invitation
def circle_join_report(request: HttpRequest, token: str) -> HttpResponse:
    """Lay the name of a circle that the reader is invited into before the staff."""
    invitation = reverse("circle_join", args=[token])
    if not request.user.is_authenticated:
        return redirect_to_login(invitation)
    found = selectors.invitation(token, player=None)
    if found is None:
        raise Http404("no such invitation")
    return _report(request, found.circle, back=invitation)


def _report(request: HttpRequest, circle: int, *, back: str) -> HttpResponse:
    player = player_of(request)
    try:
        return lay_before_staff(
            request,
            lambda: reports.report_name(reporter=player, circle=circle),
            back=redirect(back),
        )
    except LookupError:
        raise Http404("the circle has ended") from None
