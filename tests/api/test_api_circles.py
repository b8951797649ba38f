"""Circles by REST: for their members, with what the pages show."""

from datetime import timedelta

import pytest

from accounts.models import Player
from games.models import DailyDeal
from leaderboard.circles import services
from leaderboard.models import Circle
from tests.api.askers import Asker, Everybody, make_player
from tests.api.test_api_schema import Described
from tests.conftest import SetClock
from tests.support import StoreDaily, store_win

pytestmark = pytest.mark.django_db


@pytest.fixture
def fan(set_clock: SetClock, daily_of_case: StoreDaily) -> DailyDeal:
    """Today's daily of Fan."""
    set_clock("2026-11-29 12:00")
    return daily_of_case("fan").daily


@pytest.fixture
def everybody(fan: DailyDeal) -> Everybody:
    return Everybody.arrive()


@pytest.fixture
def club(everybody: Everybody) -> Circle:
    """Anna's circle."""
    return services.start_circle(player=player(everybody.owner), name="Bridge club")


def player(asker: Asker) -> Player:
    """Who asks."""
    return Player.objects.get(pk=asker.session["_auth_user_id"])


FOR_MEMBERS = ["fan/2026-11-29/", "fan/2026-11/", "all/2026-11/", "of-the-day/2026-11/"]


@pytest.mark.parametrize("board", FOR_MEMBERS)
def test_boards_are_for_members(everybody: Everybody, club: Circle, board: str) -> None:
    members = {"owner": 200, "owners_program": 200}
    others = {"other": 404, "others_program": 404, "guest": 401, "nobody": 401}
    assert everybody.statuses(f"/api/circles/{club.pk}/{board}") == members | others
    strangers = dict.fromkeys(members, 404) | others
    for number in (club.pk + 1, 10**30):
        assert everybody.statuses(f"/api/circles/{number}/{board}") == strangers


def test_the_list_holds_ones_own_circles_as_described(everybody: Everybody, club: Circle) -> None:
    services.join(player=player(everybody.other), token=club.token)
    status, answer = everybody.other.ask("/api/circles/")
    Described().check("/api/circles/", "get", status, answer)
    (told,) = answer["circles"]
    assert (told["name"], told["owner"], told["is_owner"]) == ("Bridge club", "Anna", False)
    assert told["members"] == 2
    assert club.token not in str(answer)
    assert everybody.guest.ask("/api/circles/")[0] == 401


def test_a_days_board_tells_both_ranks_as_described(
    everybody: Everybody, club: Circle, fan: DailyDeal
) -> None:
    services.join(player=player(everybody.other), token=club.token)
    late = fan.opens + timedelta(hours=9)
    for who, hundredths in (
        (make_player("Leo"), 8_000),
        (player(everybody.owner), 9_000),
        (player(everybody.other), 9_000),
    ):
        store_win(fan, who, hundredths, finished=late)
    address = "/api/circles/{circle}/{slug}/{day}/"
    status, answer = everybody.owner.ask(f"/api/circles/{club.pk}/fan/2026-11-29/")
    Described().check(address, "get", status, answer)
    assert [(row["name"], row["rank"], row["overall"]) for row in answer["entries"]] == [
        ("Anna", 1, 2),
        ("Bert", 1, 2),
    ]
    assert [row["is_me"] for row in answer["entries"]] == [True, False]
    assert [row["game"] for row in answer["entries"]] == [None, None]


def test_a_month_is_as_described(everybody: Everybody, club: Circle) -> None:
    status, answer = everybody.owner.ask(f"/api/circles/{club.pk}/all/2026-11/")
    Described().check("/api/circles/{circle}/{scope}/{month}/", "get", status, answer)
    assert answer == {"circle": club.pk, "scope": "all", "month": "2026-11", "entries": []}


@pytest.mark.parametrize(
    "board",
    [
        "poker/2026-11-29/",
        "fan/2026-11-30/",
        "poker/2026-11/",
        "all/2026-12/",
        "all/2026-10/",
        "fan/0001-01/",
    ],
)
def test_boards_that_are_not_there(everybody: Everybody, club: Circle, board: str) -> None:
    assert everybody.owner.ask(f"/api/circles/{club.pk}/{board}")[0] == 404
