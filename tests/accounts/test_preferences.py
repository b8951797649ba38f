"""The settings: kept with the account, for guests on the device, and seen by every page."""

import pytest
from django.test import Client

from accounts.models import Player
from accounts.preferences import VALUES

from .conftest import PASSWORD, SignIn

pytestmark = pytest.mark.django_db
PAGE = "/account/preferences/"
CHOSEN = {"theme": "dark", "suits": "four", "hand": "left"}


def chosen_by(browser: Client, page: str = "/rules/") -> str:
    """The opening tag of a page, which bears what was chosen."""
    text = browser.get(page).content.decode()
    return text[text.index("<html") : text.index("<head>")]


def test_every_choice_of_the_form_is_one_that_can_be_kept(client: Client) -> None:
    page = client.get(PAGE).content.decode()
    for name, values in VALUES.items():
        for value in values:
            assert f'name="{name}" value="{value}"' in page
        assert page.count(f'name="{name}"') == len(values)


def test_without_a_choice_nothing_is_marked_and_the_device_decides(client: Client) -> None:
    assert "data-" not in chosen_by(client)
    page = client.get("/rules/").content.decode()
    assert 'media="(prefers-color-scheme: dark)"' in page


def test_a_guests_settings_stay_on_the_device(client: Client) -> None:
    answer = client.post(PAGE, CHOSEN)
    assert answer.status_code == 302
    shown = chosen_by(client)
    assert 'data-theme="dark"' in shown
    assert 'data-suits="four"' in shown
    assert 'data-hand="left"' in shown
    assert "data-letters" not in shown
    assert "data-theme" not in chosen_by(Client())


def test_a_players_settings_go_along_to_every_device(anna: Player, sign_in: SignIn) -> None:
    sign_in("Anna").post(PAGE, CHOSEN)
    assert 'data-theme="dark"' in chosen_by(sign_in("Anna"))


def test_signing_in_keeps_what_was_chosen_before_on_the_device(
    anna: Player, browser: Client
) -> None:
    browser.post(PAGE, CHOSEN)
    browser.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    anna.refresh_from_db()
    assert anna.preferences == CHOSEN


def test_what_the_account_has_chosen_beats_the_device(anna: Player, browser: Client) -> None:
    anna.preferences = {"theme": "light"}
    anna.save()
    browser.post(PAGE, CHOSEN)
    browser.post("/account/login/", {"login": "Anna", "password": PASSWORD})
    anna.refresh_from_db()
    assert anna.preferences == {**CHOSEN, "theme": "light"}
    browser.post("/account/logout/")
    assert 'data-theme="dark"' in chosen_by(browser)


def test_the_language_is_one_of_the_settings(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    shown = browser.post(PAGE, {"language": "de"}, follow=True).content.decode()
    assert "Deine Einstellungen sind gespeichert." in shown
    assert '<html lang="de"' in chosen_by(sign_in("Anna"))
    browser.post(PAGE, {"language": ""})
    anna.refresh_from_db()
    assert anna.language == ""


@pytest.mark.parametrize("form", [{"language": "xx"}, {"theme": "pink"}, {"keys": "on\0"}])
def test_what_there_is_not_is_refused_and_nothing_is_kept(
    anna: Player, sign_in: SignIn, form: dict[str, str]
) -> None:
    browser = sign_in("Anna")
    browser.post(PAGE, CHOSEN)
    answer = browser.post(PAGE, form)
    assert answer.status_code == 422
    assert b"errorlist" in answer.content
    anna.refresh_from_db()
    assert (anna.language, anna.preferences) == ("", CHOSEN)


@pytest.mark.parametrize("cookie", ["theme=pink&x=1", "theme", "%00", "theme=dark&" * 900])
def test_a_cookie_that_makes_no_sense_chooses_nothing_that_there_is_not(
    client: Client, cookie: str
) -> None:
    client.cookies["preferences"] = cookie
    shown = chosen_by(client)
    assert "pink" not in shown
    assert "data-x" not in shown


def test_the_table_keeps_settings_without_leaving(client: Client) -> None:
    answer = client.post(PAGE, CHOSEN, headers={"Accept": "application/json"})
    assert answer.status_code == 204
    assert 'data-suits="four"' in chosen_by(client)
    refused = client.post(PAGE, {"theme": "pink"}, headers={"Accept": "application/json"})
    assert refused.status_code == 422
    assert list(refused.json()["errors"]) == ["theme"]


def test_what_is_not_sent_stays_as_it_was_chosen(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    browser.post(PAGE, {"theme": "dark", "language": "en"})
    browser.post(PAGE, {"suits": "four"}, headers={"Accept": "application/json"})
    anna.refresh_from_db()
    assert anna.preferences == {"theme": "dark", "suits": "four"}
    assert anna.language == "en"
    browser.post(PAGE, {"theme": "system", "language": ""})
    anna.refresh_from_db()
    assert anna.preferences == {"suits": "four"}
    assert anna.language == ""


def test_saving_leads_back_to_where_one_came_from_on_this_site_only(client: Client) -> None:
    assert client.post(f"{PAGE}?next=/rules/", CHOSEN)["Location"] == "/rules/"
    assert client.post(f"{PAGE}?next=https://example.org/", CHOSEN)["Location"] == PAGE
