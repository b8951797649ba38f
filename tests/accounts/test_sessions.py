"""Who a session stands for, as the socket asks on every move."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.forms import BaseForm
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts import selectors, services
from accounts.models import Player

from .conftest import PASSWORD, SignIn, is_signed_in

pytestmark = pytest.mark.django_db


def key_of(browser: Client) -> str:
    return browser.cookies["session"].value


@pytest.fixture(params=[False, True], ids=["anybody", "expected"])
def look(request: pytest.FixtureRequest, anna: Player, sign_in: SignIn) -> "Look":
    """Both ways of asking: for anybody, and for a player who is expected."""
    return Look(sign_in("Anna"), anna.pk if request.param else None)


class Look:
    """A signed-in browser, and a look at whom its session stands for."""

    def __init__(self, browser: Client, expected: int | None) -> None:
        self.browser = browser
        self.key = key_of(browser)
        self.expected = expected

    def __call__(self) -> Player | None:
        return selectors.player_of_session(self.key, expected=self.expected)


def test_a_session_stands_for_who_is_signed_in(look: Look, anna: Player) -> None:
    assert look() == anna


def test_nobody_is_signed_in_after_signing_out(look: Look) -> None:
    look.browser.post("/account/logout/")
    assert look() is None


def test_nobody_is_signed_in_after_the_session_has_expired(look: Look) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert look() is None


def test_nobody_is_signed_in_after_the_password_was_changed_elsewhere(
    look: Look, sign_in: SignIn
) -> None:
    sign_in("Anna").post(
        "/account/password/change/", {"oldpassword": PASSWORD, "password1": "Ein-neues-Wort"}
    )
    assert look() is None


def test_who_changed_the_password_stays_signed_in(look: Look, anna: Player) -> None:
    look.browser.post(
        "/account/password/change/", {"oldpassword": PASSWORD, "password1": "Ein-neues-Wort"}
    )
    assert selectors.player_of_session(key_of(look.browser), expected=look.expected) == anna


def test_deactivation_ends_the_session_for_good(look: Look, anna: Player) -> None:
    admin = Player.objects.create_superuser("admin")
    services.deactivate_player(player=anna, by=admin)
    assert look() is None
    assert not is_signed_in(look.browser)
    services.activate_player(player=anna, by=admin)
    assert look() is None
    assert not is_signed_in(look.browser)


def test_who_changes_something_while_being_deactivated_stays_deactivated(
    anna: Player, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every writer stores its own fields alone: here a page that was asked for just before."""
    admin = Player.objects.create_superuser("admin", password=PASSWORD)
    browser, desk = sign_in("Anna"), sign_in("admin")
    pages: list[tuple[Client, str, dict[str, str]]] = [
        (browser, "/account/preferences/", {"language": "de"}),
        (
            browser,
            "/account/password/change/",
            {"oldpassword": PASSWORD, "password1": "Ein-neues-Wort"},
        ),
        (desk, f"/admin/accounts/player/{anna.pk}/change/", {"username": "Annette"}),
    ]
    full_clean = BaseForm.full_clean

    def deactivate_first(form: BaseForm) -> None:
        services.deactivate_player(player=Player.objects.get(pk=anna.pk), by=admin)
        full_clean(form)

    for who, page, fields in pages:
        with monkeypatch.context() as patch:
            patch.setattr(BaseForm, "full_clean", deactivate_first)
            assert "login" not in who.post(page, fields).headers["Location"]
        assert not Player.objects.get(pk=anna.pk).is_active
        Player.objects.filter(pk=anna.pk).update(is_active=True, session_epoch=0)


def test_nobody_is_signed_in_after_deletion(look: Look, anna: Player) -> None:
    services.delete_player(player=anna)
    assert look() is None


def test_a_session_outlives_a_changed_secret_key_that_is_still_known(
    look: Look, anna: Player, settings: Settings
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-secret-key-of-reasonable-length-" + "x" * 20
    assert look() == anna
    settings.SECRET_KEY_FALLBACKS = []
    assert look() is None


def test_a_forged_session_stands_for_nobody(look: Look) -> None:
    Session.objects.update(session_data="eyJfYXV0aF91c2VyX2lkIjoiMSJ9:forged:signature")
    assert look() is None


@pytest.mark.parametrize("key", [None, "", "unknown", "x" * 500, "a\x00b"])
def test_no_session_stands_for_nobody(anna: Player, key: str | None) -> None:
    assert selectors.player_of_session(key) is None
    assert selectors.player_of_session(key, expected=anna.pk) is None


def test_a_guests_session_stands_for_nobody(browser: Client, anna: Player) -> None:
    session = browser.session
    session["guest"] = "abc"
    session.save()
    assert selectors.player_of_session(session.session_key) is None
    assert selectors.player_of_session(session.session_key, expected=anna.pk) is None


def test_anothers_session_does_not_stand_for_who_is_expected(anna: Player, sign_in: SignIn) -> None:
    otto = Player.objects.create_user("Otto", password=PASSWORD)
    assert selectors.player_of_session(key_of(sign_in("Anna")), expected=otto.pk) is None


def test_the_look_at_an_expected_player_costs_one_query(
    anna: Player, sign_in: SignIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    key = key_of(sign_in("Anna"))
    with django_assert_num_queries(1):
        assert selectors.player_of_session(key, expected=anna.pk) == anna
    with django_assert_num_queries(2):
        assert selectors.player_of_session(key) == anna


def test_a_public_player_is_found_in_any_case_unless_deactivated(anna: Player) -> None:
    assert selectors.public_player("aNNA") == anna
    for nobody in ["Otto", "", "An\0na", "An\ud800na", "x" * 1000]:
        assert selectors.public_player(nobody) is None
    services.deactivate_player(player=anna, by=Player.objects.create_superuser("admin"))
    assert selectors.public_player("Anna") is None


@pytest.mark.parametrize(
    "cookie", ['"aaaaaaaa\\000aaa"', "ääääääää", "short", "a" * 3000, "aaaa aaaa", "../../../x"]
)
def test_a_cookie_that_is_no_key_is_nobodys(db: None, cookie: str) -> None:
    browser = Client(headers={"cookie": f"session={cookie}"})
    assert browser.get("/account/login/").status_code == 200
    assert browser.get("/api/me/").json()["name"] is None
