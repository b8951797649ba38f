"""The calendar: a month at a glance, and the deals of a day that is over."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.test import Client

from accounts.models import Player
from games.models import Game
from tests.conftest import SetClock
from tests.pages.conftest import DAY, Won, browser, page
from tests.pages.html import Element
from tests.support import publish

Yesterday = Callable[[], date]


def marks(shown: Element) -> dict[str, str]:
    """What the calendar says of each day that has deals, by the day's number."""
    return {
        day.one(class_="day-number").text: " ".join(
            mark.text for mark in day.all(class_="day-mark")
        )
        for day in shown.all("td", class_="day")
        if day.all("a")
    }


def links(shown: Element) -> list[str]:
    """Where the days lead."""
    return [
        link.attributes["href"] for day in shown.all("td", class_="day") for link in day.all("a")
    ]


def test_all_patiences_are_counted_day_by_day(
    mine: Client, player: Player, won: Won, yesterday: Yesterday
) -> None:
    day = yesterday()
    won(player, "citadel", 20_000)
    won(player, "fan", 20_000, day=day)
    won(player, "trefoil", 20_000, day=day)
    shown = page(mine.get("/calendar/"))
    assert marks(shown) == {"28": "2/12 2 von 12 gewonnen", "29": "1/12 1 von 12 gewonnen"}
    assert links(shown) == ["/calendar/2026-11-28/", "/"]
    assert "3 Spiele in diesem Monat gewonnen." in shown.text
    assert "One deal" not in shown.text


@pytest.mark.parametrize(
    ("outcome", "after_settling", "mark"),
    [
        ("won", False, "✓ Won"),
        ("won", True, "▸ Begun"),
        ("given_up", False, "– Given up"),
        ("", False, "▸ Begun"),
    ],
)
def test_one_patience_says_what_became_of_each_deal(
    player: Player, yesterday: Yesterday, outcome: str, after_settling: bool, mark: str
) -> None:
    daily = publish("fan", yesterday())
    finished = daily.settles + timedelta(minutes=1 if after_settling else -1)
    Game.objects.create(
        player=player,
        deal=daily.deal,
        daily=daily,
        started=daily.opens,
        finished=finished if outcome else None,
        outcome=outcome,
        position=str(daily.deal.position()),
    )
    mine = browser("en", player)
    shown = page(mine.get("/calendar/2026-11/?patience=fan"))
    assert marks(shown) == {"28": mark, "29": "○ Not begun"}
    assert links(shown) == ["/daily/fan/2026-11-28/", "/daily/fan/"]
    other = page(mine.get("/calendar/2026-11/?patience=citadel"))
    assert marks(other) == {"28": "○ Not played", "29": "○ Not begun"}


@pytest.mark.parametrize(("state", "mark"), [("held", "✓ Gewonnen"), ("void", "▸ Angefangen")])
def test_what_was_struck_off_the_board_is_not_won_and_what_is_being_checked_is(
    mine: Client, player: Player, won: Won, state: str, mark: str
) -> None:
    won(player, "fan", 20_000, state=state)
    won(player, "citadel", 20_000)
    assert marks(page(mine.get("/calendar/2026-11/?patience=fan"))) == {"29": mark}
    every = marks(page(mine.get("/calendar/2026-11/")))["29"]
    assert every == ("2/12 2 von 12 gewonnen" if state == "held" else "1/12 1 von 12 gewonnen")


def test_a_guest_sees_the_days_and_nobodys_results(guest: Client, yesterday: Yesterday) -> None:
    yesterday()
    shown = page(guest.get("/calendar/?patience=fan"))
    assert marks(shown) == {"28": "", "29": ""}


def test_weeks_begin_on_monday_and_months_on_their_own_day(guest: Client) -> None:
    rows = page(guest.get("/calendar/")).one("tbody").all("tr")
    weeks = [[cell.text.split(" ")[0] for cell in row.all("td")] for row in rows]
    # The first of November 2026 is a Sunday, the 30th a Monday.
    assert weeks[0] == ["", "", "", "", "", "", "1"]
    assert weeks[-1] == ["30", "", "", "", "", "", ""]


def test_a_year_ends_and_the_next_begins(guest: Client, set_clock: SetClock) -> None:
    set_clock("2027-01-01 12:00")
    publish("fan", date(2027, 1, 1))
    january = page(guest.get("/calendar/"))
    assert links(january) == ["/"]
    assert "/calendar/2026-12/" in [link.attributes["href"] for link in january.all(rel="prev")]
    assert page(guest.get("/calendar/2026-12/")).one("h1").text == "Alle Patiencen"


@pytest.mark.parametrize(
    ("month", "days", "now"),
    [
        ("2026-10", ["24", "25", "26"], "2026-10-26 00:30"),
        ("2027-03", ["27", "28", "29"], "2027-03-29 00:30"),
        ("2026-12", ["30", "31"], "2027-01-01 00:30"),
    ],
)
def test_wins_around_clock_changes_and_the_years_end_stand_at_their_own_days(
    mine: Client,
    player: Player,
    won: Won,
    set_clock: SetClock,
    month: str,
    days: list[str],
    now: str,
) -> None:
    for day in days:
        won(player, "fan", 20_000, day=date.fromisoformat(f"{month}-{day}"))
    # The last day is over and not settled yet.
    set_clock(now)
    shown = page(mine.get(f"/calendar/{month}/?patience=fan"))
    assert marks(shown) == dict.fromkeys(days, "✓ Gewonnen")


@pytest.mark.parametrize(
    "address",
    [
        "/calendar/2026-12/",
        "/calendar/2026-13/",
        "/calendar/2020-01/",
        "/calendar/2026-11/?patience=poker",
        "/calendar/2026-11-30/",
        "/calendar/2020-01-01/",
        "/calendar/2026-11-31/",
    ],
)
def test_months_and_days_without_deals_are_not_there(guest: Client, address: str) -> None:
    assert guest.get(address).status_code == 404


def test_a_day_that_is_over_lists_its_deals(
    mine: Client, player: Player, other_player: Player, won: Won, yesterday: Yesterday
) -> None:
    day = yesterday()
    won(player, "fan", 20_000, day=day)
    won(other_player, "fan", 30_000, day=day)
    shown = page(mine.get(f"/calendar/{day}/"))
    rows = {row.one("th").text: row.text for row in shown.one("tbody").all("tr")}
    assert len(rows) == 12
    assert "3:20,00 · Rang 1" in rows["Fan"]
    assert "2 Spieler" in rows["Fan"]
    assert "Nicht gespielt" in rows["Citadel"]
    assert "niemand" in rows["Citadel"]


def test_today_is_in_the_lobby(guest: Client) -> None:
    assert guest.get(f"/calendar/{DAY}/").headers["Location"] == "/"
