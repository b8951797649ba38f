"""A second factor beside the password: codes from an app, spare codes; passkeys on the server."""

import html
import json
import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib import admin
from django.test import Client

from accounts.models import Player

from .conftest import PASSWORD, SignIn, errors_of, is_signed_in, text_of

pytestmark = pytest.mark.django_db
HOME = "/account/security/"
# No credential that a browser has made.
HOLLOW = {"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "userHandle": "MQ"}
NONSENSE = [
    *("", "{}", "[]", "7", '{"id": "x"}'),
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": HOLLOW}),
    json.dumps({"id": "AA", "rawId": "AA", "response": {"attestationObject": "AA", **HOLLOW}}),
]


def code_of(secret: str) -> str:
    """The code that an app shows now."""
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def open_page(browser: Client, page: str) -> str:
    """A page that asks for the password first."""
    answer = browser.get(page)
    if answer.status_code == 302:
        answer = browser.post(answer.headers["Location"], {"password": PASSWORD}, follow=True)
    return text_of(answer)


class App:
    """An app that shows codes, set up for a player in a browser."""

    def __init__(self, browser: Client) -> None:
        page = open_page(browser, f"{HOME}app/")
        found = re.search(r'<code class="secret">([^<]+)</code>', page)
        assert found
        self.secret = found[1]
        assert 'src="data:image/svg+xml;base64,' in page
        answer = browser.post(f"{HOME}app/", {"code": code_of(self.secret)}, follow=True)
        self.spare_codes = re.findall(r'<code class="secret">([^<]+)</code>', text_of(answer))


@pytest.fixture
def app(anna: Player, sign_in: SignIn) -> App:
    """The app on Anna's phone."""
    return App(sign_in("Anna"))


def begin_sign_in() -> Client:
    """A browser in which the password was right, and more is asked for."""
    browser = Client(headers={"accept-language": "en"})
    answer = browser.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    assert answer.headers["Location"] == f"{HOME}check/"
    assert not is_signed_in(browser)
    return browser


def test_the_password_alone_lets_nobody_in_any_more(app: App) -> None:
    browser = begin_sign_in()
    assert browser.post(f"{HOME}check/", {"code": code_of(app.secret)}).status_code == 302
    assert is_signed_in(browser)


def test_a_wrong_code_lets_nobody_in_and_guesses_are_throttled(app: App) -> None:
    browser = begin_sign_in()
    wrong = "000000" if code_of(app.secret) != "000000" else "111111"
    assert "didn’t fit" in errors_of(browser.post(f"{HOME}check/", {"code": wrong}))
    for _time in range(5):
        browser.post(f"{HOME}check/", {"code": wrong})
    answer = browser.post(f"{HOME}check/", {"code": code_of(app.secret)})
    assert "Too many" in errors_of(answer)
    assert not is_signed_in(browser)


def test_spare_codes_are_shown_once_and_let_in_once_each(app: App, sign_in: SignIn) -> None:
    assert len(app.spare_codes) == 10
    browser = begin_sign_in()
    browser.post(f"{HOME}check/", {"code": app.spare_codes[0]})
    assert is_signed_in(browser)
    shown = open_page(browser, f"{HOME}codes/")
    assert "9 spare codes left" in shown
    assert app.spare_codes[1] not in shown
    again = begin_sign_in()
    again.post(f"{HOME}check/", {"code": app.spare_codes[0]})
    assert not is_signed_in(again)


def test_new_spare_codes_replace_the_old_ones(app: App) -> None:
    browser = begin_sign_in()
    browser.post(f"{HOME}check/", {"code": code_of(app.secret)})
    open_page(browser, f"{HOME}codes/new/")
    shown = text_of(browser.post(f"{HOME}codes/new/", follow=True))
    assert len(re.findall(r'<code class="secret">', shown)) == 10
    assert app.spare_codes[0] not in shown


def test_without_the_app_the_password_is_enough_again(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    App(browser)
    open_page(browser, f"{HOME}app/remove/")
    browser.post(f"{HOME}app/remove/")
    sign_in("Anna")
    assert not Authenticator.objects.exists()


def test_the_desk_shows_no_secrets_of_second_factors() -> None:
    assert not admin.site.is_registered(Authenticator)


def test_the_sign_in_page_gets_fresh_options_for_a_passkey_and_refuses_nonsense(
    browser: Client,
) -> None:
    ask = {"accept": "application/json"}
    options: Any = browser.get("/account/login/passkey/", headers=ask).json()["request_options"]
    again: Any = browser.get("/account/login/passkey/", headers=ask).json()["request_options"]
    assert options["publicKey"]["challenge"] != again["publicKey"]["challenge"]
    assert options["publicKey"]["userVerification"] == "required"
    for nonsense in NONSENSE:
        answer = browser.post("/account/login/passkey/", {"credential": nonsense})
        assert answer.headers["Location"] == "/account/login/"
    assert not is_signed_in(browser)


def test_what_is_no_passkey_is_neither_added_nor_taken_for_the_second_factor(
    app: App, sign_in: SignIn
) -> None:
    browser = begin_sign_in()
    for nonsense in NONSENSE:
        assert browser.post(f"{HOME}check/", {"credential": nonsense}).status_code == 200
    assert not is_signed_in(browser)
    browser.post(f"{HOME}check/", {"code": app.spare_codes[0]})
    open_page(browser, f"{HOME}passkeys/add/")
    for nonsense in NONSENSE:
        form = {"credential": nonsense, "passwordless": "on", "name": ""}
        assert browser.post(f"{HOME}passkeys/add/", form).status_code == 200
    assert not Authenticator.objects.filter(type="webauthn").exists()


@pytest.mark.parametrize("language", ["de", "en"])
def test_its_pages_can_be_read(anna: Player, sign_in: SignIn, language: str) -> None:
    browser = sign_in("Anna")
    browser.post("/account/preferences/", {"language": language})
    for page in ["", "app/", "passkeys/add/"]:
        shown = open_page(browser, HOME + page)
        assert f'<html lang="{language}">' in shown
        assert shown.count("<h1>") == 1
        assert " style=" not in html.unescape(shown)
