"""Practice and the way to the table."""

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import Player
from games import winnability
from games.models import Game
from tests.pages.conftest import browser, page, ranked_game


def test_a_guest_gets_a_fresh_deal(guest: Client) -> None:
    answer = guest.post("/practice/fan/")
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/games/{game.pk}/"
    assert game.guest
    assert game.deal.number
    assert guest.get(f"/games/{game.pk}/").status_code == 200


def test_a_player_gets_the_deal_of_a_number(mine: Client, player: Player) -> None:
    mine.post("/practice/fan/", {"number": "4711"})
    game = Game.objects.get()
    assert game.player == player
    assert game.deal.number == 4711
    assert game.daily is None


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("0", "Die Nummern beginnen bei 1."),
        ("-3", "Die Nummern beginnen bei 1."),
        ("eins", "eine ganze Zahl"),
        ("99999999999999999", "Die Nummern enden bei"),
    ],
)
def test_says_what_is_wrong_with_a_number(guest: Client, number: str, words: str) -> None:
    shown = page(guest.post("/practice/fan/", {"number": number}), 400)
    field = shown.one("input", name="number")
    assert field.attributes["value"] == number
    assert field.attributes["aria-invalid"] == "true"
    assert words in shown.one(id="number-error").text
    assert "number-error" in field.attributes["aria-describedby"]
    assert not Game.objects.exists()


def test_who_practises_what_can_hardly_be_won_is_told_how_rarely(guest: Client) -> None:
    row = winnability.measured("archway")[0]
    words = f"Nur etwa eines von {round(row.deals / row.winnable)} dieser Spiele"
    assert words in page(guest.get("/practice/archway/")).one("article").text
    assert "Nur etwa eines" not in page(guest.get("/practice/fan/")).one("article").text


@pytest.mark.parametrize("start", ["/practice/fan/", "/daily/fan/"])
def test_who_has_no_scripts_is_told_so_before_the_cards_are_dealt(mine: Client, start: str) -> None:
    assert "braucht JavaScript" in page(mine.get(start)).one("noscript").text


def test_there_is_no_practice_of_what_there_is_not(guest: Client) -> None:
    page(guest.get("/practice/nonesuch/"), 404)
    page(guest.post("/practice/nonesuch/"), 404)


def test_the_table_holds_the_game_for_its_scripts(mine: Client, player: Player) -> None:
    game = ranked_game(player, "burgvoegtin")
    shown = page(mine.get(f"/games/{game.pk}/"))
    main = shown.one("main")
    assert main.attributes["data-socket"] == f"/ws/games/{game.pk}/"
    assert main.attributes["data-api"] == f"/api/games/{game.pk}/"
    assert str(game.pk) in shown.one("script", id="game").text


def test_nobody_elses_table_is_shown(
    mine: Client, player: Player, other_player: Player, guest: Client
) -> None:
    game = ranked_game(player, "citadel")
    forbidden = page(browser(player=other_player).get(f"/games/{game.pk}/"), 403)
    assert "Das ist nicht für dich bestimmt" in forbidden.one("h1").text
    answer = guest.get(f"/games/{game.pk}/")
    assert answer.headers["Location"] == f"/account/login/?next=/games/{game.pk}/"


def test_another_guests_table_is_not_shown(guest: Client) -> None:
    address = guest.post("/practice/fan/").headers["Location"]
    stranger = browser()
    stranger.post("/practice/fan/")
    assert stranger.get(address).headers["Location"].startswith("/account/login/")


def test_a_table_that_there_is_not(guest: Client) -> None:
    page(guest.get(f"/games/{uuid4()}/"), 404)
