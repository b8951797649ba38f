"""Every page passes axe's checks, in both languages, in the light and in the dark."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # has no types
from playwright.sync_api import Page, expect

from accounts import reports as names
from accounts.models import NameReport, Player
from games.models import DailyDeal
from games.rules import RULESETS
from leaderboard.circles import reports as circle_names
from leaderboard.circles import services as circles
from leaderboard.circles.models import CircleReport
from leaderboard.fairplay.services import case_of, decide
from leaderboard.models import Decision, Entry
from tests.accounts.test_second_factor import code_of
from tests.browser.steps import table_of
from tests.browser.test_passkeys import Somebody
from tests.browser.test_table import losing_line
from tests.browser.test_watching import won_game
from tests.browser.visitors import Visitor, Visits
from tests.conftest import Case
from tests.served.deals import PASSWORD, new_name, new_player, sign_in
from tests.served.people import Person
from tests.served.site import Site
from tests.support import CERTIFIED, publish, publish_day

FOR_EVERYBODY = [
    "/",
    "/rules/",
    *(f"/rules/{slug}/" for slug in RULESETS),
    "/winnability/",
    "/imprint/",
    "/privacy/",
    "/coming/",
    "/boards/",
    "/boards/archway/all-time/",
    "/calendar/",
    "/calendar/?patience=fan",
    "/months/",
    "/practice/fan/",
    "/offline/",
    "/account/signup/",
    "/account/login/",
    "/account/recover/",
    "/account/password/reset/",
    "/account/password/reset/sent/",
    "/account/password/reset/done/",
    "/account/email/sent/",
    "/deactivated/",
]
SIGNED_IN = [
    "/",
    "/account/",
    "/account/name/",
    "/account/page/",
    "/account/preferences/",
    "/account/email/",
    "/account/recovery-code/",
    "/account/devices/",
    "/account/security/",
    "/account/data/",
    "/account/delete/",
    "/account/logout/",
    "/daily/trefoil/",
    "/boards/archway/",
]
# Once the password was typed lately, and where there is an app.
BEHIND_THE_PASSWORD = [
    "/account/security/",
    "/account/security/app/remove/",
    "/account/security/codes/",
    "/account/security/codes/new/",
    "/account/security/passkeys/add/",
    "/account/password/change/",
]
# The dialogs of the table.
SHEETS = ["guide", "preferences", "typing"]
LANGUAGES = pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# What the theme can make a difference to.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
NOWHERE = "/nowhere/"
# How long ago the settled day is.
DAYS_AGO = 13


@LANGUAGES
def test_no_page_breaks_a_rule_of_axe(
    site: Site, visits: Visits, cases: dict[str, Case], locale: str
) -> None:
    player = new_player(site)
    guest, visitor = visits(locale=locale), visits(player, locale=locale)
    guest.forgive(NOWHERE)
    guest.forgive("404")
    theirs = [*SIGNED_IN, f"/players/{player.username}/"]
    with site.database():
        hidden = Player.objects.create_user(new_name("Eremit"), page_for="nobody")
    month = f"{site.today():%Y-%m}"
    months = [f"/boards/{scope}/{month}/" for scope in ("all", "of-the-day", "archway")]
    look_at(guest, [*FOR_EVERYBODY, *months, NOWHERE, f"/players/{hidden.username}/"])
    look_at(visitor, theirs)


@LANGUAGES
def test_no_page_of_a_settled_day_breaks_a_rule_of_axe(
    site: Site, visits: Visits, locale: str
) -> None:
    day = site.today() - timedelta(days=DAYS_AGO)
    winner = new_player(site)
    with site.database():
        publish_day(day)
        daily = DailyDeal.objects.select_related("deal").get(ruleset="citadel", day=day)
        game = won_game(daily, winner, seconds=2)
    pages = [
        f"/daily/citadel/{day}/",
        f"/daily/citadel/{day}/solution/",
        f"/daily/citadel/{day}/proof/",
        f"/daily/trefoil/{day}/proof/",
        f"/boards/citadel/{day}/",
        f"/calendar/{day:%Y-%m}/",
        f"/calendar/{day}/",
        f"/games/{game}/replay/",
    ]
    look_at(visits(locale=locale), pages)
    look_at(visits(winner, locale=locale), [*pages, "/months/", f"/players/{winner.username}/"])


@LANGUAGES
def test_no_page_of_a_circle_breaks_a_rule_of_axe(
    site: Site, visits: Visits, cases: dict[str, Case], locale: str
) -> None:
    owner, member = new_player(site), new_player(site)
    with site.database():
        circle = circles.start_circle(player=owner, name="Bridgeclub")
        circles.join(player=member, token=circle.token)
        theirs = circle.memberships.get(player=member).pk
    club = f"/circles/{circle.pk}/"
    month = f"{club}all/{site.today():%Y-%m}/"
    pages = ["/circles/", club, month, f"{club}members/", f"{club}leave/"]
    questions = [f"{club}members/{theirs}/remove/", f"{club}members/{theirs}/owner/", f"{club}end/"]
    look_at(visits(owner, locale=locale), [*pages, *questions])
    look_at(visits(member, locale=locale, **PHONE), pages)
    guest = visits(locale=locale)
    guest.forgive("404")
    look_at(guest, [f"/circles/join/{circle.token}/", "/circles/join/nothing/"])


@LANGUAGES
def test_no_page_about_a_case_or_a_reported_name_breaks_a_rule_of_axe(
    site: Site, visits: Visits, operator: Player, locale: str
) -> None:
    suspect, other = new_player(site), new_player(site)
    with site.database():
        daily = publish("citadel", site.today() - timedelta(days=DAYS_AGO + 1))
        case = case_of(Entry.objects.get(game=won_game(daily, suspect, seconds=2)))
        decide(case=case, kind=Decision.Kind.STRIKE, by=operator, reason="Zu schnell.")
        circle = circles.start_circle(player=suspect, name="Bridgeclub")
        names.report_name(reporter=other, player=suspect)
        circle_names.report_name(reporter=other, circle=circle.pk)
        of_player = NameReport.objects.get(player=suspect)
        of_circle = CircleReport.objects.get(circle=circle)
    desk = [
        "/admin/",
        f"/admin/leaderboard/case/{case.pk}/change/",
        f"/admin/accounts/namereport/{of_player.pk}/change/",
        f"/admin/leaderboard/circlereport/{of_circle.pk}/change/",
        f"/admin/leaderboard/circle/{circle.pk}/change/",
    ]
    # Django's links change their colours slowly, so that no open page is switched to the dark.
    for scheme in ("light", "dark"):
        page = visits(operator, locale=locale, color_scheme=scheme).open(desk[0])
        for path in desk:
            page.goto(site.url + path)
            response = Axe().run(page, options={"preload": False}).response
            assert told(page, scheme, response) == []
    look_at(
        visits(suspect, locale=locale), [f"/players/{suspect.username}/", f"/answers/{case.pk}/"]
    )


@LANGUAGES
def test_no_page_about_password_and_second_factor_breaks_a_rule_of_axe(
    visits: Visits, locale: str
) -> None:
    visitor = visits(locale=locale)
    page = visitor.open("/account/signup/")
    page.locator('input[name="username"]').fill(new_name("Wilhelmine"))
    page.locator('input[name="password1"]').fill(PASSWORD)
    page.locator('main button[type="submit"]').click()
    expect(page.locator("#recovery-code")).to_be_visible()
    broken = broken_rules(page)
    page.goto(f"{visitor.site.url}/account/security/app/")
    broken += broken_rules(page)
    page.locator('main input[name="password"]').fill(PASSWORD)
    page.locator('main button[type="submit"]').click()
    expect(page.locator('input[name="code"]')).to_be_visible()
    broken += broken_rules(page)
    page.locator('input[name="code"]').fill(code_of(page.locator(".secret").inner_text()))
    page.locator('main button[type="submit"]').click()
    expect(page.locator("#spare-codes code")).to_have_count(10)
    assert broken + broken_rules(page) == []
    look_at(visitor, BEHIND_THE_PASSWORD)
    name = page.locator(".menu-name").inner_text()
    page.goto(f"{visitor.site.url}/account/logout/")
    page.locator('main button[type="submit"]').click()
    page.goto(f"{visitor.site.url}/account/login/")
    page.locator('input[name="login"]').fill(name)
    page.locator('input[name="password"]').fill(PASSWORD)
    page.locator('main button[type="submit"]').first.click()
    expect(page.locator('input[name="code"]')).to_be_visible()
    assert broken_rules(page) == []


def test_no_page_about_a_passkey_breaks_a_rule_of_axe(visits: Visits) -> None:
    somebody = Somebody(visits(locale="en-GB"))
    page = somebody.page
    somebody.add_passkey()
    broken = broken_rules(page)
    page.get_by_role("link", name="Remove").click()
    expect(page.get_by_role("button", name="Remove the passkey")).to_be_visible()
    broken += broken_rules(page)
    somebody.go("/account/security/passkeys/add/")
    expect(page.locator("[data-passkey]")).to_be_visible()
    broken += broken_rules(page)
    somebody.sign_out()
    somebody.go("/account/login/")
    somebody.fill(login=somebody.name, password=PASSWORD)
    somebody.press("Sign in")
    expect(page.get_by_role("button", name="Show the passkey")).to_be_visible()
    assert broken + broken_rules(page) == []


@LANGUAGES
def test_no_table_breaks_a_rule_of_axe(
    site: Site, visits: Visits, cases: dict[str, Case], locale: str
) -> None:
    player = new_player(site)
    page = visits(player, locale=locale).open("/")
    broken: list[str] = []
    for slug, path in begun_games(site, cases, player=player).items():
        page.goto(site.url + path)
        table_of(page)
        broken += broken_rules(page)
        if slug == "fan":
            for sheet in SHEETS:
                page.evaluate("(id) => document.getElementById(id).showModal()", sheet)
                broken += broken_rules(page)
                page.keyboard.press("Escape")
    assert broken == []


@LANGUAGES
def test_a_game_that_is_lost_and_given_up_breaks_no_rule_of_axe(
    site: Site, visits: Visits, cases: dict[str, Case], locale: str
) -> None:
    player = new_player(site)
    path = played(site, player, "fan", losing_line(cases["fan"]))
    page = table_of(visits(player, locale=locale).open(path)).page
    expect(page.locator("#lost")).to_be_visible()
    broken = broken_rules(page)
    page.locator("#lost-resign").click()
    expect(page.locator("#confirm")).to_be_visible()
    broken += broken_rules(page)
    page.locator("#confirm-yes").click()
    expect(page.locator("#ending")).to_be_visible()
    assert broken + broken_rules(page) == []


@LANGUAGES
def test_the_ending_of_a_game_that_is_won_breaks_no_rule_of_axe(
    site: Site, visits: Visits, locale: str
) -> None:
    day = site.today() - timedelta(days=DAYS_AGO)
    with site.database():
        publish_day(day, ["citadel"])
    player = new_player(site)
    *line, last = CERTIFIED["citadel"]["line"].split()
    path = played(site, player, "citadel", line, day=day)
    table = table_of(visits(player, locale=locale).open(path))
    table.write(last)
    expect(table.page.locator("#ending")).to_be_visible()
    assert broken_rules(table.page) == []


def test_nothing_breaks_a_rule_of_axe_on_a_phone(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    player = new_player(site)
    visitor = visits(player, **PHONE)
    games = begun_games(site, cases, player=player, slugs=["archway", "fan"])
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
    axe = Axe()
    page.emulate_media(color_scheme="light")
    whole = axe.run(page).response
    assert len(whole["passes"]) > 10
    page.emulate_media(color_scheme="dark")
    # What looks into pages has been put into this one already.
    in_dark = page.evaluate("(options) => axe.run(document, options)", COLOURS)
    return told(page, "light", whole) + told(page, "dark", in_dark)


def told(page: Page, scheme: str, response: dict[str, Any]) -> list[str]:
    """What axe's answer says that is broken, a line for each element."""
    return [
        f"{page.url} {scheme}: {violation['id']} {node['target']} {node['failureSummary']}"
        for violation in response["violations"]
        for node in violation["nodes"]
    ]


def played(
    site: Site, player: Player, slug: str, moves: Sequence[str], day: date | None = None
) -> str:
    """Begin a deal and play some moves; give the address of its table."""
    person = Person(site=site, session_key=sign_in(site, player))
    game = person.start(slug, day)
    for version, move in enumerate(moves):
        assert person.play(game["id"], move, version=version).status_code == 200
    return f"/games/{game['id']}/"


def begun_games(
    site: Site, cases: dict[str, Case], *, player: Player, slugs: Sequence[str] = tuple(RULESETS)
) -> dict[str, str]:
    """Begin today's games and play some moves; give the addresses of their tables."""
    return {slug: played(site, player, slug, cases[slug].line[:12]) for slug in slugs}
