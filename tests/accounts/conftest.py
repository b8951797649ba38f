"""What the tests of the accounts share."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import Player

PASSWORD = "Kreuz-Pik-Herz-Karo"


@pytest.fixture(autouse=True)
def fresh(settings: Settings) -> Iterator[None]:
    """Start every test with no attempt counted, hash quickly, and need no collected files."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.SECURE_SSL_REDIRECT = False
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anna(db: None) -> Player:
    """A player without a mail address."""
    return Player.objects.create_user("Anna", password=PASSWORD)


@pytest.fixture
def browser() -> Client:
    """A browser that asks for English."""
    return Client(headers={"accept-language": "en"})


SignIn = Callable[..., Client]


@pytest.fixture
def sign_in() -> SignIn:
    """Signs a player in through the page, in a browser of their own."""

    def through_the_page(name: str, password: str = PASSWORD) -> Client:
        browser = Client(headers={"accept-language": "en"})
        answer = browser.post("/account/login/", {"login": name, "password": password})
        assert answer.status_code == 302, text_of(answer)
        return browser

    return through_the_page


def post_with_password(browser: Client, page: str, form: dict[str, str]) -> Any:
    """Post a form that makes the player type the password once more, and do so."""
    asked = browser.post(page, form)
    assert asked.headers["Location"].startswith("/account/reauthenticate/"), asked.headers
    return browser.post(asked.headers["Location"], {"password": PASSWORD}, follow=True)


def is_signed_in(browser: Client) -> bool:
    """Whether the account page is shown to the browser."""
    return browser.get("/account/").status_code == 200


def text_of(answer: Any) -> str:
    """The page without what differs each time: the CSRF tokens."""
    page = answer.content.decode()
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)


def errors_of(answer: Any) -> str:
    """Everything that the page's form complains about."""
    form = answer.context["form"]
    return " ".join(str(error) for errors in form.errors.values() for error in errors)


def code_on(answer: Any) -> str:
    """The recovery code that a page shows."""
    found = re.search(
        r'<code class="secret" id="recovery-code">([^<]+)</code>', answer.content.decode()
    )
    assert found, text_of(answer)
    return found[1]
