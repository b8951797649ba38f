"""Reporting names: another player's here, a circle's on its pages."""

from collections.abc import Callable

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import reports, selectors
from accounts.views.common import player_of


@require_POST
@login_required
def report_name(request: HttpRequest, name: str) -> HttpResponse:
    """Lay a player's name before the staff, and go back to the player's page."""
    player = selectors.public_player(name)
    if player is None:
        raise Http404("no such player")
    return lay_before_staff(
        request,
        lambda: reports.report_name(reporter=player_of(request), player=player),
        back=redirect("player", player.username),
    )


def lay_before_staff(
    request: HttpRequest, report: Callable[[], bool], *, back: HttpResponse
) -> HttpResponse:
    """Have a name reported, which tells whether that is new, and go back with what came of it."""
    if not ratelimit.consume(request, action="report_name", user=request.user):
        messages.error(request, _("That was too much at once. Please wait a moment."))
        return back
    try:
        is_new = report()
    except ValidationError as error:
        messages.error(request, error.messages[0])
        return back
    said = _("Thank you. We will look at this name.")
    messages.success(request, said if is_new else _("You have reported this name already."))
    return back
