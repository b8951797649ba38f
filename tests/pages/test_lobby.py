"""The lobby: how far one has come with each of today's deals."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from accounts.models import Player
from frontend import texts
from games import services
from tests.conftest import CaseDaily, SetClock, Table
from tests.pages.conftest import Won, browser, page, ranked_game, seat_of, stored_daily
from tests.pages.html import Element
from tests.support import publish_day


def deal(shown: Element, name: str) -> Element:
    """The deal of that name in the lobby."""
    found = [item for item in shown.all("li", class_="deal") if item.one("h3").text == name]
    assert len(found) == 1
    return found[0]


def test_shows_twelve_deals_in_four_families(guest: Client) -> None:
    shown = page(guest.get("/"))
    assert [len(family.all("li", class_="deal")) for family in shown.all(class_="family")] == [
        3,
        3,
        2,
        4,
    ]
    assert [heading.text for heading in shown.all("h3")] == [
        patience.name for patience in texts.PATIENCES.values()
    ]


def first(shown: Element) -> Element:
    """The patience of the day, which stands first."""
    return shown.one("section", id="of-the-day")


def test_the_patience_of_the_day_stands_before_all_others(guest: Client) -> None:
    shown = page(guest.get("/"))
    assert shown.one("main").all("h2")[0].text == "Streets and Alleys"
    assert "Patience des Tages" in first(shown).text
    assert [link.attributes["href"] for link in first(shown).all("a")] == [
        "/daily/streets-and-alleys/",
        "/boards/streets-and-alleys/",
        "/boards/of-the-day/2026-11/",
        "/coming/#turns",
    ]


def test_each_day_another_one_stands_first_as_announced_the_day_before(
    guest: Client, set_clock: SetClock
) -> None:
    announced, stood = [], []
    for past in range(12):
        set_clock(f"2026-12-{past + 1:02d} 12:00")
        publish_day(date(2026, 12, past + 1))
        shown = first(page(guest.get("/")))
        stood.append(shown.one("h2").text)
        announced.append(shown.all("a")[-1].text.removeprefix("Morgen: "))
    assert sorted(stood) == sorted(str(patience.name) for patience in texts.PATIENCES.values())
    assert announced[:-1] == stood[1:]
    assert announced[-1] == stood[0]


def test_the_patience_of_the_day_stays_in_its_family_and_is_marked_there(guest: Client) -> None:
    shown = page(guest.get("/"))
    marked = [each for each in shown.all("li", class_="deal") if each.all(class_="deal-first")]
    assert marked == [deal(shown, "Streets and Alleys")]
    assert marked[0].one("a", class_="button").attributes["href"] == "/daily/streets-and-alleys/"


def test_the_patience_of_the_day_says_how_far_i_am_and_how_many_have_finished(
    mine: Client, player: Player, other_player: Player, won: Won
) -> None:
    shown = first(page(mine.get("/")))
    assert "Nicht begonnen" in shown.text
    assert "Bestenliste: noch leer" in shown.text
    won(other_player, "streets-and-alleys", 9_000)
    game = ranked_game(player, "streets-and-alleys")
    shown = first(page(mine.get("/")))
    assert "Die Uhr läuft" in shown.text
    assert shown.one("a", class_="button").attributes["href"] == f"/games/{game.pk}/"
    game.delete()
    won(player, "streets-and-alleys", 18_742)
    shown = first(page(mine.get("/")))
    assert "3:07,42 · Rang 2" in shown.text
    assert "Bestenliste: 2 Personen" in shown.text


def test_a_patience_of_the_day_that_is_being_prepared_says_so(guest: Client) -> None:
    stored_daily("streets-and-alleys").delete()
    shown = first(page(guest.get("/")))
    assert "Wird vorbereitet" in shown.text
    assert "data-preparing" in shown.attributes
    assert not shown.all("a", class_="button")


def test_a_deal_not_begun_offers_to_play(mine: Client) -> None:
    shown = deal(page(mine.get("/")), "Citadel")
    assert "Nicht begonnen" in shown.text
    assert shown.one("a", class_="button").attributes["href"] == "/daily/citadel/"


def test_a_deal_being_played_leads_back_to_the_table(mine: Client, player: Player) -> None:
    game = ranked_game(player, "citadel")
    shown = deal(page(mine.get("/")), "Citadel")
    assert "Die Uhr läuft" in shown.text
    assert shown.one("a", class_="button").attributes["href"] == f"/games/{game.pk}/"


def test_a_deal_given_up_says_so(mine: Client, player: Player, table: Callable[..., Table]) -> None:
    table(ranked_game(player, "citadel"), seat_of(player)).resign()
    assert "Aufgegeben" in deal(page(mine.get("/")), "Citadel").text


def test_a_deal_won_shows_time_and_rank(
    mine: Client,
    player: Player,
    daily_of_case: Callable[[str], CaseDaily],
    table: Callable[..., Table],
    set_clock: SetClock,
    won: Won,
    other_player: Player,
) -> None:
    line = daily_of_case("citadel").line
    game = ranked_game(player, "citadel")
    set_clock.advance(seconds=187.429)
    table(game, seat_of(player)).play(*line)
    won(other_player, "citadel", 18_000)
    assert "3:07,42 · Rang 2" in deal(page(mine.get("/")), "Citadel").text
    assert "3:07.42 · rank 2" in deal(page(browser("en", player).get("/")), "Citadel").text


@pytest.mark.parametrize(
    ("state", "words"), [("held", "Gewonnen, wird geprüft"), ("void", "Von der Liste gestrichen")]
)
def test_a_win_that_does_not_count_shows_no_rank(
    mine: Client, player: Player, won: Won, state: str, words: str
) -> None:
    won(player, "citadel", 900, state=state)
    shown = deal(page(mine.get("/")), "Citadel")
    assert words in shown.text
    assert "Rang" not in shown.text


@pytest.mark.parametrize(("state", "number"), [("held", 2), ("void", 1)])
def test_what_was_struck_off_the_board_is_not_among_todays_wins(
    player: Player, won: Won, state: str, number: int
) -> None:
    won(player, "fan", 20_000)
    won(player, "citadel", 900, state=state)
    shown = page(browser("en", player).get("/"))
    assert f"You have won {number} of 12 deals today." in shown.text


def test_counts_who_has_finished(
    guest: Client, player: Player, other_player: Player, won: Won
) -> None:
    won(player, "citadel", 20_000)
    won(other_player, "citadel", 20_000)
    won(player, "fan", 20_000, state="held")
    shown = page(guest.get("/"))
    assert "Bestenliste: 2 Personen" in deal(shown, "Citadel").text
    assert "Bestenliste: noch leer" in deal(shown, "Fan").text


def test_tells_a_guest_what_needs_an_account_and_what_does_not(guest: Client) -> None:
    welcome = page(guest.get("/")).one("section", class_="welcome")
    assert "Konto" in welcome.text
    assert "ohne Konto" in welcome.text
    assert [link.attributes["href"] for link in welcome.all("a")] == ["/account/signup/?next=/"]


def test_a_player_sees_no_invitation_but_a_way_out(mine: Client) -> None:
    shown = page(mine.get("/"))
    assert not shown.all("section", class_="welcome")
    menu = shown.one("details", class_="menu")
    assert menu.one("summary").text.startswith("Wilhelmine")
    assert menu.one("form").attributes == {"method": "post", "action": "/account/logout/"}


def test_names_the_moment_of_the_next_deals_and_the_servers_time(guest: Client) -> None:
    closing = page(guest.get("/")).one(class_="closing")
    assert closing.attributes["data-now"] == "2026-11-29T11:00:00.000Z"
    assert closing.attributes["data-closes"] == "2026-11-29T23:00:00.000Z"
    assert "00:00 Uhr (Europe/Berlin)" in closing.text


def test_a_new_day_begins_at_midnight_in_the_daily_zone(
    mine: Client, player: Player, set_clock: SetClock
) -> None:
    set_clock("2026-11-29 23:59:59")
    ranked_game(player, "citadel")
    set_clock("2026-11-30 00:00:00")
    publish_day(date(2026, 11, 30))
    shown = page(mine.get("/"))
    assert "Montag, 30. November 2026" in shown.text
    assert "Nicht begonnen" in deal(shown, "Citadel").text


def test_offers_to_go_on_with_practice_but_not_with_what_is_finished(
    mine: Client, player: Player, table: Callable[..., Table]
) -> None:
    seat = seat_of(player)
    going_on = services.start_practice(seat=seat, ruleset="fan", number=4711)
    table(services.start_practice(seat=seat, ruleset="fan", number=8), seat).resign()
    ranked_game(player, "citadel")
    links = page(mine.get("/")).one("section", class_="unfinished").all("a")
    assert [link.attributes["href"] for link in links] == [f"/games/{going_on.pk}/"]
    assert "Übung Nr. 4711 · 0 Züge" in links[0].text


def test_a_ranked_game_left_unfinished_becomes_practice_once_its_day_is_settled(
    mine: Client, player: Player, set_clock: SetClock
) -> None:
    game = ranked_game(player, "citadel")
    set_clock("2026-11-30 01:00:00")
    link = page(mine.get("/")).one("section", class_="unfinished").one("a")
    assert link.attributes["href"] == f"/games/{game.pk}/"
    assert "Spiel vom 29.11.2026" in link.text


def test_a_ranked_game_of_the_day_before_still_counts_until_that_day_is_settled(
    mine: Client, player: Player, set_clock: SetClock
) -> None:
    game = ranked_game(player, "citadel")
    set_clock("2026-11-30 00:30:00")
    link = page(mine.get("/")).one("section", class_="unfinished").one("a")
    assert link.attributes["href"] == f"/games/{game.pk}/"
    assert "Spiel vom 29.11.2026, zählt noch" in link.text


def test_asks_the_database_the_same_number_of_times_however_much_there_is(
    mine: Client,
    player: Player,
    other_player: Player,
    won: Won,
    django_assert_max_num_queries: Callable[[int], object],
    yesterday: Callable[[], date],
) -> None:
    mine.get("/")
    for slug in texts.PATIENCES:
        won(player, slug, 20_000)
        won(other_player, slug, 10_000)
    with django_assert_max_num_queries(12):  # type: ignore[attr-defined]  # a context manager
        mine.get("/")


def test_a_guest_is_dealt_a_practice_game_from_the_lobby_at_once(guest: Client) -> None:
    form = page(guest.get("/")).one("section", class_="welcome").one("form")
    dealt = guest.post(form.attributes["action"])
    assert dealt.status_code == 302
    assert guest.get(dealt.headers["Location"]).status_code == 200
