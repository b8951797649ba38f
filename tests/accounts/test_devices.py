"""The device's cookie: who gets one, what it is, and what is taken for none."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import devices
from accounts.models import DeviceUse, Player

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db


def sign_in(browser: Client, name: str) -> None:
    answer = browser.post("/account/login/", {"login": name, "password": PASSWORD}, secure=True)
    assert answer.status_code == 302


@pytest.fixture
def two(db: None) -> list[Player]:
    """Two players with passwords."""
    return [Player.objects.create_user(name, password=PASSWORD) for name in ("Anna", "Bert")]


def test_looking_at_pages_sets_no_cookie(two: list[Player]) -> None:
    browser = Client()
    for page in ("/", "/rules/", "/account/login/", "/players/Anna/"):
        assert devices.COOKIE not in browser.get(page, secure=True).cookies
    assert not DeviceUse.objects.exists()


def test_signing_in_gives_the_device_one_number_for_whoever_uses_it(
    two: list[Player], settings: pytest.FixtureRequest
) -> None:
    settings.SESSION_COOKIE_SECURE = True  # type: ignore[attr-defined]  # pytest-django's settings
    browser = Client()
    sign_in(browser, "Anna")
    cookie = browser.cookies[devices.COOKIE]
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"]) == (True, True, "Lax")
    assert cookie["max-age"] == 90 * 24 * 3600
    browser.post("/account/logout/", secure=True)
    sign_in(browser, "Bert")
    assert DeviceUse.objects.values("device").distinct().count() == 1
    device = DeviceUse.objects.values_list("device", flat=True)[0]
    assert devices.players_on(device) == [player.pk for player in two]


def test_a_cookie_that_we_have_not_signed_is_none(two: list[Player]) -> None:
    browser = Client()
    browser.cookies[devices.COOKIE] = "d" * 32
    sign_in(browser, "Anna")
    assert not DeviceUse.objects.filter(device="d" * 32).exists()
    assert DeviceUse.objects.count() == 1


def test_a_device_that_is_not_used_is_forgotten(two: list[Player]) -> None:
    sign_in(Client(), "Anna")
    assert devices.purge() == 0
    DeviceUse.objects.update(latest=timezone.now() - timedelta(days=91))
    assert devices.purge() == 1
