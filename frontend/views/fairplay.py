"""What players can say to an entry of theirs that was struck off the board."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.barred import barred_player
from frontend.forms import AnswerForm
from frontend.views.common import page
from games.seats import seat_of_request
from leaderboard.fairplay import selectors, services


@page
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show why an entry was struck off, and take the player's one answer to it."""
    player = seat_of_request(request).player
    notice = selectors.notice_in_case(player=player, case_id=case_id) if player else None
    if player is None or notice is None:
        raise Http404("no such case of this player's")
    form = AnswerForm(request.POST if request.method == "POST" else None)
    if _is_kept(request, form, partial(services.answer, player=player, case_id=case_id)):
        return redirect("player", player.username)
    status = 400 if form.errors else 200
    return render(request, "frontend/answer.html", {"notice": notice, "form": form}, status=status)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def deactivated(request: HttpRequest) -> HttpResponse:
    """Show whoever has the account's password why it is deactivated, and take the one answer."""
    player = barred_player(request)
    if player is None:
        return redirect("account_login")
    notice = selectors.deactivation_of(player)
    form = AnswerForm(request.POST if request.method == "POST" and notice else None)
    if notice and notice.case:
        keep = partial(services.answer, player=player, case_id=notice.case)
        if _is_kept(request, form, keep):
            return redirect("account_inactive")
    status = 400 if form.errors else 200
    context = {"notice": notice, "form": form}
    return render(request, "frontend/deactivated.html", context, status=status)


def _is_kept(request: HttpRequest, form: AnswerForm, keep: Callable[..., object]) -> bool:
    """Keep the answer that was sent, if there is one that will do; the form says what is wrong."""
    if not form.is_valid():
        return False
    try:
        keep(text=form.cleaned_data["text"])
    except ValidationError as error:
        form.add_error("text", error)
        return False
    messages.success(request, _("Thank you. Your answer is being looked at."))
    return True
