"""The page of a deal's proof in a browser: it checks by itself, and says no to what is wrong."""

from datetime import date, timedelta
from hashlib import sha256

import pytest
from playwright.sync_api import Page, expect

from games.models import DailyDeal
from tests.browser.visitors import Visits
from tests.served.site import Site
from tests.support import publish

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def daily(site: Site) -> DailyDeal:
    """A settled day's Trefoil, with redeals, whose seed stands for its cards."""
    with site.database():
        return publish("trefoil", site.today() - timedelta(days=9))


def address(day: date) -> str:
    """Where the proof of that day's Trefoil is."""
    return f"/daily/trefoil/{day}/proof/"


def expect_verdict(page: Page, verdict: str, *wrong: str) -> None:
    """The page says yes or no, and which of its checks went wrong."""
    result = page.locator("#proof-result")
    expect(result).to_have_attribute("data-verdict", verdict)
    expect(result.locator('[data-fits="false"]:visible')).to_have_count(len(wrong))
    for words in wrong:
        expect(result.get_by_text(words)).to_be_visible()


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_says_yes_to_the_published_seed(
    visits: Visits, daily: DailyDeal, device: dict[str, object]
) -> None:
    page = visits(**device).open(address(daily.day))
    expect_verdict(page, "yes")
    expect(page.get_by_role("status")).to_contain_text("Ja, alles passt.")
    expect(page.get_by_role("status").locator("li:visible")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_says_no_to_a_wrong_seed_and_yes_again_by_keys_alone(
    visits: Visits, daily: DailyDeal
) -> None:
    page = visits(locale="en-GB").open(address(daily.day))
    expect_verdict(page, "yes")
    seed = page.get_by_label("Seed", exact=True)
    seed.focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("0" * 64)
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect_verdict(
        page,
        "no",
        "The fingerprint of this seed is another one",
        "the cards lie in another order than they were dealt",
        "The cards for the redeals lie in another order",
    )
    expect(page.get_by_role("status")).to_contain_text("No, this doesn't fit.")
    expect(page.get_by_role("status")).to_contain_text(sha256(bytes(32)).hexdigest())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect_verdict(page, "yes")


def test_says_no_where_one_digit_is_wrong_and_where_it_is_no_seed(
    visits: Visits, daily: DailyDeal
) -> None:
    page = visits().open(address(daily.day))
    right = bytes(daily.seed).hex()
    seed = page.get_by_label("Startwert", exact=True)
    seed.fill(right[:-1] + ("0" if right[-1] != "0" else "1"))
    page.get_by_role("button", name="Prüfen").click()
    expect_verdict(page, "no", "ist ein anderer", "liegen die Karten anders", "Auch die Karten")
    seed.fill(right[:-1])
    page.get_by_role("button", name="Prüfen").click()
    expect_verdict(page, "no")
    expect(page.get_by_text("Ein Startwert hat 64 Zeichen")).to_be_visible()
    expect(seed).to_have_attribute("aria-invalid", "true")
    seed.fill(f" {right.upper()}\n")
    page.get_by_role("button", name="Prüfen").click()
    expect_verdict(page, "yes")


def test_says_no_where_another_fingerprint_was_noted(visits: Visits, daily: DailyDeal) -> None:
    page = visits().open(address(daily.day))
    expect_verdict(page, "yes")
    page.get_by_label("Fingerabdruck –").fill("a" * 64)
    page.get_by_role("button", name="Prüfen").click()
    expect_verdict(page, "no", "ist ein anderer")


def test_says_no_where_other_cards_were_dealt(visits: Visits, site: Site) -> None:
    with site.database():
        daily = publish("trefoil", site.today() - timedelta(days=10))
        deal = daily.deal
        deal.pack = deal.pack[2:] + deal.pack[:2]
        deal.save()
    page = visits().open(address(daily.day))
    expect_verdict(page, "no", "liegen die Karten anders")


def test_says_so_where_the_browser_may_not_work_fingerprints_out(
    visits: Visits, daily: DailyDeal
) -> None:
    visitor = visits()
    # As by plain http from another computer, where there is no WebCrypto.
    visitor.context.add_init_script(
        "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"
    )
    page = visitor.open(address(daily.day))
    expect(page.locator("#proof-insecure")).to_be_visible()
    expect(page.locator("#proof")).to_be_hidden()


def test_asks_nobody_while_it_checks(visits: Visits, daily: DailyDeal) -> None:
    page = visits().open(address(daily.day))
    expect_verdict(page, "yes")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Startwert", exact=True).fill("0" * 64)
    page.get_by_role("button", name="Prüfen").click()
    expect_verdict(page, "no", "ist ein anderer", "liegen die Karten anders", "Auch die Karten")
    assert asked == []
