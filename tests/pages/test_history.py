"""One's own months and streaks, and how a day's times are spread on its board."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.test import Client

from accounts.models import Player
from games.players import Streak
from leaderboard.distribution import bars_of
from leaderboard.history import history_of
from tests.conftest import SetClock
from tests.pages.conftest import DAY, Won, browser, page
from tests.pages.html import Element
from tests.support import publish


def numbers(shown: Element) -> list[list[str]]:
    """The rows of the plots' table."""
    table = shown.one("details", class_="plot-numbers")
    return [
        [cell.text for cell in row.walk() if cell.tag in ("th", "td")]
        for row in table.one("tbody").all("tr")
    ]


def days(first: date, number: int) -> list[date]:
    """Days in a row."""
    return [first + timedelta(days=past) for past in range(number)]


def test_months_show_wins_times_and_streaks(mine: Client, player: Player, won: Won) -> None:
    for day, hundredths in zip(days(date(2026, 9, 29), 3), (9_000, 12_000, 10_000), strict=True):
        won(player, "fan", hundredths, day=day)
    won(player, "fan", 8_000, day=DAY)
    won(player, "fan", 7_000, day=date(2026, 11, 2), state="void")
    won(player, "citadel", 5_000, day=DAY)
    assert numbers(page(mine.get("/months/?patience=fan"))) == [
        ["September 2026", "2 von 2", "1:30,00", "1:45,00", "0"],
        ["Oktober 2026", "1 von 1", "1:40,00", "1:40,00", "3"],
        ["November 2026", "1 von 2", "1:20,00", "1:20,00", "1"],
    ]
    everything = page(mine.get("/months/"))
    assert [row[:2] for row in numbers(everything)][-1] == ["November 2026", "2 von 3"]
    counts = [value.text for value in everything.one("dl", class_="counts").all("dd")]
    assert counts == ["5", "1", "3"]


def test_months_without_a_game_stand_between_others(player: Player, won: Won) -> None:
    won(player, "fan", 9_000, day=date(2026, 12, 31))
    won(player, "fan", 9_000, day=date(2027, 3, 1))
    found = history_of(player)
    assert [month.month.isoformat()[:7] for month in found.months] == [
        "2026-12",
        "2027-01",
        "2027-02",
        "2027-03",
    ]
    assert [month.won for month in found.months] == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("first", "number", "now", "streak"),
    [
        # Summer time ends on 25 October 2026 and begins on 28 March 2027.
        (date(2026, 10, 23), 5, "2026-10-27 12:00", Streak(current=5, longest=5)),
        (date(2027, 3, 26), 4, "2027-03-29 23:30", Streak(current=4, longest=4)),
        (date(2026, 12, 30), 4, "2027-01-03 00:10", Streak(current=4, longest=4)),
        # Who began in time may win the deal of the day before until it is settled.
        (date(2026, 12, 30), 4, "2027-01-04 00:59", Streak(current=4, longest=4)),
        (date(2026, 12, 30), 4, "2027-01-04 01:00", Streak(current=0, longest=4)),
    ],
)
def test_a_streak_outlives_clock_changes_and_the_years_end(
    player: Player,
    won: Won,
    set_clock: SetClock,
    first: date,
    number: int,
    now: str,
    streak: Streak,
) -> None:
    for day in days(first, number):
        won(player, "fan", 9_000, day=day)
    set_clock(now)
    assert history_of(player, ruleset="fan").streak == streak
    assert history_of(player).streak == streak
    assert history_of(player, ruleset="citadel").streak == Streak(current=0, longest=0)


def test_different_patiences_keep_up_one_streak_over_all(player: Player, won: Won) -> None:
    won(player, "fan", 9_000, day=DAY - timedelta(days=1))
    won(player, "citadel", 9_000, day=DAY)
    assert history_of(player).streak == Streak(current=2, longest=2)
    assert history_of(player, ruleset="fan").streak == Streak(current=1, longest=1)


def test_only_who_is_signed_in_has_months(guest: Client) -> None:
    assert guest.get("/months/").headers["Location"] == "/account/login/?next=/months/"


def test_a_newcomer_is_told_how_it_begins(mine: Client) -> None:
    assert "Gewinn ein Spiel des Tages" in page(mine.get("/months/")).text


def test_a_board_shows_how_its_times_are_spread_and_where_mine_is(player: Player, won: Won) -> None:
    publish("fan", DAY)
    for at, hundredths in enumerate((6_000, 6_100, 9_500)):
        won(Player.objects.create_user(f"Other{at}"), "fan", hundredths)
    won(player, "fan", 9_050)
    shown = page(browser("en", player).get("/boards/fan/"))
    assert [row for row in numbers(shown) if row[1] != "0"] == [
        ["1:00 – 1:05", "2"],
        ["1:30 – 1:35 (you)", "1"],
        ["1:35 – 1:40", "1"],
    ]


def test_one_finisher_alone_is_no_spread(guest: Client, player: Player, won: Won) -> None:
    won(player, "fan", 9_050)
    assert page(guest.get("/boards/fan/")).all(class_="plot") == []


def test_the_slowest_are_counted_together_and_nobody_is_lost() -> None:
    seconds = Counter(dict.fromkeys(range(60, 100), 10)) + Counter({5_000: 3, 90_000: 1})
    bars = bars_of(seconds, mine=90_000)
    assert len(bars) <= 17
    assert sum(bar.number for bar in bars) == 404
    assert (bars[-1].end, bars[-1].number, bars[-1].is_mine) == (None, 4, True)
    assert all(bar.end == after.start for bar, after in pairwise(bars))
