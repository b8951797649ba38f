"""What a player can say to an entry of theirs that was struck off the board."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

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
    if form.is_valid():
        try:
            services.answer(player=player, case_id=case_id, text=form.cleaned_data["text"])
        except ValidationError as error:
            form.add_error("text", error)
        else:
            messages.success(request, _("Thank you. Your answer is being looked at."))
            return redirect("player", player.username)
    status = 400 if form.errors else 200
    return render(request, "frontend/answer.html", {"notice": notice, "form": form}, status=status)
