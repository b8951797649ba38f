"""Entries on the desk."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games import clock
from games.models import DailyDeal
from leaderboard.models import Entry
from leaderboard.selectors import board
from tests.support import SetClock, StoreDaily, store_win

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)
LIST = "admin:leaderboard_entry_changelist"


@pytest.fixture
def desk(db: None) -> Client:
    """A superuser's browser, in English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.create_user("Kunigunde", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def entries(set_clock: SetClock, daily_of_case: StoreDaily) -> list[Entry]:
    """Three entries on today's board of Fan."""
    set_clock("2026-11-29 12:00")
    daily = daily_of_case("fan").daily
    return [enter(daily, f"Player{place}", 100 * place) for place in (1, 2, 3)]


def enter(daily: DailyDeal, name: str, hundredths: int) -> Entry:
    player = Player.objects.create_user(name)
    return store_win(daily, player, hundredths, finished=clock.now() + timedelta(minutes=1))


def names() -> list[tuple[int, str]]:
    return [(row.rank, row.name) for row in board(ruleset="fan", day=TODAY, player=None).entries]


def act(desk: Client, action: str, *chosen: Entry, **data: str) -> Any:
    keys = [entry.pk for entry in chosen]
    return desk.post(
        reverse(LIST), {"action": action, "_selected_action": keys, **data}, follow=True
    )


def test_voiding_asks_for_a_reason_first(desk: Client, entries: list[Entry]) -> None:
    asked = act(desk, "void", entries[0])
    assert asked.status_code == 200
    assert "Player1, Fan, 2026-11-29, 0:01.00" in asked.content.decode()
    again = act(desk, "void", entries[0], apply="1", reason="")
    assert "This field is required." in again.content.decode()
    assert Entry.objects.filter(state="counted").count() == 3


def test_voiding_and_reinstating_moves_ranks_at_once_and_is_logged(
    desk: Client, entries: list[Entry]
) -> None:
    done = act(desk, "void", *entries[:2], apply="1", reason="played by a machine")
    assert "2 entries changed." in done.content.decode()
    assert names() == [(1, "Player3")]
    assert set(Entry.objects.filter(state="void").values_list("reason", flat=True)) == {
        "played by a machine"
    }
    act(desk, "reinstate", entries[1], entries[2])
    assert names() == [(1, "Player2"), (2, "Player3")]
    # Beside the entry, and beside the case about it.
    for model in ("entry", "case"):
        assert LogEntry.objects.filter(content_type__model=model).count() == 3
    history = desk.get(reverse("admin:leaderboard_entry_history", args=[entries[1].pk]))
    assert "played by a machine" in history.content.decode()


def test_only_who_may_change_entries_decides(entries: list[Entry]) -> None:
    reader = Player.objects.create_user("Knecht", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_entry"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(reader)
    assert client.get(reverse(LIST)).status_code == 200
    act(client, "void", entries[0], apply="1", reason="envy")
    assert Entry.objects.filter(state="counted").count() == 3
    reader.user_permissions.add(Permission.objects.get(codename="change_entry"))
    act(client, "void", entries[0], apply="1", reason="a machine")
    assert Entry.objects.filter(state="counted").count() == 2


def test_entries_are_changed_in_no_other_way(desk: Client, entries: list[Entry]) -> None:
    change = reverse("admin:leaderboard_entry_change", args=[entries[0].pk])
    assert desk.get(change).status_code == 200
    assert desk.post(change, {"hundredths": 1, "state": "void"}).status_code in (302, 403)
    assert desk.get(reverse("admin:leaderboard_entry_add")).status_code == 403
    assert desk.get(
        reverse("admin:leaderboard_entry_delete", args=[entries[0].pk])
    ).status_code in (302, 403)
    assert [entry.hundredths for entry in Entry.objects.order_by("pk")] == [100, 200, 300]


def test_the_list_shows_rank_time_and_finish_in_the_daily_time_zone(
    desk: Client, entries: list[Entry]
) -> None:
    for language, time in (("en", "0:03.00"), ("de", "0:03,00")):
        text = desk.get(reverse(LIST), headers={"Accept-Language": language}).content.decode()
        for shown in ("1 / 3", "3 / 3", time, "2026-11-29 12:01:00.00"):
            assert shown in text


def test_entries_are_found_by_name_day_and_game(desk: Client, entries: list[Entry]) -> None:
    def found(**query: str) -> list[Entry]:
        return list(desk.get(reverse(LIST), query).context["cl"].result_list)

    assert found(q="player2") == [entries[1]]
    assert found(q=str(entries[2].game_id)) == [entries[2]]
    assert len(found(q="2026-11-29")) == 3
    assert found(q="2026-11-28") == []
    assert found(state__exact="void") == []
    assert len(found(ruleset="fan")) == 3


@pytest.mark.parametrize(
    "query",
    [
        {"daily__seed": "00"},
        {"daily__deal__pack__startswith": "AC"},
        {"game__position__contains": "AC"},
        {"game__moves__text__startswith": "AC"},
        {"player__email": "a@example.org"},
        {"player__password__startswith": "a"},
    ],
)
def test_a_query_string_can_not_ask_for_secrets(
    query: dict[str, str], desk: Client, entries: list[Entry]
) -> None:
    assert desk.get(reverse(LIST), query).status_code == 400


def test_a_full_page_costs_as_many_queries_as_a_short_one(
    desk: Client, entries: list[Entry]
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert desk.get(reverse(LIST)).status_code == 200
        return len(captured)

    few = queries()
    for place in range(40):
        enter(entries[0].daily, f"Another{place}", 500 + place)
    assert queries() == few <= 8


def test_too_many_at_once_are_refused(
    desk: Client, entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leaderboard.admin.entries.MOST_AT_ONCE", 2)
    done = act(desk, "void", *entries, apply="1", reason="all of them")
    assert "At most 2 entries at once" in done.content.decode()
    assert Entry.objects.filter(state="counted").count() == 3
