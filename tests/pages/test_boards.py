"""Boards and players' pages."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from accounts.models import Player
from games import selectors
from leaderboard import selectors as leaderboard
from tests.pages.conftest import DAY, Won, browser, page
from tests.pages.html import Element


def players(*names: str) -> list[Player]:
    """Players of those names, who never sign in."""
    return [Player.objects.create_user(name) for name in names]


def rows(shown: Element) -> list[list[str]]:
    """The rows of a board, cell by cell."""
    return [
        [cell.text for cell in row.walk() if cell.tag in ("td", "th")]
        for row in shown.one(id="board").one("tbody").all("tr")
    ]


def test_equal_times_share_a_rank(guest: Client, won: Won) -> None:
    for who, time in zip(
        players("Anna", "Bert", "Carl", "Dora"), (9_000, 10_050, 10_050, 370_001), strict=True
    ):
        won(who, "citadel", time)
    assert [row[:3] for row in rows(page(guest.get("/boards/citadel/")))] == [
        ["1", "Anna", "1:30,00"],
        ["2", "Bert", "1:40,50"],
        ["2", "Carl", "1:40,50"],
        ["4", "Dora", "1:01:40,01"],
    ]
    english = rows(page(browser("en").get("/boards/citadel/")))
    assert [row[2] for row in english] == ["1:30.00", "1:40.50", "1:40.50", "1:01:40.01"]


def test_marks_what_is_clean_and_counts_what_is_not(
    guest: Client, won: Won, player: Player, other_player: Player
) -> None:
    won(player, "citadel", 9_000)
    won(other_player, "citadel", 9_500, undos=4, restarts=1)
    assert [row[4] for row in rows(page(guest.get("/boards/citadel/")))] == [
        "✓ sauber",
        "4 / 1 zurückgenommen: 4, von vorn: 1",
    ]


def test_an_empty_board_is_said_and_shows_no_bare_head(
    guest: Client, won: Won, player: Player
) -> None:
    empty = page(guest.get("/boards/citadel/"))
    assert "Dieses Spiel hat noch niemand gewonnen." in empty.text
    assert "hidden" in empty.one(id="board").attributes
    won(player, "citadel", 9_000)
    assert "hidden" not in page(guest.get("/boards/citadel/")).one(id="board").attributes


def test_ones_own_row_stands_out(mine: Client, won: Won, player: Player) -> None:
    won(player, "citadel", 9_000)
    shown = page(mine.get("/boards/citadel/")).one(id="board")
    assert shown.one("tbody").one("tr", class_="is-me").one("th").text == "Wilhelmine"
    assert "hidden" in shown.one("tfoot").attributes


def test_ones_own_row_is_in_sight_on_every_page(mine: Client, won: Won, player: Player) -> None:
    won(player, "citadel", 90_000)
    for number, who in enumerate(players(*(f"Gast{number:02d}" for number in range(50)))):
        won(who, "citadel", 10_000 + number)
    first = page(mine.get("/boards/citadel/"))
    assert len(rows(first)) == 50
    foot = first.one(id="board").one("tfoot")
    assert "hidden" not in foot.attributes
    assert foot.one("tr", class_="is-me").one("td", class_="board-rank").text == "51"
    paging = first.one("nav", class_="paging")
    assert "Seite 1 von 2" in paging.text
    assert paging.one("a", rel="next").attributes["href"] == "?page=2"
    second = page(mine.get("/boards/citadel/?page=2"))
    assert [row[0] for row in rows(second)] == ["51"]
    assert "hidden" in second.one(id="board").one("tfoot").attributes


@pytest.mark.parametrize("asked", ["-1", "x", "1e3", "²", "9999999"])
def test_there_is_no_page_of_that_name(guest: Client, asked: str) -> None:
    page(guest.get(f"/boards/citadel/?page={asked}"), 404)


def test_days_lead_back_to_the_first_and_on_to_today(
    guest: Client, yesterday: Callable[[], date]
) -> None:
    yesterday()
    today = page(guest.get("/boards/citadel/")).one("nav", class_="days")
    assert "Heute, Sonntag, 29. November 2026" in today.text
    assert [link.attributes["href"] for link in today.all("a")] == ["/boards/citadel/2026-11-28/"]
    before = page(guest.get("/boards/citadel/2026-11-28/")).one("nav", class_="days")
    assert [link.attributes["href"] for link in before.all("a")] == ["/boards/citadel/2026-11-29/"]


def test_the_board_of_another_day_has_its_own_rows(
    guest: Client, won: Won, player: Player, yesterday: Callable[[], date]
) -> None:
    won(player, "citadel", 9_000, day=yesterday())
    assert rows(page(guest.get("/boards/citadel/"))) == []
    assert len(rows(page(guest.get("/boards/citadel/2026-11-28/")))) == 1


def test_what_is_held_or_void_is_not_on_the_board(
    mine: Client, won: Won, player: Player, other_player: Player
) -> None:
    won(player, "citadel", 900, state="held")
    won(other_player, "citadel", 800, state="void")
    shown = page(mine.get("/boards/citadel/"))
    assert rows(shown) == []
    assert "Deine Zeit wird geprüft" in shown.text


def test_a_deleted_players_row_stays_without_a_name(
    guest: Client, won: Won, player: Player
) -> None:
    won(player, "citadel", 9_000)
    player.delete()
    shown = page(guest.get("/boards/citadel/"))
    assert rows(shown)[0][:2] == ["1", "gelöschter Spieler"]
    assert not shown.one(id="board").one("tbody").all("a")
    assert rows(page(browser("en").get("/boards/citadel/")))[0][1] == "deleted player"


def test_all_boards_of_the_day_are_a_click_away(guest: Client) -> None:
    links = page(guest.get("/boards/citadel/")).one("nav", class_="others").all("a")
    assert len({link.attributes["href"] for link in links}) == 12
    assert [link.text for link in links if "aria-current" in link.attributes] == ["Citadel"]


def test_the_way_to_the_boards_leads_to_one_of_today(guest: Client) -> None:
    assert guest.get("/boards/").headers["Location"] == "/boards/burgvoegtin/"


@pytest.mark.parametrize("address", ["nonesuch/", "citadel/2026-11-30/", "citadel/2020-01-01/"])
def test_there_is_no_board_of_other_days_and_patiences(guest: Client, address: str) -> None:
    page(guest.get(f"/boards/{address}"), 404)


def test_scripts_find_the_live_board(mine: Client) -> None:
    board = page(mine.get("/boards/citadel/")).one(id="board").attributes
    assert board["data-socket"] == "/ws/boards/citadel/2026-11-29/"
    assert board["data-api"] == "/api/boards/citadel/2026-11-29/"
    assert mine.get(board["data-api"]).status_code == 200
    assert board["data-players"] == "/players/NAME/"
    assert board["data-me"] == "Wilhelmine"


def test_totals_count_what_counts(won: Won, player: Player, other_player: Player) -> None:
    won(player, "citadel", 9_000)
    won(other_player, "citadel", 9_000)
    won(player, "fan", 9_000, state="void")
    assert leaderboard.totals(day=DAY) == {"citadel": 2}


def test_the_first_day_is_today_until_a_day_has_gone_by(
    db: None, yesterday: Callable[[], date]
) -> None:
    assert selectors.first_day() == DAY
    assert selectors.first_day() == yesterday() or selectors.first_day() == date(2026, 11, 28)
