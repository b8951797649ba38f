"""Statements that are put together once do what the ORM does."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from accounts.models import DeviceUse, Player
from common.compiled import Query, insert
from games.models import DailyDeal
from tests.support import StoreDaily

pytestmark = pytest.mark.django_db

EARLIER, LATER = (datetime(2026, 11, day, 12, 30, tzinfo=UTC) for day in (28, 29))


@pytest.fixture
def players() -> list[Player]:
    """Two who differ in all kinds of columns."""
    players = Player.objects
    return [
        players.create_user("Anna", preferences={"sound": True}, delete_after=EARLIER),
        players.create_user("Ben", language="en", page_results=False),
    ]


def test_each_time_the_row_is_found_that_the_values_lead_to(players: list[Player]) -> None:
    of_language = Query(Player.objects.filter(language="", date_joined__lte=timezone.now()))
    for player in players:
        found = of_language.first(language=player.language, date_joined=timezone.now())
        assert found is not None
        columns = [field.attname for field in Player._meta.concrete_fields]
        assert [getattr(found, name) for name in columns] == [
            getattr(Player.objects.get(pk=player.pk), name) for name in columns
        ]
    assert of_language.first(language="fr", date_joined=timezone.now()) is None
    assert of_language.first(language="en", date_joined=EARLIER) is None


def test_what_is_selected_along_comes_along(daily_of_case: StoreDaily) -> None:
    daily = daily_of_case("fan").daily
    dailies = Query(
        DailyDeal.objects.select_related("deal")
        .defer("seed", "deal__pack")
        .filter(ruleset="", day=date.min)
    )
    found = dailies.first(ruleset=daily.ruleset, day=daily.day)
    assert found == daily
    assert found is not None
    assert (found.opens, found.deal.daily) == (daily.opens, daily)
    assert found.get_deferred_fields() == {"seed"}
    assert found.deal.get_deferred_fields() == {"pack"}


def test_a_row_is_stored_once_and_stays_as_it_was(players: list[Player]) -> None:
    uses = [DeviceUse(device="d", player=players[0], latest=at) for at in (EARLIER, LATER)]
    unique = ["device", "player_id"]
    assert [insert(use, unique=unique) for use in uses] == [True, False]
    assert DeviceUse.objects.get().latest == EARLIER
    assert insert(DeviceUse(device="d", player=players[1], latest=LATER), unique=unique)
    assert DeviceUse.objects.count() == 2


def test_a_row_that_is_there_takes_the_new_values_where_it_is_to(players: list[Player]) -> None:
    for at in (EARLIER, LATER):
        use = DeviceUse(device="d", player=players[0], latest=at)
        assert insert(use, unique=["device", "player_id"], update=["latest"])
    assert DeviceUse.objects.get().latest == LATER
