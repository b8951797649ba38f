"""A furnished site for attacks on its pages: plain, or set as a deployment over TLS is."""

import runpy
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from accounts.models import Player
from tests.architecture.repository import ROOT
from tests.desk.conftest import desk, somebody
from tests.pages.conftest import browser

# Fixtures of the desk, for the tests of this folder.
__all__ = ["browser", "desk", "somebody"]

PASSWORD = "correct horse battery"
# What the settings say of browsers and transport.
OF_TRANSPORT = ("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE_", "LANGUAGE_COOKIE_", "X_FRAME_")
DEPLOYED = {
    "DEBUG": "0",
    "HTTPS": "1",
    "SECRET_KEY": "k" * 50,
    "ALLOWED_HOSTS": "testserver",
    "TRUSTED_PROXY_COUNT": "1",
}


@pytest.fixture(autouse=True)
def quick_pages(settings: Settings, db: None) -> Iterator[None]:
    """Pages need neither collected files nor encryption; nobody has tried anything yet."""
    settings.SECURE_SSL_REDIRECT = False
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def deployed(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> dict[str, Any]:
    """The settings of a deployment over TLS behind a proxy; those of transport hold from now on."""
    for name, value in DEPLOYED.items():
        monkeypatch.setenv(name, value)
    values = runpy.run_path(str(ROOT / "config" / "settings.py"))
    for name, value in values.items():
        if name.startswith(OF_TRANSPORT):
            setattr(settings, name, value)
    return values


def secure_browser(player: Player | None = None, *, checks: bool = False) -> Client:
    """A browser that speaks to the proxy over TLS, with somebody signed in."""
    client = Client(
        enforce_csrf_checks=checks,
        headers={"x-forwarded-proto": "https", "accept-language": "en"},
    )
    if player is not None:
        client.force_login(player)
    return client


def patterns() -> Iterator[str]:
    """Every pattern of the site's addresses, as Django writes them."""

    def walk(resolver: URLResolver, before: str) -> Iterator[str]:
        for each in resolver.url_patterns:
            if isinstance(each, URLPattern):
                yield before + str(each.pattern)
            else:
                yield from walk(each, before + str(each.pattern))

    yield from walk(get_resolver(), "")
