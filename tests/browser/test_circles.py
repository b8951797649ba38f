"""Two friends and a circle: founded, joined by its link, played in, and left by force."""

import re

from playwright.sync_api import Page, expect

from tests.browser.test_boards import SLUG, Almost
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import PASSWORD, new_name, new_player
from tests.served.site import Site

ORIGINS = ["clipboard-read", "clipboard-write"]


def test_a_friend_comes_in_by_the_link_wins_and_is_removed(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    anna = new_player(site, "Anna")
    owners, friends = visits(anna), visits()
    owners.context.grant_permissions(ORIGINS)

    owner = owners.open("/circles/")
    owner.get_by_label("Name der Runde").fill("Bridgeclub")
    owner.get_by_role("button", name="Gründen").click()
    owner.get_by_role("button", name="Link kopieren").click()
    expect(owner.locator("#copying")).to_have_text("Der Link ist kopiert.")
    link = owner.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{site.url}/circles/join/")

    name = new_name("Bert")
    friend = friends.open(link.removeprefix(site.url))
    expect(friend.locator("h1")).to_have_text("Bridgeclub")
    expect(friend.locator("main")).to_contain_text(f"{anna} leitet diese Runde.")
    friend.get_by_role("link", name="Registrieren und beitreten").click()
    friend.locator('input[name="username"]').fill(name)
    friend.locator('input[name="password1"]').fill(PASSWORD)
    friend.locator('main button[type="submit"]').click()
    friend.locator("main a.button").click()
    friend.get_by_role("button", name="Beitreten").click()
    expect(friend.locator("h1")).to_have_text("Bridgeclub")
    assert re.search(r"/circles/[0-9]+/$", friend.url)

    with site.database():
        bert = type(anna).objects.get(username=name)
    Almost(site, bert, cases[SLUG].line).win()
    owner.get_by_role("link", name="Tagesliste").click()
    owner.get_by_role("link", name="Streets and Alleys").click()
    expect_rows(owner, rf"^\s*1\s*{name}")
    Almost(site, anna, cases[SLUG].line).win()
    owner.reload()
    expect(owner.locator("tbody tr")).to_have_count(2)
    expect(owner.locator("tr.is-me")).to_contain_text(str(anna))

    owner.get_by_role("link", name="Mitglieder").click()
    row = owner.get_by_role("row").filter(has_text=name)
    row.get_by_role("link", name="Entfernen").click()
    owner.get_by_role("button", name="Aus der Runde entfernen").click()
    expect(owner.locator(".messages")).to_contain_text("ist nicht mehr dabei")
    expect(owner.locator("tbody tr")).to_have_count(1)
    for words in ("404", "/circles/"):
        friends.forgive(words)
    friend.reload()
    expect(friend.locator("h1")).not_to_have_text("Bridgeclub")
    friend.goto(link)
    expect(friend.locator("h1")).to_have_text("Diese Einladung gilt nicht")


def expect_rows(page: Page, *rows: str) -> None:
    """The board shows these."""
    expect(page.locator("tbody tr")).to_have_text([re.compile(row) for row in rows])
