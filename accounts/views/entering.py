"""Signing up, recovering an account, and the door to the admin pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import forms, journal, names, once, services
from accounts.views.common import player_of, sure_who_asks

View = Callable[..., HttpResponseBase]


class SignupView(allauth_views.SignupView):
    """Signing up; two who take one name in the same moment get one player and one clear word."""

    def form_valid(self, form: forms.SignupForm) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except ValidationError as error:
            form.add_error("username", error)
            response = self.form_invalid(form)
        return response


def logout(request: HttpRequest) -> HttpResponseBase:
    """Sign out, and have the browser keep no page that has shown who was signed in."""
    response: HttpResponseBase = allauth_views.logout(request)
    if request.method == "POST":
        response.headers["Clear-Site-Data"] = '"cache"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_code(request: HttpRequest) -> HttpResponseBase:
    """Show the code that waits; without one, offer to make it anew."""
    if request.method == "POST":
        answer: HttpResponseBase = _renew_recovery_code(request)
        return answer
    code = once.take(request, "recovery_code")
    if code is None and not request.user.is_authenticated:
        return redirect("account_login")
    goes_on = get_next_redirect_url(request) or resolve_url(
        settings.LOGIN_REDIRECT_URL if request.user.is_authenticated else "account_login"
    )
    return render(request, "account/recovery_code.html", {"code": code, "goes_on": goes_on})


@login_required
@sure_who_asks
def _renew_recovery_code(request: HttpRequest) -> HttpResponse:
    code = services.renew_recovery_code(player=player_of(request))
    once.keep(request, "recovery_code", code)
    return redirect(
        f"{resolve_url('account_recovery_code')}?next={resolve_url('account_settings')}"
    )


@never_cache
@sensitive_post_parameters()
def recover(request: HttpRequest) -> HttpResponseBase:
    """Set a new password by name and recovery code."""
    form = forms.RecoverForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        name = form.cleaned_data["username"]
        if not ratelimit.consume(request, action="recover", key=names.name_key(name)):
            form.add_error(None, get_adapter().validation_error("too_many_login_attempts"))
        else:
            done = services.recover(
                name=name, code=form.cleaned_data["code"], password=form.cleaned_data["password1"]
            )
            if done:
                player, next_code = done
                journal.tell("password set by recovery code", player)
                forms.forgive_failures(request, player.username)
                once.keep(request, "recovery_code", next_code)
                messages.success(request, _("Your new password is set."))
                return redirect("account_recovery_code")
            form.add_error(None, _("That name and recovery code don’t go together."))
    return render(request, "account/recover.html", {"form": form})


def admin_door(view: View) -> View:
    """Lead the admin's sign-in through ours, and tell players who aren't staff so."""
    through_our_door = secure_admin_login(view)  # type: ignore[no-untyped-call]  # has no types

    @wraps(view)
    def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_staff:
            refusal = render(request, "account/not_staff.html", status=403)
            add_never_cache_headers(refusal)
            return refusal
        answer: HttpResponseBase = through_our_door(request, *args, **kwargs)
        return answer

    return door


def to_password_change(request: HttpRequest, _context: object = None) -> HttpResponse:
    """Lead from the admin's page for changing a password to the throttled one."""
    return redirect("account_change_password")


def no_completions(request: HttpRequest) -> HttpResponse:
    """Refuse what the admin pages' forms would ask while somebody types, if they did."""
    raise Http404("nothing is completed here")
