"""The list of devices on which a player is signed in, and signing out there."""

import re

import pytest
from django.core.management import call_command
from django.test import Client

from accounts import agents, selectors, services
from accounts.models import Player, SignIn

from .conftest import PASSWORD, is_signed_in, text_of
from .conftest import SignIn as SignInOf

pytestmark = pytest.mark.django_db
PAGE = "/account/devices/"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"


@pytest.fixture
def elsewhere(anna: Player) -> Client:
    """Anna's browser on another device."""
    browser = Client(headers={"user-agent": FIREFOX})
    browser.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    return browser


def devices_on(browser: Client) -> list[str]:
    """The devices that the page lists."""
    return re.findall(r'<th scope="row" id="sign-in-\d+">([^<]+)</th>', text_of(browser.get(PAGE)))


def test_the_page_lists_where_one_is_signed_in_and_which_is_this(
    anna: Player, elsewhere: Client, sign_in: SignInOf
) -> None:
    here = sign_in("Anna")
    assert sorted(devices_on(here)) == ["Firefox, Windows", "Unknown browser"]
    assert text_of(here.get(PAGE)).count("this device") == 1


def test_signing_out_another_device_ends_its_session_and_so_its_sockets(
    anna: Player, elsewhere: Client, sign_in: SignInOf
) -> None:
    here = sign_in("Anna")
    key = elsewhere.cookies["session"].value
    there = SignIn.objects.get(session_key=key)
    here.post(f"{PAGE}{there.pk}/")
    assert not is_signed_in(elsewhere)
    assert selectors.player_of_session(key) is None
    assert selectors.session_mark(key, expected=anna.pk) is None
    assert devices_on(here) == ["Unknown browser"]


def test_nobody_signs_out_others(anna: Player, elsewhere: Client, sign_in: SignInOf) -> None:
    Player.objects.create_user("Otto", password=PASSWORD)
    sign_in("Otto").post(f"{PAGE}{SignIn.objects.get(player=anna).pk}/")
    assert is_signed_in(elsewhere)


def test_all_the_others_are_signed_out_at_once(
    anna: Player, elsewhere: Client, sign_in: SignInOf
) -> None:
    here = sign_in("Anna")
    here.post(f"{PAGE}elsewhere/")
    assert not is_signed_in(elsewhere)
    assert is_signed_in(here)
    assert len(devices_on(here)) == 1


def test_a_new_password_keeps_this_device_in_the_list_once(
    anna: Player, elsewhere: Client, sign_in: SignInOf
) -> None:
    here = sign_in("Anna")
    form = {"oldpassword": PASSWORD, "password1": "Ein-neues-Wort"}
    here.post("/account/password/change/", form)
    assert devices_on(here) == ["Unknown browser"]
    assert SignIn.objects.filter(player=anna).count() == 2


def test_who_signs_out_leaves_no_trace_in_the_list(elsewhere: Client, sign_in: SignInOf) -> None:
    elsewhere.post("/account/logout/")
    assert len(devices_on(sign_in("Anna"))) == 1
    call_command("purge")
    assert SignIn.objects.count() == 1


def test_a_look_soon_after_writes_nothing(elsewhere: Client) -> None:
    before = SignIn.objects.get().seen
    elsewhere.get("/account/")
    assert SignIn.objects.get().seen == before


def test_guests_are_not_listed(db: None) -> None:
    Client().get("/account/login/")
    assert not SignIn.objects.exists()


def test_a_deleted_players_sign_ins_are_forgotten(anna: Player, elsewhere: Client) -> None:
    services.delete_player(player=anna)
    assert not SignIn.objects.exists()


@pytest.mark.parametrize(
    ("agent", "shown"),
    [
        (FIREFOX, "Firefox, Windows"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/142.0.0.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        ("", "Unbekannter Browser"),
    ],
)
def test_a_browser_is_named_in_words_that_its_owner_knows(agent: str, shown: str) -> None:
    assert agents.describe(agent) == shown
