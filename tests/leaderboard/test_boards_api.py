"""Boards over the API: parts of a day's board, months, and all time."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from accounts.models import Player
from games.models import DailyDeal
from games.rules import RULESETS
from leaderboard.models import Entry
from leaderboard.standings.services import settle
from tests.api.askers import Asker
from tests.support import SetClock

pytestmark = pytest.mark.django_db

Enter = Callable[..., Entry]
TODAY = date(2026, 11, 29)
BOARD = f"/api/boards/fan/{TODAY}/"


@pytest.fixture
def crowd(enter: Enter) -> list[str]:
    """Seventy players on today's board of Fan, in order."""
    return [str(enter(f"Player{place:02}", 5000 + place).player) for place in range(70)]


def get(path: str) -> Any:
    """What anybody is answered."""
    status, answer = Asker().ask(path)
    assert status == 200, answer
    return answer


def names(answer: Any) -> list[str]:
    """Who stands in the rows of an answer."""
    return [row["name"] for row in answer["entries"]]


def test_a_board_is_read_on_from_place_to_place_and_back(crowd: list[str]) -> None:
    first = get(BOARD)
    assert (names(first), first["before"]) == (crowd[:50], None)
    second = get(f"{BOARD}?after={first['after']}")
    assert (names(second), second["after"], second["page"]) == (crowd[50:], None, 2)
    assert names(get(f"{BOARD}?before={second['before']}")) == crowd[:50]
    assert names(get(f"{BOARD}?page=2")) == crowd[50:]


def test_the_rows_around_a_player_are_found_by_name(crowd: list[str]) -> None:
    around = get(f"{BOARD}?around=player40")
    assert names(around) == crowd[15:65]
    assert around["entries"][25]["rank"] == 41


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("after=here", 400),
        ("before=1-2", 400),
        ("after=", 400),
        ("page=1&around=Player01", 400),
        ("around=Nobody", 404),
        ("around=Ottokar", 404),
    ],
)
def test_what_is_no_part_of_a_board_is_refused(
    query: str, status: int, crowd: list[str], other_player: Any
) -> None:
    assert Asker().ask(f"{BOARD}?{query}")[0] == status


def test_months_and_all_time_tell_what_is_settled(
    crowd: list[str], set_clock: SetClock, fan: DailyDeal
) -> None:
    assert get("/api/boards/fan/2026-11/")["entries"] == []
    Player.objects.get(username="Player01").delete()
    set_clock("2026-12-01 12:00")
    settle()
    for scope in ("fan", "all"):
        month = get(f"/api/boards/{scope}/2026-11/")
        assert (month["scope"], month["month"], month["total"], month["pages"]) == (
            scope,
            "2026-11",
            69,
            2,
        )
        best = {"rank": 1, "name": "Player00", "is_me": False, "points": 100, "wins": 1}
        assert month["entries"][0] == best
    last = get("/api/boards/fan/2026-11/?page=2")["entries"][-1]
    assert (last["rank"], last["points"]) == (69, 2)
    of_all_time = get("/api/boards/fan/all-time/")
    assert of_all_time["entries"][1] == {
        "rank": 2,
        "name": "Player02",
        "is_me": False,
        "wins": 1,
        "best": 5002,
        "median": 5002,
        "streak": 1,
    }


def test_months_to_come_and_boards_that_are_none_are_refused(fan: DailyDeal) -> None:
    paths = ["fan/2026-12/", "whist/2026-11/", "fan/2026-13/", "whist/all-time/", "all/all-time/"]
    paths += ["all/2026-10/", "fan/0001-01/", "of-the-day/9999-12/"]
    assert {Asker().ask(f"/api/boards/{path}")[0] for path in paths} == {404}


def test_every_ruleset_has_its_turn_as_the_patience_of_the_day(fan: DailyDeal) -> None:
    days = get("/api/boards/of-the-day/")["days"]
    assert days[0]["day"] == str(TODAY)
    assert sorted(each["ruleset"] for each in days) == sorted(RULESETS)
