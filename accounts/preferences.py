"""How somebody likes the pages and the table: kept with the account, for guests on the device."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import Player

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("system", "light", "dark"),
    "motion": ("system", "on", "off"),
    "letters": ("language", "german", "english"),
    "suits": ("two", "four"),
    "indices": ("ordinary", "large"),
    "tap": ("target", "direct"),
    "hand": ("right", "left"),
    "keys": ("on", "off"),
}
"""What may be chosen, by name; the first value of each is what holds until somebody chooses."""

COOKIE: Final = f"{settings.COOKIE_PREFIX}preferences"
COOKIE_AGE: Final = 60 * 60 * 24 * 365
# Stands in the cookie of a device whose choice an account has taken over.
GIVEN: Final = "given"

Preferences = Mapping[str, str]
"""A value for each name of VALUES."""


def completed(chosen: Mapping[str, Any]) -> Preferences:
    """Fill up what is missing, and what is no choice any more, with what holds by itself."""
    return {
        name: chosen[name] if chosen.get(name) in values else values[0]
        for name, values in VALUES.items()
    }


def changed(preferences: Preferences) -> dict[str, str]:
    """Give only what differs from what holds by itself: the rest is not worth keeping."""
    return {name: value for name, value in preferences.items() if value != VALUES[name][0]}


def preferences_of(request: HttpRequest) -> Preferences:
    """What a player has chosen, or a guest on this device."""
    player = getattr(request, "user", None)  # a page of an error may come before it is known
    if isinstance(player, Player):
        return completed(player.preferences)
    return completed(_on_device(request))


def chosen(request: HttpRequest) -> Preferences:
    """Preferences and, as `language`, the language that was chosen, '' for the browser's."""
    player = getattr(request, "user", None)
    own = player.language if isinstance(player, Player) else ""
    language = own or request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return {"language": language, **preferences_of(request)}


def keep(request: HttpRequest, response: HttpResponse, preferences: Preferences) -> None:
    """Keep a choice with the player's account, or on a guest's device."""
    if isinstance(request.user, Player):
        _store(request.user, changed(preferences))
    else:
        _keep_on_device(response, changed(preferences))


def keep_language(response: HttpResponse, language: str) -> None:
    """Keep the language of the pages on the device, '' for the browser's."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def take_along(request: HttpRequest, response: HttpResponse, player: Player) -> None:
    """Give a player what was chosen on this device as a guest, where they have chosen nothing.

    The device keeps its choice, but gives it once: it would otherwise bring back at every sign-in
    what the player has changed since.
    """
    device = _on_device(request)
    found = changed(completed(device))
    if not found or GIVEN in device:
        return
    _store(player, {**found, **player.preferences})
    _keep_on_device(response, {**found, GIVEN: "yes"})


def for_templates(request: HttpRequest) -> dict[str, Preferences]:
    """Give templates `preferences`, and `chosen_preferences` that differ from the ordinary."""
    preferences = preferences_of(request)
    return {"preferences": preferences, "chosen_preferences": changed(preferences)}


def _on_device(request: HttpRequest) -> dict[str, str]:
    return dict(parse_qsl(request.COOKIES.get(COOKIE, "")[:500]))


def _keep_on_device(response: HttpResponse, chosen: Mapping[str, str]) -> None:
    response.set_cookie(
        COOKIE,
        urlencode(chosen),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _store(player: Player, chosen: Mapping[str, str]) -> None:
    player.preferences = dict(chosen)
    player.save(update_fields=["preferences"])  # the rest may have changed since it was read
