"""Every page passes axe's checks, in both languages, in the light and in the dark."""

from collections.abc import Sequence

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # has no types
from playwright.sync_api import Page

from games.rules import RULESETS
from tests.browser.steps import table_of
from tests.browser.visitors import Visitor, Visits
from tests.conftest import Case
from tests.served.deals import new_player, sign_in
from tests.served.people import Person
from tests.served.site import Site

FOR_EVERYBODY = [
    "/",
    "/rules/",
    *(f"/rules/{slug}/" for slug in RULESETS),
    "/winnability/",
    "/imprint/",
    "/privacy/",
    "/coming/",
    "/boards/",
    "/practice/fan/",
    "/offline/",
    "/account/signup/",
    "/account/login/",
    "/account/recover/",
    "/account/password/reset/",
]
SIGNED_IN = [
    "/",
    "/account/",
    "/account/name/",
    "/account/preferences/",
    "/account/email/",
    "/account/recovery-code/",
    "/account/devices/",
    "/account/security/",
    "/account/data/",
    "/account/delete/",
    "/daily/trefoil/",
    "/boards/archway/",
]
# The dialogs of the table.
SHEETS = ["guide", "preferences", "typing"]
LANGUAGES = pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# What the theme can make a difference to.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
NOWHERE = "/nowhere/"


@LANGUAGES
def test_no_page_breaks_a_rule_of_axe(
    site: Site, visits: Visits, cases: dict[str, Case], locale: str
) -> None:
    player = new_player(site)
    guest, visitor = visits(locale=locale), visits(player, locale=locale)
    guest.forgive(NOWHERE)
    guest.forgive("404")
    theirs = [*SIGNED_IN, f"/players/{player.username}/"]
    look_at(guest, [*FOR_EVERYBODY, NOWHERE])
    look_at(visitor, theirs)


@LANGUAGES
def test_no_table_breaks_a_rule_of_axe(
    site: Site, visits: Visits, cases: dict[str, Case], locale: str
) -> None:
    player = new_player(site)
    page = visits(player, locale=locale).open("/")
    broken: list[str] = []
    for slug, path in begun_games(site, cases, player=sign_in(site, player)).items():
        page.goto(site.url + path)
        table_of(page)
        broken += broken_rules(page)
        if slug == "fan":
            for sheet in SHEETS:
                page.evaluate("(id) => document.getElementById(id).showModal()", sheet)
                broken += broken_rules(page)
                page.keyboard.press("Escape")
    assert broken == []


def test_nothing_breaks_a_rule_of_axe_on_a_phone(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    player = new_player(site)
    visitor = visits(player, **PHONE)
    games = begun_games(site, cases, player=sign_in(site, player), slugs=["archway", "fan"])
    look_at(visitor, ["/", "/rules/fan/", "/boards/archway/", "/account/", *games.values()])


# --- What they have in common -------------------------------------------------------------------


def look_at(visitor: Visitor, paths: Sequence[str]) -> None:
    """No rule is broken on any of some pages."""
    page = visitor.open("/offline/")
    broken: list[str] = []
    for path in paths:
        page.goto(visitor.site.url + path)
        broken += broken_rules(page)
    assert broken == []


def broken_rules(page: Page) -> list[str]:
    """What axe has found on a page, in both themes."""
    found = []
    axe = Axe()
    page.emulate_media(color_scheme="light")
    whole = axe.run(page).response
    assert len(whole["passes"]) > 10
    page.emulate_media(color_scheme="dark")
    # What looks into pages has been put into this one already.
    in_dark = page.evaluate("(options) => axe.run(document, options)", COLOURS)
    for scheme, response in (("light", whole), ("dark", in_dark)):
        found += [
            f"{page.url} {scheme}: {violation['id']} {node['target']} {node['failureSummary']}"
            for violation in response["violations"]
            for node in violation["nodes"]
        ]
    return found


def begun_games(
    site: Site, cases: dict[str, Case], *, player: str, slugs: Sequence[str] = tuple(RULESETS)
) -> dict[str, str]:
    """Begin today's games and play some moves; give the addresses of their tables."""
    person = Person(site=site, session_key=player)
    paths = {}
    for slug in slugs:
        game = person.start(slug)
        for version, move in enumerate(cases[slug].line[:12]):
            assert person.play(game["id"], move, version=version).status_code == 200
        paths[slug] = f"/games/{game['id']}/"
    return paths
