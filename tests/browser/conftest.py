"""A site, a browser, and people who visit the one with the other.

Sync Playwright keeps an event loop running in the tests' own thread: these tests are a run of
their own, with DJANGO_ALLOW_ASYNC_UNSAFE=1.
"""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from accounts.models import Player
from tests.browser.visitors import Visitor, Visits
from tests.conftest import Case
from tests.served.deals import new_operator, sign_in, store_todays
from tests.served.site import Site, another_process, running_site

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WINDOW = {"width": 1100, "height": 720}
# Milliseconds; generous, as a test machine may have much else to do.
PATIENCE = 30_000


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Site]:
    """A running site where no hand is too fast."""
    folder = tmp_path_factory.mktemp("site")
    unblocked = django_db_blocker.unblock
    with running_site(folder, unblocked=unblocked, FASTEST_SECONDS_PER_MOVE="0") as site:
        yield site


@pytest.fixture(scope="session")
def strict_site(site: Site) -> Iterator[Site]:
    """Another process of the site, which holds what was faster than hands."""
    with another_process(site, FASTEST_SECONDS_PER_MOVE="0.25") as strict:
        yield strict


@pytest.fixture(scope="session")
def cases(site: Site) -> dict[str, Case]:
    """Today's deals, each with a line that wins it."""
    return store_todays(site)


@pytest.fixture(scope="session")
def operator(site: Site) -> Player:
    """Somebody at the desk."""
    return new_operator(site)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium."""
    expect.set_options(timeout=PATIENCE)
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visits(site: Site, browser: Browser) -> Iterator[Visits]:
    """Lets people visit the site; in the end nothing may have gone wrong for anybody."""
    visitors: list[Visitor] = []
    errors = len(site.errors())

    def visit(
        player: Player | None = None, *, at: Site = site, locale: str = "de-DE", **options: Any
    ) -> Visitor:
        # Without the worker, for requests that go through it can't be cut or listened to.
        settings = {
            "viewport": WINDOW,
            "reduced_motion": "reduce",
            "service_workers": "block",
            **options,
        }
        context = browser.new_context(locale=locale, **settings)
        context.set_default_timeout(PATIENCE)
        if player is not None:
            key = sign_in(at, player)
            context.add_cookies([{"name": "session", "value": key, "url": at.url}])
        visitor = Visitor(site=at, context=context)
        if settings["service_workers"] == "block":
            visitor.forgive("Service Worker registration blocked")
        visitors.append(visitor)
        return visitor

    yield visit
    for visitor in visitors:
        visitor.context.close()
    assert site.errors()[errors:] == [], site.log.read_text()
    for visitor in visitors:
        visitor.check()
