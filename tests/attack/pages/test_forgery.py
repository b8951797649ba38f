"""Requests that others have a browser send: forged forms, foreign redirects, hosts and methods."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from frontend.models import Announcement
from tests.attack.pages.conftest import PASSWORD, browser, patterns, secure_browser
from tests.desk.conftest import Desk

SignIn = Callable[[str], Client]
# What stands in an address for each kind of part of it.
EXAMPLES = {
    "day": "2026-11-29",
    "int": "1",
    "month": "2026-11",
    "path": "1",
    "slug": "fan",
    "str": "Wilhelmine",
    "uuid": "00000000-0000-4000-8000-000000000000",
}
REGULAR = {
    r"account/^email/confirm/(?P<key>[-:\w]+)/$": "account/email/confirm/abc/",
    r"account/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": (
        "account/password/reset/key/1-abc/"
    ),
    r"admin/^(?P<app_label>accounts|games|leaderboard|frontend)/$": "admin/games/",
    r"admin/(?P<url>.*)$": "admin/no-such-page/",
}
# Answers to a request that changes something: nobody of ours has sent it, or nothing takes it.
REFUSALS = {403, 404, 405, 415}
WRITES = (
    ("POST", "application/x-www-form-urlencoded"),
    ("POST", "application/json"),
    ("DELETE", "application/json"),
)


def addresses() -> list[str]:
    """An address for every pattern of the site."""
    found = []
    for pattern in patterns():
        text = REGULAR.get(pattern, pattern)
        found.append("/" + re.sub(r"<(\w+):\w+>", lambda part: EXAMPLES[part[1]], text))
    return found


@pytest.mark.parametrize("who", ["guest", "superuser"])
def test_no_address_takes_a_request_that_comes_from_no_page_of_ours(
    who: str, somebody: SignIn
) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    if who != "guest":
        somebody(who)
        client.force_login(Player.objects.get(username=f"The-{who}"))
    asked = 0
    for address in addresses():
        for method, content_type in WRITES:
            answer = client.generic(method, address, "{}", content_type=content_type)
            assert answer.status_code in REFUSALS | login_is_asked_for(answer), (
                f"{method} {address} {answer.status_code}"
            )
            asked += 1
    assert asked > 400


def login_is_asked_for(answer: Any) -> set[int]:
    """401, or a way to the sign-in: what happens before a form is looked at."""
    leads = answer.headers.get("Location", "").startswith(("/account/login/", "/admin/login/"))
    return {401, 302} if leads else {401}


def test_a_token_of_another_site_or_of_another_browser_is_none(player: Player) -> None:
    client = secure_browser(player, checks=True)
    token = token_of(client)
    forms = {"csrfmiddlewaretoken": token, "theme": "dark"}
    strange = {"origin": "https://evil.example"}
    over_tls: dict[str, Any] = {"secure": True}
    address = "/account/preferences/"
    assert client.post(address, forms, headers=strange, **over_tls).status_code == 403
    assert client.post(address, forms, headers={"origin": "null"}, **over_tls).status_code == 403
    near = {"origin": "https://testserver.evil.example"}
    assert client.post(address, forms, headers=near, **over_tls).status_code == 403
    other = token_of(secure_browser(checks=True))
    own = {"origin": "https://testserver"}
    wrong = {**forms, "csrfmiddlewaretoken": other}
    assert client.post(address, wrong, headers=own, **over_tls).status_code == 403
    assert client.post(address, forms, headers=own, **over_tls).status_code == 302


def token_of(client: Client) -> str:
    """The token in a page's form."""
    text = client.get("/account/preferences/", secure=True).content.decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
    assert found
    return found[1]


def test_of_two_tabs_around_a_sign_in_the_old_one_is_refused_and_what_it_sends_again_goes(
    player: Player,
) -> None:
    client = secure_browser(checks=True)
    own = {"origin": "https://testserver"}
    old = token_of(client)
    there = {"login": player.username, "password": PASSWORD, "csrfmiddlewaretoken": old}
    signed_in = client.post("/account/login/", there, headers=own, secure=True)
    assert signed_in.status_code == 302
    # The token of before the sign-in may be known to whoever shared the browser.
    form = {"theme": "dark", "csrfmiddlewaretoken": old}
    assert client.post("/account/preferences/", form, headers=own, secure=True).status_code == 403
    # What the page's script puts in its place: the cookie of now.
    (cookie,) = [value for name, value in client.cookies.items() if name.endswith("csrftoken")]
    again = {**form, "csrfmiddlewaretoken": cookie.value}
    assert client.post("/account/preferences/", again, headers=own, secure=True).status_code == 302
    player.refresh_from_db()
    assert player.preferences == {"theme": "dark"}


# --- Where one is led ---------------------------------------------------------------------------

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "http:evil.example",
    "https:///evil.example",
    " //evil.example",
    "\t//evil.example",
    "/\t/evil.example",
    "//evil.example\\@testserver",
    "https://testserver@evil.example/",
    "https://testserver.evil.example/",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "/%0d%0aSet-Cookie:x=1",
    "/\r\nSet-Cookie: x=1",
    # Names of pages, and what is none.
    "lobby",
    "admin:index",
    "no-such-page",
]


