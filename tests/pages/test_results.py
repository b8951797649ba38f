"""A player's single results, page by page."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from leaderboard import results
from leaderboard.models import Entry
from tests.pages.conftest import DAY, browser, page
from tests.pages.html import Element
from tests.pages.test_every_page import CHECKS
from tests.support import publish, store_win

PAGE = "/players/Wilhelmine/"


@pytest.fixture(autouse=True)
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three results a page."""
    monkeypatch.setattr(results, "PAGE", 3)


@pytest.fixture
def win(player: Player) -> Callable[[int], Entry]:
    """A win of so many seconds, of which each was finished later; two each at once."""

    def store(number: int) -> Entry:
        daily = publish("fan", DAY - timedelta(days=number))
        at = daily.opens.replace(day=1) + timedelta(hours=number // 2)
        return store_win(daily, player, 100 * number, finished=at)

    return store


def times(shown: Element) -> list[str]:
    """The times in the list, from the first one on."""
    history = shown.one("section", **{"aria-labelledby": "history"})
    return [cell.text for cell in history.all("td", class_="board-time")]


def ways(shown: Element) -> dict[str, str]:
    """Where the list leads on to."""
    found = shown.all("nav", class_="paging")
    return {
        link.attributes["rel"]: link.attributes["href"] for nav in found for link in nav.all("a")
    }


def follow(client: Client, shown: Element, rel: str) -> Element:
    """The page that a link leads to."""
    return page(client.get(PAGE + ways(shown)[rel]))


def seconds(*numbers: int) -> list[str]:
    return [f"0:{number:02},00" for number in numbers]


def test_few_results_have_no_pages(guest: Client, win: Callable[[int], Entry]) -> None:
    for number in range(3):
        win(number)
    shown = page(guest.get(PAGE))
    assert times(shown) == seconds(2, 1, 0)
    assert ways(shown) == {}


def test_links_lead_through_all_results_and_back(
    guest: Client, win: Callable[[int], Entry]
) -> None:
    for number in range(8):
        win(number)
    first = page(guest.get(PAGE))
    second = follow(guest, first, "next")
    last = follow(guest, second, "next")
    assert [times(shown) for shown in (first, second, last)] == [
        *(seconds(7, 6, 5), seconds(4, 3, 2), seconds(1, 0)),
    ]
    assert [set(ways(shown)) for shown in (first, second, last)] == [
        *({"next"}, {"prev", "next"}, {"prev"}),
    ]
    assert times(follow(guest, last, "prev")) == seconds(4, 3, 2)
    assert times(follow(guest, second, "prev")) == seconds(7, 6, 5)
    answer = guest.get(PAGE + ways(first)["next"])
    for check in CHECKS:
        check(answer, second)


def test_nothing_is_left_out_or_told_twice_while_new_ones_come(
    guest: Client, win: Callable[[int], Entry]
) -> None:
    for number in range(6):
        win(number)
    first = page(guest.get(PAGE))
    for number in (6, 7):
        win(number)
    second = follow(guest, first, "next")
    assert times(second) == seconds(2, 1, 0)
    back = follow(guest, second, "prev")
    assert times(back) == seconds(5, 4, 3)
    assert times(follow(guest, back, "prev")) == seconds(7, 6, 5)


def test_where_everything_after_a_place_is_gone_it_is_the_latest_again(
    guest: Client, win: Callable[[int], Entry]
) -> None:
    entries = [win(number) for number in range(4)]
    first = page(guest.get(PAGE))
    entries[0].delete()
    assert times(follow(guest, first, "next")) == seconds(3, 2, 1)


def test_the_patience_of_the_months_is_kept(guest: Client, win: Callable[[int], Entry]) -> None:
    for number in range(4):
        win(number)
    Player.objects.update(page_months=True)
    shown = page(guest.get(f"{PAGE}?patience=fan"))
    assert ways(shown)["next"].endswith("&patience=fan#history")


@pytest.mark.parametrize("place", ["x", "1-2", "1-2-3-4", "-1-2-3", "1" * 99])
@pytest.mark.parametrize("way", ["older", "newer"])
def test_what_is_no_place_is_no_page(guest: Client, player: Player, way: str, place: str) -> None:
    page(guest.get(f"{PAGE}?{way}={place}"), 404)


def test_places_beyond_all_results_lead_nowhere_bad(
    guest: Client, win: Callable[[int], Entry]
) -> None:
    win(1)
    for place in ("0-0-0", f"{'9' * 10}-{'9' * 17}-{'9' * 18}"):
        for way in ("older", "newer"):
            assert times(page(guest.get(f"{PAGE}?{way}={place}"))) == seconds(1)


def test_a_private_page_has_no_older_results_either(
    player: Player, win: Callable[[int], Entry]
) -> None:
    for number in range(4):
        win(number)
    older = ways(page(browser().get(PAGE)))["next"]
    player.page_results = False
    player.save()
    assert "0:00,00" not in browser().get(PAGE + older).content.decode()
