"""A player's page in the API: the same parts for the same askers as on the site."""

from collections.abc import Collection
from datetime import date, timedelta
from typing import Any

import pytest

from accounts import public_page, services
from accounts.models import Player
from leaderboard import results
from leaderboard.services import void_entry
from tests.api.askers import Asker, make_player, signed_in, with_token
from tests.conftest import SetClock
from tests.support import publish, store_win

TODAY = date(2026, 11, 29)
PAGE = "/api/players/Anna/"
PARTS = {"results": "results", "streaks": "streaks", "months": "dailies"}


@pytest.fixture
def anna(db: None, set_clock: SetClock) -> Player:
    """A player who won the Fan yesterday and the day before, and Trefoil today."""
    set_clock("2026-11-29 12:00")
    player = make_player("Anna")
    for slug, past in (("trefoil", 0), ("fan", 1), ("fan", 2)):
        daily = publish(slug, TODAY - timedelta(days=past))
        store_win(daily, player, 12_345, finished=daily.opens + timedelta(hours=1))
    return player


def seen_by(asker: Asker) -> set[str]:
    """The parts of the page that an asker is told."""
    status, page = asker.ask(PAGE)
    assert (status, page["name"]) == (200, "Anna")
    seen = {part for part, field in PARTS.items() if page[field] is not None}
    assert page["private"] == (not seen)
    return seen


def test_tells_streaks_over_all_and_with_each_ruleset(anna: Player) -> None:
    _status, page = Asker().ask(PAGE)
    assert page["streaks"] == {
        "overall": {"current": 3, "longest": 3},
        "by_ruleset": {
            "fan": {"current": 2, "longest": 2},
            "trefoil": {"current": 1, "longest": 1},
        },
    }


@pytest.mark.parametrize("parts", [["results"], ["streaks"], ["months"], [*PARTS]])
@pytest.mark.parametrize("shown_to", ["everybody", "players", "nobody"])
def test_tells_an_asker_what_the_player_shows_them(
    anna: Player, shown_to: str, parts: Collection[str]
) -> None:
    public_page.choose(player=anna, shown_to=shown_to, parts=parts)
    others = make_player("Berta")
    assert seen_by(Asker()) == (set(parts) if shown_to == "everybody" else set())
    for asker in (signed_in(others), with_token(others)):
        assert seen_by(asker) == (set() if shown_to == "nobody" else set(parts))
    for asker in (signed_in(anna), with_token(anna)):
        assert seen_by(asker) == set(PARTS)


def test_of_who_is_deactivated_there_is_no_page(anna: Player) -> None:
    services.deactivate_player(player=anna, by=Player.objects.create_superuser("Chefin"))
    status, _error = Asker().ask(PAGE)
    assert status == 404


@pytest.fixture
def wins(anna: Player, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Eight days on which Anna won Archway, the latest first, told three at a time."""
    monkeypatch.setattr(results, "PAGE", 3)
    return [str(win_archway(anna, past)) for past in range(10, 18)]


def win_archway(player: Player, past: int) -> date:
    """Have a player win Archway so many days ago, two each at the same moment."""
    day = TODAY - timedelta(days=past)
    daily = publish("archway", day)
    store_win(daily, player, 500 + past, finished=daily.opens + timedelta(hours=24 * (past % 2)))
    return day


def told(query: str = "") -> Any:
    """What anybody is told of Anna."""
    status, page = Asker().ask(PAGE + query)
    assert status == 200, page
    return page


def days(page: Any) -> list[str]:
    """The days of the results in an answer."""
    return [result["day"] for result in page["results"]]


def read_to_the_end(page: Any, way: str) -> list[Any]:
    """All answers from one on, each asked for by the place that the one before has told."""
    pages = [page]
    while pages[-1][way]:
        pages.append(told(f"?{way}={pages[-1][way]}"))
    return pages


def test_results_are_read_on_from_place_to_place_and_back(wins: list[str]) -> None:
    first = told()
    assert (len(days(first)), first["before"]) == (3, None)
    pages = read_to_the_end(first, "after")
    everything = [day for page in pages for day in days(page)]
    assert [len(days(page)) for page in pages] == [3, 3, 3, 2]
    assert sorted(everything[3:], reverse=True) == wins
    assert len(set(everything[3:])) == len(wins)
    back = read_to_the_end(pages[-1], "before")
    assert [days(page) for page in back] == [days(page) for page in reversed(pages)]
    assert pages[1]["streaks"] == first["streaks"]


def test_results_that_come_meanwhile_are_neither_skipped_nor_told_twice(
    anna: Player, wins: list[str]
) -> None:
    first = told()
    second = told(f"?after={first['after']}")
    win_archway(anna, 0)
    void_entry(entry=anna.entries.order_by("-finished")[0], reason="the first", by=anna)
    assert days(told(f"?after={first['after']}")) == days(second)
    newer = told(f"?before={second['before']}")
    assert [result["ruleset"] for result in newer["results"]] == ["archway", "fan", "fan"]
    assert newer["before"] is None


def test_beyond_the_last_result_there_is_nothing(wins: list[str]) -> None:
    nothing = told("?after=0-0-0")
    assert (nothing["results"], nothing["before"], nothing["after"]) == ([], None, None)
    nothing = told(f"?before={'9' * 10}-{'9' * 17}-{'9' * 18}")
    assert (nothing["results"], nothing["before"], nothing["after"]) == ([], None, None)


@pytest.mark.parametrize(
    "query", ["after=here", "before=1-2", "after=", "after=0-0-0&before=0-0-0"]
)
def test_what_is_no_place_among_results_is_refused(anna: Player, query: str) -> None:
    status, answer = Asker().ask(f"{PAGE}?{query}")
    assert (status, answer["error"]["code"]) == (400, "bad_request")


def test_results_that_are_not_shown_have_no_places_either(anna: Player, wins: list[str]) -> None:
    place = told()["after"]
    public_page.choose(player=anna, shown_to="everybody", parts=["streaks"])
    page = told(f"?after={place}")
    assert (page["results"], page["before"], page["after"]) == (None, None, None)
