"""The boards of a month and of all time."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from accounts.models import Player
from leaderboard.models import Entry
from leaderboard.services import void_entry
from leaderboard.standings.services import settle
from tests.pages.conftest import Won, browser, page
from tests.pages.html import Element


def rows(shown: Element) -> list[list[str]]:
    """The rows of a board, cell by cell."""
    return [
        [cell.text for cell in row.walk() if cell.tag in ("td", "th")]
        for row in shown.one("tbody").all("tr")
    ]


@pytest.fixture
def settled(won: Won, player: Player, other_player: Player, yesterday: Callable[[], date]) -> None:
    """Yesterday two won Fan, and the points are given."""
    day = yesterday()
    won(player, "fan", 9_000, day=day)
    won(other_player, "fan", 12_000, day=day)
    settle()


@pytest.mark.usefixtures("settled")
def test_a_month_shows_points_and_its_rule(mine: Client) -> None:
    for address in ("/boards/fan/2026-11/", "/boards/all/2026-11/"):
        shown = page(mine.get(address))
        assert rows(shown) == [["1", "Wilhelmine", "100", "1"], ["2", "Ottokar", "50", "1"]]
        assert "So gibt es Punkte" in shown.text
        assert [row.one("th").text for row in shown.all("tr", class_="is-me")] == ["Wilhelmine"]


@pytest.mark.usefixtures("settled")
def test_news_of_a_month_are_what_its_page_shows_and_tell_when_it_was_counted(
    mine: Client, player: Player
) -> None:
    def counted() -> str:
        shown = page(mine.get("/boards/all/2026-11/"))
        news = page(mine.get(shown.one("div", id="month").attributes["data-fresh"]))
        assert rows(news) == rows(shown)
        assert not news.all("h1")
        moments = {
            each.one("div", **{"data-part": "points"}).attributes["data-as-of"]
            for each in (news, shown)
        }
        return moments.pop() if len(moments) == 1 else ""

    given = counted()
    chef = Player.objects.create_superuser("Chef")
    void_entry(entry=Entry.objects.get(player=player), reason="by a program", by=chef)
    moved = counted()
    assert given
    assert moved not in ("", given)


@pytest.mark.usefixtures("settled")
def test_all_time_shows_wins_times_and_streaks(mine: Client) -> None:
    assert rows(page(mine.get("/boards/fan/all-time/"))) == [
        ["1", "Wilhelmine", "1", "1:30,00", "1:30,00", "1"],
        ["2", "Ottokar", "1", "2:00,00", "2:00,00", "1"],
    ]
    assert "aller Zeiten" in page(mine.get("/boards/citadel/all-time/")).one("title").text


def test_a_month_without_points_says_when_they_come(guest: Client) -> None:
    assert "eine Stunde nach jedem Tag" in page(guest.get("/boards/of-the-day/2026-11/")).text
    english = page(browser("en").get("/boards/of-the-day/2026-11/"))
    assert "all twelve in turn" in english.text


@pytest.mark.parametrize(
    "address",
    [
        "/boards/poker/2026-11/",
        "/boards/fan/2026-12/",
        "/boards/fan/2020-01/",
        "/boards/fan/2020-01/news/",
        "/boards/poker/2026-11/news/",
        "/boards/fan/2026-11/?page=x",
        "/boards/all/all-time/",
    ],
)
def test_boards_that_are_not_there(guest: Client, address: str) -> None:
    assert guest.get(address).status_code == 404