def is_ours(location: str) -> bool:
    """Whether browsers stay on the site: they take backslashes for slashes and drop tabs."""
    seen = re.sub(r"[\t\r\n]", "", location).replace("\\", "/").strip()
    parts = urlsplit(seen)
    return not seen.startswith("//") and (parts.scheme, parts.netloc) == ("", "")


def announce() -> Announcement:
    """An announcement that stands on all pages."""
    now = timezone.now()
    return Announcement.objects.create(
        text_de="Hallo", text_en="Hello", starts=now, ends=now + timedelta(days=1)
    )


@pytest.mark.parametrize("target", ELSEWHERE)
def test_no_form_leads_elsewhere(target: str, player: Player) -> None:
    notice = announce().pk
    answers = [
        browser().post(f"/account/login/?next={target}", _sign_in(player)),
        browser().post("/account/login/", {**_sign_in(player), "next": target}),
        browser(player=player).get("/account/login/", {"next": target}),
        browser(player=player).post("/account/logout/", {"next": target}),
        browser(player=player).post(
            "/account/reauthenticate/", {"password": PASSWORD, "next": target}
        ),
        browser().post("/language/", {"language": "de", "next": target}),
        browser().post(
            "/language/", {"language": "de"}, headers={"referer": "https://evil.example/"}
        ),
        browser().post("/account/preferences/", {"theme": "dark", "next": target}),
        browser().post(f"/announcements/{notice}/dismiss/", {"next": target}),
    ]
    for number, answer in enumerate(answers):
        assert answer.status_code == 302, number
        assert is_ours(answer.headers["Location"]), (number, answer.headers["Location"])
        assert "Set-Cookie: x" not in str(answer.headers)
    page = browser(player=player).get("/account/recovery-code/", {"next": target})
    for link in re.findall(r'href="([^"]*)"', page.content.decode()):
        assert is_ours(link.replace("&amp;", "&")), link


def _sign_in(player: Player) -> dict[str, str]:
    return {"login": player.username, "password": PASSWORD}


# --- Hosts and methods --------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver:80@e", ""])
def test_another_host_is_refused_and_stands_in_no_mail(host: str, player: Player) -> None:
    EmailAddress.objects.create(user=player, email="w@example.org", verified=True, primary=True)
    client = browser()
    strange = {"host": host}
    answer = client.post("/account/password/reset/", {"email": "w@example.org"}, headers=strange)
    assert answer.status_code == 400
    assert mail.outbox == []


def test_a_forwarded_host_is_not_believed(deployed: dict[str, Any], player: Player) -> None:
    EmailAddress.objects.create(user=player, email="w@example.org", verified=True, primary=True)
    forged = {"x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}
    client = secure_browser()
    client.post("/account/password/reset/", {"email": "w@example.org"}, headers=forged)
    assert re.findall(r"https?://[\w.]+", str(mail.outbox[0].body)) == ["https://testserver"]
    assert "evil.example" not in str(mail.outbox[0].body)
    assert "evil.example" not in client.get("/rules/fan/", headers=forged).content.decode()


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "DEBUG", "PROPFIND", "X" * 200])
def test_methods_that_nobody_needs_change_and_tell_nothing(method: str, player: Player) -> None:
    mine = browser(player=player)
    secret = {"x-secret": "told-nobody"}
    for address in ("/account/keep/", "/account/logout/", "/language/", "/api/me/"):
        answer = mine.generic(method, address, headers=secret)
        assert answer.status_code in (403, 405), address
        assert "told-nobody" not in answer.content.decode()
    assert mine.get("/account/").status_code == 200


@pytest.mark.parametrize(
    "name", ["x-http-method-override", "x-http-method", "x-method-override", "x-rewrite-url"]
)
def test_a_header_makes_no_other_method_of_a_request(name: str, player: Player, desk: Desk) -> None:
    mine = browser(player=player)
    for value in ("DELETE", "POST", "/account/logout/"):
        assert mine.get("/account/logout/", headers={name: value}).status_code in (200, 405)
        assert mine.get("/account/keep/?_method=POST", headers={name: value}).status_code == 405
        shown = mine.get(f"/api/games/{desk.game.pk}/resign/", headers={name: value})
        assert shown.status_code == 405
    boss = Player.objects.get(username="Vorgesetzte")
    answer = browser(player=boss).get(
        reverse("admin:accounts_player_delete", args=[player.pk]), headers={name: "POST"}
    )
    assert answer.status_code == 200
    assert Player.objects.filter(pk=player.pk).exists()


def test_looking_changes_nothing_whatever_the_address_asks(player: Player) -> None:
    mine = browser(player=player)
    for address in (
        "/account/delete/?password=correct+horse+battery&sure=on",
        "/account/name/?name=Anders",
        "/account/tokens/?label=x",
        "/account/password/change/?oldpassword=correct+horse+battery&password1=Neues-Wort-1",
        "/account/preferences/?theme=dark",
    ):
        mine.get(address)
    player.refresh_from_db()
    assert (player.username, player.delete_after, player.preferences) == ("Wilhelmine", None, {})
    assert player.check_password(PASSWORD)
    assert player.api_tokens.count() == 0
