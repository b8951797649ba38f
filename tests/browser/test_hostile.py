"""Texts without end or that try to be code, in a browser; and the API's page under the policy."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import services as accounts
from accounts.models import Player
from frontend.models import Announcement
from leaderboard.circles import services as circles
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.site import Site

PHONE = {"width": 320, "height": 640}
ENDLESS = "W" * 150
CODE = "<img src=x onerror=document.title='taken'>"
TURNED = "\u202eabc\u202c"


@pytest.fixture
def writer(site: Site, cases: dict[str, Case]) -> Iterator[Player]:
    """Somebody whose name, circle and token have no end, while an announcement stands."""
    now = timezone.now()
    with site.database():
        player = Player.objects.create_user("W" * 20)
        circles.start_circle(player=player, name="W" * 40)
        circles.start_circle(player=player, name=CODE[:40])
        accounts.create_token(player=player, label="W" * 60)
        text = f"{ENDLESS} {CODE} {TURNED}"
        announcement = Announcement.objects.create(
            text_de=text, text_en=text, starts=now, ends=now + timedelta(days=1)
        )
    yield player
    with site.database():
        announcement.delete()
        player.delete()


def is_within_the_window(page: Page) -> bool:
    """Whether nothing stands out to the right."""
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width <= PHONE["width"]


def test_what_has_no_end_is_broken_and_what_looks_like_code_is_read(
    visits: Visits, writer: Player
) -> None:
    visitor = visits(writer, viewport=PHONE)
    page = visitor.open("/circles/")
    expect(page.get_by_role("link", name=CODE[:40])).to_be_visible()
    expect(page.locator(".announcement p")).to_contain_text(CODE)
    first = page.locator("main h2 a").first.get_attribute("href")
    for address in (
        *("/", "/circles/", f"{first}", f"{first}members/", f"/players/{writer.username}/"),
        *("/account/", "/account/name/", "/account/devices/", "/rules/", "/boards/fan/"),
    ):
        page.goto(visitor.site.url + address)
        assert is_within_the_window(page), address
        assert page.title() != "taken"
        assert page.locator("img[src=x]").count() == 0


def test_the_apis_page_works_under_the_policy(visits: Visits) -> None:
    page = visits().open("/api/docs/")
    asking = page.locator(".opblock", has_text="/api/rulesets/").first
    asking.locator("button.opblock-summary-control").click()
    asking.get_by_role("button", name="Try it out").click()
    asking.get_by_role("button", name="Execute").click()
    expect(asking.locator(".live-responses-table")).to_contain_text("200")
