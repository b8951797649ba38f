"""What the tests of the accounts share."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Player

PASSWORD = "Kreuz-Pik-Herz-Karo"


@pytest.fixture(autouse=True)
def _fresh(settings: pytest.FixtureRequest) -> Iterator[None]:
    """Start every test with no attempt counted, and hash quickly."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.SECURE_SSL_REDIRECT = False
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anna(db: None) -> Player:
    return Player.objects.create_user("Anna", password=PASSWORD)


@pytest.fixture
def sign_in() -> Callable[..., Client]:
    """Return a function that signs a player in by the page and returns the browser."""

    def through_the_page(name: str, password: str = PASSWORD) -> Client:
        browser = Client()
        answer = browser.post("/account/login/", {"login": name, "password": password})
        assert answer.status_code == 302, answer.content.decode()
        return browser

    return through_the_page
