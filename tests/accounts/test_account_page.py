"""The page of one's own account, and leaving."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Player

from .conftest import PASSWORD, SignIn, errors_of, text_of

pytestmark = pytest.mark.django_db


def test_strangers_are_asked_to_sign_in_first(browser: Client) -> None:
    for page in [
        "",
        "name/",
        "page/",
        "email/",
        "password/change/",
        "data/",
        "delete/",
        "devices/",
    ]:
        answer = browser.get(f"/account/{page}")
        assert answer.headers["Location"] == f"/account/login/?next=/account/{page}"


@pytest.mark.parametrize(
    "page", ["tokens/", "tokens/1/revoke/", "keep/", "devices/elsewhere/", "devices/1/"]
)
def test_what_changes_something_takes_a_post(anna: Player, sign_in: SignIn, page: str) -> None:
    assert sign_in("Anna").get(f"/account/{page}").status_code == 405


@pytest.mark.parametrize("form", [{"password": "falsch", "sure": "on"}, {"password": PASSWORD}, {}])
def test_an_account_is_not_deleted_by_anything_less(
    anna: Player, sign_in: SignIn, form: dict[str, str]
) -> None:
    answer = sign_in("Anna").post("/account/delete/", form)
    assert errors_of(answer)
    assert not Player.objects.filter(delete_after__isnull=False).exists()


def test_guesses_at_the_password_before_deleting_are_throttled(
    anna: Player, sign_in: SignIn
) -> None:
    browser = sign_in("Anna")
    for _time in range(5):
        browser.post("/account/delete/", {"password": "falsch", "sure": "on"})
    answer = browser.post("/account/delete/", {"password": PASSWORD, "sure": "on"})
    assert "Too many" in errors_of(answer)
    assert not Player.objects.filter(delete_after__isnull=False).exists()


def test_staff_stay_for_the_log_needs_them(sign_in: SignIn) -> None:
    Player.objects.create_superuser("Chefin", password=PASSWORD)
    answer = sign_in("Chefin").post("/account/delete/", {"password": PASSWORD, "sure": "on"})
    assert "staff" in errors_of(answer)
    assert not Player.objects.filter(delete_after__isnull=False).exists()


def test_forms_are_guarded_against_other_sites(anna: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna)
    for page in [
        "logout/",
        "delete/",
        "keep/",
        "data/",
        "name/",
        "page/",
        "preferences/",
        "tokens/",
        "password/change/",
        "email/",
    ]:
        assert browser.post(f"/account/{page}").status_code == 403


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_can_be_read(
    anna: Player, sign_in: SignIn, language: str, settings: Settings
) -> None:
    headers = {"accept-language": language}
    stranger, browser = Client(headers=headers), Client(headers=headers)
    browser.force_login(anna)
    strangers = ["signup/", "login/", "password/reset/", "recover/"]
    strangers += ["password/reset/sent/", "password/reset/done/", "email/sent/"]
    strangers += ["email/confirm/nonsense/", "password/reset/key/1-nonsense/"]
    own = [
        "",
        "name/",
        "page/",
        "email/",
        "password/change/",
        "recovery-code/",
        "data/",
        "delete/",
        "logout/",
    ]
    own += ["reauthenticate/"]
    for who, pages in ((stranger, strangers), (browser, own)):
        for page in pages:
            answer = who.get(f"/account/{page}")
            assert answer.status_code == 200, page
            assert f'<html lang="{language}">' in text_of(answer)
            assert text_of(answer).count("<h1>") == 1, page
            assert " style=" not in text_of(answer)
