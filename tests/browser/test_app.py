"""The site as an app: what is there while there is no network."""

from playwright.sync_api import expect

from tests.browser.visitors import Visits

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
CONTROLLED = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller)"


def test_without_a_network_a_page_says_that_playing_needs_one(visits: Visits) -> None:
    visitor = visits(service_workers="allow")
    page = visitor.open("/")
    page.wait_for_function(CONTROLLED)
    visitor.forgive("ERR_INTERNET_DISCONNECTED")
    visitor.context.set_offline(True)
    page.goto(visitor.site.url + "/rules/fan/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kein Netz")
    assert (
        page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        != "rgba(0, 0, 0, 0)"
    )
    visitor.context.set_offline(False)
    page.get_by_role("link", name="Noch einmal versuchen").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fan")
