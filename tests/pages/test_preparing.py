"""Deals that are not there yet: said calmly, and looked for again by the page itself."""

import pytest
from django.test import Client

from games.models import DailyDeal, DayRequest
from tests.pages.conftest import DAY, browser, page
from tests.pages.test_lobby import deal
from tests.support import publish_day


@pytest.fixture(autouse=True)
def two_are_missing(site: None) -> None:
    """Two of today's deals are not there yet."""
    DailyDeal.objects.filter(ruleset__in=["citadel", "fan"]).delete()


@pytest.mark.parametrize("path", ["/daily/citadel/", "/boards/citadel/"])
def test_a_page_about_a_missing_deal_says_that_it_is_being_prepared(
    guest: Client, path: str
) -> None:
    answer = guest.get(path)
    shown = page(answer, status=503)
    assert answer.headers["Retry-After"] == "2"
    assert "wird gerade vorbereitet" in shown.one("main").text
    assert shown.one(id="preparing").attributes["data-preparing"] in ("", None)
    refresh = shown.one("noscript").one("meta").attributes
    assert refresh == {"http-equiv": "refresh", "content": f"2;url={path}"}
    assert any("preparing" in str(script.attributes["src"]) for script in shown.all("script"))
    assert DayRequest.objects.get().day == DAY


def test_starting_a_missing_deal_starts_nothing_and_leads_on_by_looking(mine: Client) -> None:
    answer = mine.post("/daily/citadel/", {"day": str(DAY)})
    assert "Einen Moment" in page(answer, status=503).one("h1").text


def test_the_lobby_keeps_a_place_for_a_missing_deal(guest: Client) -> None:
    shown = page(guest.get("/"))
    missing = [
        each for each in shown.all("li", class_="deal") if "data-preparing" in each.attributes
    ]
    assert [each.attributes["id"] for each in missing] == ["deal-citadel", "deal-fan"]
    assert "Wird vorbereitet" in deal(shown, "Citadel").text
    links = [link.attributes["href"] for link in deal(shown, "Citadel").all("a")]
    assert links == ["/practice/citadel/", "/rules/citadel/"]
    assert shown.all("noscript")
    assert "Being prepared" in deal(page(browser("en").get("/")), "Fan").text


def test_the_lobby_says_and_loads_nothing_of_it_once_all_are_there(guest: Client) -> None:
    publish_day(DAY)
    shown = page(guest.get("/"))
    assert not shown.all("noscript")
    assert not any("preparing" in str(each.attributes.get("src")) for each in shown.all("script"))
    assert deal(shown, "Citadel").attributes["id"] == "deal-citadel"


def test_with_no_deal_at_all_the_lobby_is_there(guest: Client) -> None:
    DailyDeal.objects.all().delete()
    shown = page(guest.get("/"))
    assert len(shown.all("li", class_="deal")) == 12
    assert "00:00 Uhr" in shown.one(class_="closing").text
