"""The pages of one's own account: settings, name, what others see, tokens, devices."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import (
    forms,
    once,
    preferences,
    public_page,
    renaming,
    selectors,
    services,
    sign_ins,
)
from accounts.models import Player
from accounts.names import isolated
from accounts.views.common import player_of, sure_who_asks


@login_required
@never_cache
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show everything a player may set."""
    return _settings(request)


def _settings(request: HttpRequest, **more: Any) -> HttpResponse:
    player = player_of(request)
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

    The table keeps its sheet of settings without leaving: it asks for JSON and gets 204. It sends
    what was changed there alone, so that a sheet opened long ago takes nothing else back.
    """
    asks_for_json = request.headers.get("Accept") == "application/json"
    if request.method != "POST":
        return render(request, "account/preferences.html")
    form = forms.PreferencesForm(request.POST)
    if not form.is_valid():
        if asks_for_json:
            return JsonResponse({"errors": form.errors}, status=422)
        return render(request, "account/preferences.html", {"form": form}, status=422)
    sent = {name: value for name, value in form.cleaned_data.items() if name in request.POST}
    language = sent.pop("language", None)
    # What was sent as the next page is an address, and never the name of a page.
    back = HttpResponseRedirect(_next_page(request))
    response = HttpResponse(status=204) if asks_for_json else back
    if language is not None:
        if isinstance(request.user, Player):
            services.choose_language(player=request.user, language=language)
        preferences.keep_language(response, language)
    wanted = {**preferences.preferences_of(request), **sent}
    preferences.keep(request, response, preferences.completed(wanted))
    if not asks_for_json:
        with override(language or get_language_from_request(request)):
            messages.success(request, _("Your settings are kept."))
    return response


def _next_page(request: HttpRequest) -> str:
    return get_next_redirect_url(request) or resolve_url("preferences")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page_page(request: HttpRequest) -> HttpResponse:
    """Choose what the player's own page shows, and to whom."""
    player = player_of(request)
    chosen = dict.fromkeys(public_page.parts_chosen(player), True)
    sent = request.POST if request.method == "POST" else None
    form = forms.PageForm(sent, initial={"shown_to": player.page_for, **chosen})
    if form.is_valid():
        parts = [part for part in public_page.PARTS if form.cleaned_data[part]]
        public_page.choose(player=player, shown_to=form.cleaned_data["shown_to"], parts=parts)
        messages.success(request, _("Your settings are kept."))
        return redirect("player", player.username)
    return render(request, "account/page.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sure_who_asks
def name_page(request: HttpRequest) -> HttpResponse:
    """Change the name, as often as that may be done."""
    player = player_of(request)
    form = forms.NameForm(request.POST or None)
    if form.is_valid():
        try:
            renaming.change_name(player=player, name=form.cleaned_data["name"])
        except ValidationError as error:
            form.add_error("name", error)
        else:
            text = _("You play as %(name)s now. That is the name to sign in with, too.")
            messages.success(request, text % {"name": isolated(player.username)})
            return redirect("account_settings")
    context = {
        "form": form,
        "changes_again": renaming.changes_again(player),
        "former_names": renaming.former_names_of(player),
        "days_between": renaming.DAYS_BETWEEN,
    }
    return render(request, "account/name.html", context)


@require_POST
@login_required
@sure_who_asks
def create_token(request: HttpRequest) -> HttpResponse:
    """Make a token; the page that follows shows it, once."""
    form = forms.TokenForm(request.POST)
    if form.is_valid():
        try:
            _token, plain = services.create_token(
                player=player_of(request), label=form.cleaned_data["label"]
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
    services.revoke_token(player=player_of(request), token_id=token_id)
    messages.success(request, _("The token is revoked."))
    return redirect(f"{resolve_url('account_settings')}#tokens")


@login_required
@never_cache
def sign_ins_page(request: HttpRequest) -> HttpResponse:
    """Show where the player is signed in."""
    here = request.session.session_key
    found = sign_ins.sign_ins_of(player_of(request), here=here)
    shown = [
        {
            "id": each.id,
            "device": each.device,
            "since": _on_the_clock(each.since),
            "seen": _on_the_clock(each.seen),
            "is_here": each.is_here,
        }
        for each in found
    ]
    return render(request, "account/sign_ins.html", {"sign_ins": shown})


def _on_the_clock(moment: datetime) -> datetime:
    """Return what clocks and calendars of the daily time zone showed, which templates leave so."""
    return timezone.make_naive(moment, ZoneInfo(settings.DAILY_TIME_ZONE))


@require_POST
@login_required
def sign_out_one(request: HttpRequest, sign_in_id: int) -> HttpResponse:
    """Sign out on one device; where that has happened already is as good."""
    sign_ins.sign_out(player=player_of(request), sign_in_id=sign_in_id)
    messages.success(request, _("You are signed out on that device."))
    return redirect("account_sign_ins")


@require_POST
@login_required
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """Sign out on all devices but this one."""
    sign_ins.sign_out_elsewhere(request, player=player_of(request))
    messages.success(request, _("You are signed out everywhere else."))
    return redirect("account_sign_ins")
