"""Cookies of a deployment: over TLS, for this host alone, read by scripts where they must be."""

from datetime import timedelta
from http.cookies import Morsel
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import Player
from frontend.models import Announcement
from tests.attack.pages.conftest import PASSWORD, secure_browser
from tests.desk.conftest import Desk

# Scripts send the token back, which proves that they are ours: other sites can't read it.
READ_BY_SCRIPTS = {"csrftoken"}


def test_a_deployments_cookies_bear_names_that_no_other_host_can_set(
    deployed: dict[str, Any],
) -> None:
    assert deployed["COOKIE_PREFIX"] == "__Host-"
    for name in ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME"):
        assert deployed[name].startswith("__Host-"), name
    for name in ("SESSION_COOKIE_DOMAIN", "CSRF_COOKIE_DOMAIN", "LANGUAGE_COOKIE_DOMAIN"):
        assert deployed.get(name) is None, name


def test_every_cookie_is_for_tls_for_this_host_and_for_requests_from_our_pages(
    deployed: dict[str, Any], desk: Desk, player: Player
) -> None:
    now = timezone.now()
    notice = Announcement.objects.create(
        text_de="Hallo", text_en="Hello", starts=now, ends=now + timedelta(days=1)
    )
    client = secure_browser()
    seen: dict[str, list[Morsel[str]]] = {}

    def note(answer: Any) -> None:
        for name, morsel in answer.cookies.items():
            if morsel.value:  # what is deleted needs no guard
                seen.setdefault(name.removeprefix("__Host-"), []).append(morsel)

    for address in ("/", "/account/login/", "/rules/"):
        note(client.get(address))
    for address, form in (
        ("/language/", {"language": "en", "next": "/"}),
        ("/account/preferences/", {"theme": "dark"}),
        (f"/announcements/{notice.pk}/dismiss/", {"next": "/"}),
        ("/practice/fan/", {}),
        ("/account/login/", {"login": player.username, "password": PASSWORD}),
        ("/daily/beleaguered-castle/", {}),
    ):
        note(client.post(address, form))
    assert set(seen) == {
        *("csrftoken", "session", "device", "preferences", "messages"),
        *("dismissed", "django_language"),
    }
    for name, morsels in seen.items():
        for morsel in morsels:
            assert morsel["secure"], name
            assert morsel["samesite"] == "Lax", name
            assert morsel["path"] == "/", name
            assert morsel["domain"] == "", name
            assert bool(morsel["httponly"]) == (name not in READ_BY_SCRIPTS), name
            assert len(morsel.key) + len(morsel.value) < 4096, name


@pytest.mark.parametrize("value", ["", "x", "a" * 4000, "%00", "abcdefgh\x00", "'--"])
def test_a_planted_session_cookie_is_nobodys_and_breaks_nothing(value: str, player: Player) -> None:
    client = secure_browser()
    client.cookies[settings.SESSION_COOKIE_NAME] = value
    assert client.get("/").status_code == 200
    assert client.get("/account/").status_code == 302


def test_a_planted_session_is_not_the_one_that_a_sign_in_uses(player: Player) -> None:
    attacker = secure_browser()
    attacker.post("/practice/fan/")
    planted = attacker.cookies[settings.SESSION_COOKIE_NAME].value
    victim = secure_browser()
    victim.cookies[settings.SESSION_COOKIE_NAME] = planted
    victim.post("/account/login/", {"login": player.username, "password": PASSWORD})
    assert victim.get("/account/").status_code == 200
    assert victim.cookies[settings.SESSION_COOKIE_NAME].value != planted
    assert attacker.get("/account/").status_code == 302
    attacker.cookies[settings.SESSION_COOKIE_NAME] = planted
    assert attacker.get("/account/").status_code == 302


def test_a_session_is_not_in_any_page_nor_read_from_an_address(player: Player) -> None:
    mine = secure_browser(player)
    key = mine.cookies[settings.SESSION_COOKIE_NAME].value
    for address in ("/", "/account/", "/account/devices/", "/api/me/"):
        assert key not in mine.get(address).content.decode(), address
    stranger = secure_browser()
    assert stranger.get(f"/account/?session={key}").status_code == 302


def test_signing_in_again_leaves_the_session_before_it_dead(player: Player) -> None:
    mine = secure_browser(player)
    before = mine.cookies[settings.SESSION_COOKIE_NAME].value
    mine.post("/account/logout/")
    mine.post("/account/login/", {"login": player.username, "password": PASSWORD})
    assert mine.get("/account/").status_code == 200
    thief = secure_browser()
    thief.cookies[settings.SESSION_COOKIE_NAME] = before
    assert thief.get("/account/").status_code == 302
