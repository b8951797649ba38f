"""Choosing what one's own page shows, and to whom."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts import public_page
from accounts.export import everything_about
from accounts.models import Player
from tests.pages.html import read

from .conftest import SignIn, post_with_password, text_of

pytestmark = pytest.mark.django_db
PAGE = "/account/page/"


def chosen_on(answer: Any) -> list[tuple[str, str]]:
    """The names and values of what is ticked in a page's form."""
    fields = read(text_of(answer)).one("main").all("input")
    ticked = [field.attributes for field in fields if "checked" in field.attributes]
    return [(each["name"], each.get("value", "on")) for each in ticked]


def test_results_and_streaks_are_for_everybody_until_the_player_chooses(
    anna: Player, sign_in: SignIn
) -> None:
    chosen = chosen_on(sign_in("Anna").get(PAGE))
    assert chosen == [("shown_to", "everybody"), ("results", "on"), ("streaks", "on")]
    assert public_page.parts_for(anna, asker=None) == {"results", "streaks"}


def test_a_choice_is_kept_and_shown_on_the_page_it_is_about(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    answer = browser.post(PAGE, {"shown_to": "players", "months": "on"})
    assert answer.headers["Location"] == "/players/Anna/"
    assert "Your settings are kept." in browser.get("/players/Anna/").content.decode()
    anna.refresh_from_db()
    assert public_page.parts_for(anna, asker=None) == frozenset()
    somebody = Player.objects.create_user("Berta")
    assert public_page.parts_for(anna, asker=somebody) == {"months"}
    assert chosen_on(browser.get(PAGE)) == [("shown_to", "players"), ("months", "on")]


@pytest.mark.parametrize("form", [{}, {"shown_to": "staff"}, {"results": "on"}])
def test_a_choice_that_there_is_not_is_refused_and_nothing_is_kept(
    anna: Player, sign_in: SignIn, form: dict[str, str]
) -> None:
    public_page.choose(player=anna, shown_to="nobody", parts=["months"])
    answer = sign_in("Anna").post(PAGE, form)
    assert answer.status_code == 422
    anna.refresh_from_db()
    assert anna.page_for == "nobody"
    assert public_page.parts_chosen(anna) == {"months"}


def test_a_new_name_and_other_settings_leave_the_choice_as_it_is(
    anna: Player, sign_in: SignIn
) -> None:
    public_page.choose(player=anna, shown_to="nobody", parts=[])
    browser = sign_in("Anna")
    post_with_password(browser, "/account/name/", {"name": "Berta"})
    browser.post("/account/preferences/", {"theme": "dark"})
    anna.refresh_from_db()
    assert (anna.username, anna.page_for) == ("Berta", "nobody")


def test_the_account_page_says_who_sees_it(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    assert "Everybody can see your page." in browser.get("/account/").content.decode()
    public_page.choose(player=anna, shown_to="nobody", parts=[])
    assert "Nobody but you can see your page." in browser.get("/account/").content.decode()


def test_the_choice_is_part_of_the_download(anna: Player) -> None:
    public_page.choose(player=anna, shown_to="players", parts=["months"])
    assert json.loads(everything_about(anna))["account"]["page"] == {
        "shown_to": "players",
        "results": False,
        "streaks": False,
        "months": True,
    }


def test_the_desk_shows_the_choice_and_takes_none(anna: Player, browser: Client) -> None:
    public_page.choose(player=anna, shown_to="players", parts=["months"])
    browser.force_login(Player.objects.create_superuser("Chefin"))
    page = browser.get(f"/admin/accounts/player/{anna.pk}/change/").content.decode()
    assert "who is signed in: months" in page
    assert 'name="page' not in page
