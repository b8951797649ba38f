"""The page of a daily: what it is, how it is begun, and what it never shows."""

import re
from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from accounts.models import Player
from games import selectors
from games.models import Game
from tests.conftest import SetClock, Table
from tests.pages.conftest import Won, browser, page, ranked_game, seat_of, stored_daily
from tests.support import publish_day

A_CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b|[♣♦♥♠]")


def start(client: Client, slug: str = "citadel", day: str = "2026-11-29") -> str:
    """Press the button of a day's page; gives where it leads."""
    answer = client.post(f"/daily/{slug}/", {"day": day})
    assert answer.status_code == 302
    return answer.headers["Location"]


@pytest.mark.parametrize("slug", ["burgvoegtin", "la-belle-lucie", "archway"])
@pytest.mark.parametrize("who", ["guest", "player", "player in play", "other player"])
def test_shows_no_card_and_no_seed(
    slug: str, who: str, player: Player, other_player: Player
) -> None:
    visitors = {"guest": None, "other player": other_player}
    client = browser("en", visitors.get(who, player))
    if who in ("player in play", "other player"):
        ranked_game(player, slug)
    for address in (f"/daily/{slug}/", "/", f"/boards/{slug}/"):
        text = client.get(address).content.decode()
        daily = stored_daily(slug)
        assert not A_CARD.search(text)
        assert daily.seed.hex() not in text
        assert daily.deal.pack[:12] not in text


def test_says_what_it_is_before_the_start(mine: Client) -> None:
    shown = page(mine.get("/daily/burgvoegtin/"))
    assert shown.one("h1").text == "Die Burgvögtin"
    assert len(shown.one("ul", class_="lines").all("li")) == 3
    assert stored_daily("burgvoegtin").seed_sha256 in shown.text
    assert "00:00 Uhr (Europe/Berlin)" in shown.text
    assert "bis zu 60 Minuten" in shown.text


def test_looking_starts_no_clock(mine: Client) -> None:
    mine.get("/daily/citadel/")
    mine.head("/daily/citadel/")
    assert not Game.objects.exists()


def test_the_button_starts_the_clock_and_leads_to_the_table(mine: Client, player: Player) -> None:
    form = page(mine.get("/daily/citadel/")).one("main").one("form")
    assert form.attributes == {"method": "post", "action": "/daily/citadel/"}
    assert form.one("input", name="day").attributes["value"] == "2026-11-29"
    where = start(mine)
    game = Game.objects.get()
    assert where == f"/games/{game.pk}/"
    assert game.player == player
    assert game.daily == stored_daily("citadel")


def test_starting_twice_is_one_game(mine: Client) -> None:
    assert start(mine) == start(mine)
    assert Game.objects.count() == 1


