"""What every answer tells browsers: nothing inline, nobody else's, in no frame, kept by nobody."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views import defaults

from accounts.models import Player
from tests.attack.pages.conftest import browser, secure_browser
from tests.desk.conftest import Desk
from tests.pages.html import Element, read

SignIn = Callable[[str], Client]
PAGES = ["/", "/account/login/", "/account/signup/", "/boards/fan/", "/rules/", "/api/docs/"]
OWN_PAGES = ["/account/", "/account/security/", "/account/security/app/", "/account/devices/"]
OTHERS = ["/api/me/", "/api/schema/", "/nowhere/", "/robots.txt", "/manifest.webmanifest"]
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
}


def policy_of(answer: Any) -> dict[str, str]:
    """The directives of an answer's policy."""
    parts = answer.headers["Content-Security-Policy"].split(";")
    return dict(part.strip().split(" ", 1) for part in parts)


def check_policy(answer: Any, address: str) -> None:
    policy = policy_of(answer)
    assert POLICY.items() <= policy.items(), address
    # A picture may be within a page (the key of a second factor); no other origin is named.
    allowed = {"'none'", "'self'", "data:"}
    assert {word for value in policy.values() for word in value.split()} <= allowed, address


def inline_code(shown: Element) -> list[str]:
    """Whatever a page holds that the policy forbids."""
    found = []
    for element in shown.walk():
        if element.tag in ("style", "base", "object", "embed", "iframe", "applet"):
            found.append(f"<{element.tag}>")
        runs = element.attributes.get("type") != "application/json"
        if element.tag == "script" and runs and "src" not in element.attributes:
            found.append("<script> without src")
        for name, value in element.attributes.items():
            if name == "style" or name.startswith("on") or name == "srcdoc":
                found.append(f"{element.tag} {name}={value}")
            if name in ("href", "src", "action", "formaction") and not re.match(
                r"/(?!/)|[#?]|data:image/svg\+xml;utf8,|[\w./-]*$", value
            ):
                found.append(f"{element.tag} {name}={value}")
    return found


def test_every_page_runs_nothing_inline_and_asks_nobody_else(
    player: Player, somebody: SignIn, desk: Desk
) -> None:
    mine, boss = browser("en", player), somebody("superuser")
    of_the_desk = [
        reverse(f"admin:{label.replace('.', '_')}_{page}", args=args)
        for label, row in desk.rows.items()
        for page, args in (("changelist", []), ("change", [row.pk]), ("history", [row.pk]))
    ]
    visits = [
        *((browser("en"), address) for address in PAGES),
        *((mine, address) for address in [*PAGES, *OWN_PAGES, f"/games/{desk.game.pk}/"]),
        *((boss, address) for address in ["/admin/", *of_the_desk]),
        *((browser("en"), address) for address in OTHERS),
    ]
    read_as_pages = 0
    for client, address in visits:
        answer = client.get(address, follow=True)
        check_policy(answer, address)
        if answer.headers["Content-Type"].startswith("text/html"):
            read_as_pages += 1
            assert inline_code(read(answer.content.decode())) == [], address
    assert read_as_pages > 40


def test_pages_of_refusals_and_failures_hold_nothing_inline() -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for answer, status in (
        (client.post("/practice/fan/"), 403),
        (client.get("/nowhere/"), 404),
        (client.get("/", headers={"host": "elsewhere.example"}), 400),
        (client.get("/rules/", headers={"host": "elsewhere.example"}), 400),
    ):
        assert answer.status_code == status
        check_policy(answer, str(status))
        assert inline_code(read(answer.content.decode())) == []
    failure = defaults.server_error(RequestFactory().get("/"))
    assert inline_code(read(failure.content.decode())) == []


def test_the_policy_holds_where_something_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: object) -> str:
        raise RuntimeError("secret words")

    monkeypatch.setattr("frontend.texts.Patience.name", property(fail))
    answer = Client(raise_request_exception=False).get("/rules/")
    assert answer.status_code == 500
    check_policy(answer, "500")
    assert b"secret words" not in answer.content
    assert b"RuntimeError" not in answer.content


def test_over_tls_every_answer_insists_on_tls_and_is_taken_for_what_it_is(
    deployed: dict[str, Any], player: Player
) -> None:
    clients = [secure_browser(), secure_browser(player)]
    for client in clients:
        for address in [*PAGES, *OTHERS, "/admin/", "/account/", "/api/nowhere/"]:
            told = client.get(address).headers
            age, *more = told["Strict-Transport-Security"].split("; ")
            assert int(age.removeprefix("max-age=")) >= 60 * 60 * 24 * 365, address
            assert "includeSubDomains" in more, address
            assert told["X-Content-Type-Options"] == "nosniff", address
            assert told["Referrer-Policy"] == "same-origin", address
            assert told["Cross-Origin-Opener-Policy"] == "same-origin", address
            assert told["X-Frame-Options"] == "DENY", address
            assert "Access-Control-Allow-Origin" not in told, address
            assert "charset=utf-8" in told.get("Content-Type", "charset=utf-8").lower() or (
                "json" in told["Content-Type"]
            ), address


def test_a_plain_request_is_sent_to_the_same_address_over_tls(
    deployed: dict[str, Any],
) -> None:
    answer = Client().get("/rules/?page=2")
    assert answer.status_code == 301
    assert answer.headers["Location"] == "https://testserver/rules/?page=2"
    assert "Strict-Transport-Security" not in answer.headers


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_answers_within_are_safe_to_open(path: str) -> None:
    told = Client().get(path).headers
    assert told["X-Content-Type-Options"] == "nosniff"
    assert told["Content-Security-Policy"].startswith("default-src 'none'")
    assert "no-store" in told.get("Cache-Control", "no-store")


def test_files_are_held_to_the_policy_and_shared_with_no_other_site(
    deployed: dict[str, Any], tmp_path: Any, settings: Any
) -> None:
    (tmp_path / "picture.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    settings.STATIC_ROOT = str(tmp_path)
    settings.WHITENOISE_ALLOW_ALL_ORIGINS = deployed["WHITENOISE_ALLOW_ALL_ORIGINS"]
    settings.DEBUG = False
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    answer = secure_browser().get("/static/picture.svg")
    assert answer.status_code == 200
    check_policy(answer, "a file")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Strict-Transport-Security" in answer.headers
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_no_page_of_a_library_is_served_among_the_files() -> None:
    found = [
        path
        for finder in finders.get_finders()
        for path, _storage in finder.list(["redoc", "rest_framework", "oauth2-redirect.*"])
        if path.endswith((".html", ".htm", ".php", ".xml"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "address", ["/account/", "/account/devices/", "/account/data/", "/api/me/", "/api/tokens/"]
)
def test_what_is_ones_own_is_kept_by_no_cache(player: Player, address: str) -> None:
    told = browser(player=player).get(address).headers
    assert "no-store" in told["Cache-Control"]


def test_what_shows_who_is_signed_in_is_kept_by_nobody_in_between(
    player: Player, desk: Desk
) -> None:
    mine = browser(player=player)
    for address in ["/", "/boards/fan/", "/rules/", "/calendar/", f"/games/{desk.game.pk}/"]:
        told = mine.get(address).headers
        assert "private" in told["Cache-Control"], address
        assert "Cookie" in told["Vary"], address


def test_the_desk_is_kept_by_no_cache(somebody: SignIn, desk: Desk) -> None:
    boss = somebody("superuser")
    for address in [
        "/admin/",
        reverse("admin:accounts_player_change", args=[desk.rows["accounts.player"].pk]),
    ]:
        assert "no-store" in boss.get(address).headers["Cache-Control"]
