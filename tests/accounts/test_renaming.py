"""Changing one's name: how often, which names, and what becomes of the old one."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts import renaming, selectors, services
from accounts.models import FormerName, Player

from .conftest import PASSWORD, SignIn, errors_of, post_with_password, text_of

pytestmark = pytest.mark.django_db
PAGE = "/account/name/"


def a_month_later() -> None:
    """Let 31 days pass for all that was changed until now."""
    for former in FormerName.objects.all():
        former.left -= timedelta(days=31)
        former.save()


def rename(browser: Client, name: str) -> Any:
    """Change the name through the page; the password is asked for once."""
    return post_with_password(browser, PAGE, {"name": name})


def test_a_name_is_changed_on_the_page_and_signs_in_from_then_on(
    anna: Player, sign_in: SignIn
) -> None:
    shown = text_of(rename(sign_in("Anna"), "Annette"))
    assert "You play as Annette now." in shown
    anna.refresh_from_db()
    assert anna.username == "Annette"
    sign_in("annette")
    sign_in("Anna")  # out of habit: nobody else can have that name


def test_it_can_be_changed_once_in_thirty_days(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    rename(browser, "Annette")
    assert "once in 30 days" in errors_of(browser.post(PAGE, {"name": "Antonia"}))
    assert '<input type="text" name="name"' not in text_of(browser.get(PAGE))
    a_month_later()
    browser.post(PAGE, {"name": "Antonia"})
    anna.refresh_from_db()
    assert anna.username == "Antonia"


@pytest.mark.parametrize(
    "name", ["An", "admin", "Anna Berta", "Otto", "0tto", "ANNА", "Anna"], ids=ascii
)
def test_a_new_name_obeys_the_rules_of_a_first_one(
    anna: Player, sign_in: SignIn, name: str
) -> None:
    Player.objects.create_user("Otto")
    assert errors_of(rename(sign_in("Anna"), name))
    anna.refresh_from_db()
    assert anna.username == "Anna"
    assert not FormerName.objects.exists()


@pytest.mark.parametrize("name", ["Anna", "aNNA"])
def test_nobody_else_takes_a_former_name(anna: Player, browser: Client, name: str) -> None:
    renaming.change_name(player=anna, name="Berta")
    answer = browser.post("/account/signup/", {"username": name, "password1": PASSWORD})
    assert "isn’t free" in errors_of(answer)
    otto = Player.objects.create_user("Otto")
    with pytest.raises(ValidationError):
        renaming.change_name(player=otto, name=name)


def test_nor_one_that_looks_like_it(browser: Client) -> None:
    ida = Player.objects.create_user("Ida")
    renaming.change_name(player=ida, name="Berta")
    answer = browser.post("/account/signup/", {"username": "lda", "password1": PASSWORD})
    assert "too much like" in errors_of(answer)


def test_its_player_may_return_to_it(anna: Player) -> None:
    renaming.change_name(player=anna, name="Berta")
    a_month_later()
    renaming.change_name(player=anna, name="Anna")
    assert [str(former) for former in renaming.former_names_of(anna)] == ["Berta"]


def test_the_writing_alone_may_be_changed(anna: Player) -> None:
    renaming.change_name(player=anna, name="ANNA")
    assert anna.username == "ANNA"
    assert not renaming.former_names_of(anna).exists()
    assert renaming.changes_again(anna)


def test_links_to_a_former_name_lead_to_the_new_one(anna: Player, browser: Client) -> None:
    renaming.change_name(player=anna, name="Berta")
    assert browser.get("/players/anna/").headers["Location"] == "/players/Berta/"
    assert browser.get("/api/players/Anna/").json()["name"] == "Berta"


def test_a_name_that_staff_have_changed_leads_nowhere_and_is_nobodys(
    anna: Player, sign_in: SignIn
) -> None:
    Player.objects.create_superuser("Chefin", password=PASSWORD)
    desk = sign_in("Chefin")
    page = f"/admin/accounts/player/{anna.pk}/change/"
    assert desk.post(page, {"username": "Berta"}).status_code == 302
    assert selectors.public_player("Anna") is None
    anna.refresh_from_db()
    for player in [anna, Player.objects.create_user("Otto")]:
        with pytest.raises(ValidationError):
            renaming.change_name(player=player, name="Anna")
    renaming.change_name(player=anna, name="Bertha")
    assert desk.post(page, {"username": "Anna"}).status_code == 302
    assert selectors.public_player("Anna") == anna


def test_a_deleted_players_former_names_are_free(anna: Player) -> None:
    renaming.change_name(player=anna, name="Berta")
    services.delete_player(player=anna)
    renaming.check_name_is_free("Anna")


def test_two_changes_at_once_are_one(transactional_db: None, at_once: Any) -> None:
    player = Player.objects.create_user("Ottilie")
    errors = at_once(
        [
            lambda name=name: renaming.change_name(
                player=Player.objects.get(pk=player.pk), name=name
            )
            for name in ("Berta", "Carla")
        ]
    )
    assert sum(isinstance(error, ValidationError) for error in errors) == 1
    assert FormerName.objects.count() == 1


def test_the_page_says_when_it_may_be_changed_again(anna: Player, sign_in: SignIn) -> None:
    renaming.change_name(player=anna, name="Berta")
    again = renaming.changes_again(anna)
    assert again is not None
    assert timedelta(days=29) < again - timezone.now() < timedelta(days=31)
    shown = text_of(sign_in("Berta").get(PAGE))
    assert "From " in shown
    assert "Your former names:" in shown
    assert "Anna" in shown
