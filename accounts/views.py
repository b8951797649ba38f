"""The account pages that allauth doesn't have, and the door to the admin pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required, secure_admin_login
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import forms, names, once, preferences, selectors, services
from accounts.models import Player

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


@login_required
@never_cache
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show everything a player may set."""
    return _settings(request)


def _settings(request: HttpRequest, **more: Any) -> HttpResponse:
    player = _player(request)
    context = {
        "mail": EmailAddress.objects.get_verified(player),
        "unconfirmed_mail": EmailAddress.objects.get_new(player),
        "tokens": selectors.tokens_of(player),
        "token_form": forms.TokenForm(),
        "new_token": once.take(request, "token"),
        "most_tokens": services.MAX_TOKENS,
    }
    return render(request, "account/settings.html", context | more)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences_page(request: HttpRequest) -> HttpResponse:
    """Show and keep how a player, or a guest on this device, likes the pages and the table.

    The table keeps its sheet of settings without leaving: it asks for JSON and gets 204.
    """
    asks_for_json = request.headers.get("Accept") == "application/json"
    if request.method != "POST":
        return render(request, "account/preferences.html")
    form = forms.PreferencesForm(request.POST)
    if not form.is_valid():
        if asks_for_json:
            return JsonResponse({"errors": form.errors}, status=422)
        return render(request, "account/preferences.html", {"form": form}, status=422)
    language = form.cleaned_data["language"]
    response = HttpResponse(status=204) if asks_for_json else redirect(_next_page(request))
    if isinstance(request.user, Player):
        services.choose_language(player=request.user, language=language)
    preferences.keep_language(response, language)
    preferences.keep(request, response, preferences.completed(form.cleaned_data))
    if not asks_for_json:
        with override(language or get_language_from_request(request)):
            messages.success(request, _("Your settings are kept."))
    return response


def _next_page(request: HttpRequest) -> str:
    return get_next_redirect_url(request) or resolve_url("preferences")


@require_POST
@login_required
@reauthentication_required
def create_token(request: HttpRequest) -> HttpResponse:
    """Make a token; the page that follows shows it, once."""
    form = forms.TokenForm(request.POST)
    if form.is_valid():
        try:
            _token, plain = services.create_token(
                player=_player(request), label=form.cleaned_data["label"]
            )
        except ValidationError as error:
            form.add_error("label", ValidationError(error.messages))
        else:
            once.keep(request, "token", plain)
            return redirect(f"{resolve_url('account_settings')}#tokens")
    return _settings(request, token_form=form)


@require_POST
@login_required
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke a token of the player's own; one that is gone already is as good."""
    services.revoke_token(player=_player(request), token_id=token_id)
    messages.success(request, _("The token is revoked."))
    return redirect(f"{resolve_url('account_settings')}#tokens")


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
@reauthentication_required
def _renew_recovery_code(request: HttpRequest) -> HttpResponse:
    code = services.renew_recovery_code(player=_player(request))
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
                forms.forgive_failures(request, player.username)
                once.keep(request, "recovery_code", next_code)
                messages.success(request, _("Your new password is set."))
                return redirect("account_recovery_code")
            form.add_error(None, _("That name and recovery code don’t go together."))
    return render(request, "account/recover.html", {"form": form})


@never_cache
@login_required
@sensitive_post_parameters()
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the player's own account, after password and confirmation."""
    player = _player(request)
    form = forms.DeleteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            if not get_adapter().reauthenticate(player, form.cleaned_data["password"]):
                raise get_adapter().validation_error("incorrect_password")
            services.delete_player(player=player)
        except ValidationError as error:
            form.add_error("password" if error.code == "incorrect_password" else None, error)
        else:
            logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "account/delete.html", {"form": form})


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


def _player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)  # noqa: S101  # every caller requires the sign-in
    return request.user