def test_needs_the_csrf_token(player: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    assert client.post("/daily/citadel/", {"day": "2026-11-29"}).status_code == 403
    assert not Game.objects.exists()


def test_a_guest_is_asked_to_sign_in_and_comes_back(guest: Client) -> None:
    shown = page(guest.get("/daily/citadel/"))
    assert not shown.one("main").all("form")
    links = {link.attributes["href"] for link in shown.one("main").all("a")}
    assert "/account/login/?next=/daily/citadel/" in links
    assert "/account/signup/?next=/daily/citadel/" in links
    assert start(guest) == "/account/login/?next=/daily/citadel/"
    assert not Game.objects.exists()


def test_a_game_in_play_can_be_gone_back_to(mine: Client, player: Player) -> None:
    game = ranked_game(player, "citadel")
    main = page(mine.get("/daily/citadel/")).one("main")
    assert not main.all("form")
    assert f"/games/{game.pk}/" in {link.attributes["href"] for link in main.all("a")}


def test_a_game_given_up_can_not_be_started_again(
    mine: Client, player: Player, table: Callable[..., Table]
) -> None:
    table(ranked_game(player, "citadel"), seat_of(player)).resign()
    main = page(mine.get("/daily/citadel/")).one("main")
    assert "Aufgegeben" in main.text
    assert not main.all("form")


def test_a_won_game_shows_its_result_and_the_board(mine: Client, player: Player, won: Won) -> None:
    won(player, "citadel", 18_742)
    main = page(mine.get("/daily/citadel/")).one("main")
    assert "3:07,42 · Rang 1" in main.text
    assert "/boards/citadel/2026-11-29/" in {link.attributes["href"] for link in main.all("a")}


def test_a_page_left_open_over_midnight_does_not_start_the_next_day(
    mine: Client, set_clock: SetClock
) -> None:
    mine.get("/daily/citadel/")
    set_clock("2026-11-30 00:00:01")
    publish_day(selectors.today())
    assert start(mine) == "/daily/citadel/"
    assert not Game.objects.exists()
    shown = page(mine.get("/daily/citadel/"))
    assert "Dieser Tag ist vorbei" in shown.one("div", class_="messages").text
    assert "30. November" in shown.one("main").text


def test_a_game_in_play_over_midnight_is_found_on_its_days_page(
    mine: Client, player: Player, set_clock: SetClock
) -> None:
    game = ranked_game(player, "citadel")
    set_clock("2026-11-30 00:30:00")
    main = page(mine.get("/daily/citadel/2026-11-29/")).one("main")
    assert "zählt noch, wenn du bis 01:00 Uhr (Europe/Berlin)" in main.text
    assert f"/games/{game.pk}/" in {link.attributes["href"] for link in main.all("a")}


def test_a_day_not_yet_settled_shows_no_seed_and_offers_no_practice(
    guest: Client, yesterday: Callable[[], date], set_clock: SetClock
) -> None:
    set_clock("2026-11-29 00:30:00")
    day = yesterday()
    shown = page(guest.get(f"/daily/citadel/{day}/"))
    assert stored_daily("citadel", day).seed.hex() not in shown.text
    assert not shown.one("main").all("form")
    guest.post(f"/daily/citadel/{day}/")
    assert not Game.objects.exists()


def test_a_settled_day_shows_its_seed_and_may_be_practised_by_guests(
    guest: Client, yesterday: Callable[[], date]
) -> None:
    day = yesterday()
    address = f"/daily/citadel/{day}/"
    shown = page(guest.get(address))
    assert stored_daily("citadel", day).seed.hex() in shown.text
    assert shown.one("main").one("form").attributes["action"] == address
    answer = guest.post(address)
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/games/{game.pk}/"
    assert game.daily is None
    assert guest.get(f"/games/{game.pk}/").status_code == 200


def test_todays_own_address_leads_to_today(guest: Client) -> None:
    answer = guest.get("/daily/citadel/2026-11-29/")
    assert answer.headers["Location"] == "/daily/citadel/"


@pytest.mark.parametrize(
    "address",
    [
        "/daily/nonesuch/",
        "/daily/citadel/2026-11-30/",
        "/daily/citadel/2020-01-01/",
        "/daily/citadel/2026-02-30/",
        "/daily/citadel/today/",
    ],
)
def test_there_is_no_page_for_other_days_and_patiences(guest: Client, address: str) -> None:
    page(guest.get(address), 404)


def test_a_day_to_come_can_not_be_started(mine: Client) -> None:
    assert mine.post("/daily/citadel/", {"day": "2026-11-30"}).status_code == 404
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("burgvoegtin", "nothing goes back over a card that was turned up"),
        ("trefoil", "nothing goes back over a redeal"),
        ("fan", None),
        ("burgvoegtin-offen", None),
    ],
)
def test_says_beforehand_what_can_not_be_taken_back(db: None, slug: str, words: str | None) -> None:
    shown = page(browser("en").get(f"/daily/{slug}/")).text
    assert "You may take moves back and start again" in shown
    if words is None:
        assert "nothing goes back" not in shown
    else:
        assert words in shown
