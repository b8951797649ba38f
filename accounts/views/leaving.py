"""Taking along what is stored, and leaving."""

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django import forms as django_forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import export, forms, leaving
from accounts.models import Player
from accounts.views.common import player_of


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def data_page(request: HttpRequest) -> HttpResponse:
    """Give everything that is stored about the player as a file, after the password."""
    player = player_of(request)
    form = forms.PasswordForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _knows_password(player, form):
        if ratelimit.consume(request, action="export", user=player):
            filename = f"{player.username}-{timezone.now():%Y-%m-%d}.json"
            return HttpResponse(
                export.everything_about(player),
                content_type="application/json",
                headers={
                    "Content-Disposition": str(
                        content_disposition_header(as_attachment=True, filename=filename)
                    )
                },
            )
        form.add_error(None, _("You have had it several times lately. Please wait an hour."))
    return render(request, "account/data.html", {"form": form})


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Have the player's own account deleted in a week, after password and confirmation."""
    player = player_of(request)
    form = forms.DeleteForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _knows_password(player, form):
        try:
            leaving.plan_deletion(player=player)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            if player.email:
                get_adapter().send_mail(
                    "account/email/leaving",
                    player.email,
                    {"user": player, "when": player.delete_after},
                )
            logout(request)
            text = _("Your account will be deleted in a week. Until then you may return.")
            messages.success(request, text)
            return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "account/delete.html", {"form": form})


@require_POST
@login_required
def keep(request: HttpRequest) -> HttpResponse:
    """Keep an account that was to be deleted."""
    leaving.keep_account(player=player_of(request))
    messages.success(request, _("Your account stays."))
    return redirect("account_settings")


def _knows_password(player: Player, form: django_forms.Form) -> bool:
    """Whether the form's password is the player's; if not, or after too many, the form says so."""
    try:
        if get_adapter().reauthenticate(player, form.cleaned_data["password"]):
            return True
        raise get_adapter().validation_error("incorrect_password")
    except ValidationError as error:
        form.add_error("password" if error.code == "incorrect_password" else None, error)
    return False
