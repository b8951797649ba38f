"""What a player chooses at the table holds at once, after a reload and on other devices."""

from typing import Any

from playwright.sync_api import Page, expect

from games.rules import RULESETS, Position
from tests.browser.steps import newcomer, start, table_of
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import new_name, new_player
from tests.served.site import Site

CHOSEN = {
    "theme": "dark",
    "motion": "off",
    "letters": "english",
    "suits": "four",
    "indices": "large",
    "tap": "direct",
    "hand": "left",
    "keys": "off",
}
# What is to be seen of the settings, where the browser shows it.
LOOKS = """() => {
  const root = document.documentElement;
  const drawn = (card, part) => document.querySelector(`[data-card="${card}"] .${part}`);
  const box = (one) => one.getBoundingClientRect();
  const colour = (suit) => getComputedStyle(document.querySelector(
    `[data-card$="${suit}"] .face > .suit`)).fill;
  return {
    chosen: { ...root.dataset },
    ground: getComputedStyle(root).getPropertyValue("--ground").trim(),
    queen: drawn("QS", "rank").getAttribute("d"),
    height: Math.round(box(drawn("QS", "rank")).height),
    clubsLikeSpades: colour("C") === colour("S"),
    diamondsLikeHearts: colour("D") === colour("H"),
    toolsAtLeft: box(document.querySelector(".table-tools")).x === 0,
  };
}"""
FLIGHTS = "() => document.querySelector('#felt').getAnimations({ subtree: true }).length"


def test_settings_hold_at_once_after_a_reload_and_on_another_device(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    player = new_player(site)
    table = start(visits(player, reduced_motion="no-preference"), "citadel")
    page = table.page
    position = dealt(cases["citadel"])
    card, source = with_one_target(position)
    before = looks(page)
    assert before["chosen"] == {}
    choose(page, **CHOSEN)
    here = looks(page)
    assert here["chosen"] == CHOSEN
    for what in ("ground", "queen", "clubsLikeSpades", "diamondsLikeHearts", "toolsAtLeft"):
        assert here[what] != before[what], what
    assert here["height"] > before["height"]
    # One click plays, no card flies, and no letter is a key.
    page.mouse.click(*table.find(source, card))
    assert page.evaluate(FLIGHTS) == 0
    table.settle(1)
    page.keyboard.press("z")
    page.keyboard.press("?")
    page.keyboard.press("i")
    assert table.version == 1
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("ArrowUp")
    assert table.focused() is not None

    seen = looks(page)
    page.reload()
    table.wait_until_ready()
    assert looks(page) == seen
    elsewhere = visits(player).open(page.url.removeprefix(site.url))
    table_of(elsewhere)
    assert looks(elsewhere) == seen
    # What somebody has chosen can be taken back, there as well.
    ordinary = {"motion": "system", "letters": "language", "tap": "target", "keys": "on"}
    choose(elsewhere, **ordinary, theme="system", suits="two", indices="ordinary", hand="right")
    assert looks(elsewhere)["chosen"] == {}
    page.reload()
    table.wait_until_ready()
    assert looks(page)["chosen"] == {}
    page.keyboard.press("z")
    table.settle(2)


def test_a_guests_settings_stay_with_the_device(visits: Visits) -> None:
    guest = visits()
    page = guest.open("/practice/citadel/")
    deal(page)
    choose(page, suits="four", indices="large")
    page.goto(page.url.split("/games/")[0] + "/practice/citadel/")
    deal(page)
    assert looks(page)["chosen"] == {"suits": "four", "indices": "large"}
    assert not looks(page)["clubsLikeSpades"]


def test_another_language_is_spoken_at_once_and_the_game_goes_on(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "citadel")
    page = table.page
    table.play(cases["citadel"].line[:2], by=table.click)
    with page.expect_navigation():
        choose(page, language="en")
    table.wait_until_ready()
    table.expect_moves("2 moves")
    table.play(cases["citadel"].line[2:3], by=table.click)


def test_a_sheet_opened_long_ago_takes_back_nothing_that_was_chosen_elsewhere(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    visitor = newcomer(site, visits)
    page = start(visitor, "citadel").page
    elsewhere = visitor.open(page.url.removeprefix(site.url))
    table_of(elsewhere)
    choose(page, theme="dark", letters="english")
    choose(elsewhere, suits="four")
    page.reload()
    table_of(page)
    assert looks(page)["chosen"] == {"theme": "dark", "letters": "english", "suits": "four"}


def test_settings_that_are_not_saved_do_not_hold(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    visitor = newcomer(site, visits)
    page = start(visitor, "citadel").page
    sheet = page.get_by_role("dialog")
    four = page.locator("[name=suits][value=four]")
    save = page.locator("#preferences [type=submit]")
    for way in ("Escape", "Cancel"):
        page.locator("#settings").click()
        expect(four).not_to_be_checked()
        four.check()
        if way == "Escape":
            page.keyboard.press("Escape")
        else:
            sheet.get_by_role("button", name="Abbrechen").click()
        expect(sheet).to_have_count(0)
        assert looks(page)["chosen"] == {}
    visitor.forgive("ERR_INTERNET_DISCONNECTED")
    visitor.context.set_offline(True)
    page.locator("#settings").click()
    four.check()
    save.click()
    expect(sheet).to_contain_text("Bitte versuch es noch einmal.")
    visitor.context.set_offline(False)
    save.click()
    expect(sheet).to_have_count(0)
    assert looks(page)["chosen"] == {"suits": "four"}


def test_a_page_opened_before_signing_in_in_another_tab_is_as_good_as_a_new_one(
    visits: Visits,
) -> None:
    visitor = visits()
    table = visitor.open("/practice/citadel/")
    deal(table)
    rules = visitor.open("/rules/citadel/")
    elsewhere = visitor.open("/account/signup/")
    elsewhere.locator("[name=username]").fill(new_name("Spät"))
    elsewhere.locator("[name=password1]").fill("Kreuz-Pik-Herz-Karo")
    elsewhere.get_by_role("main").get_by_role("button", name="Registrieren").click()
    expect(elsewhere.get_by_role("link", name="Ich habe ihn aufbewahrt")).to_be_visible()
    # The sheet, which a script sends, and a form like any other.
    choose(table, suits="four")
    rules.get_by_role("button", name="English").click()
    expect(rules.locator("html")).to_have_attribute("lang", "en")
    rules.goto(table.url)
    table_of(rules)
    assert looks(rules)["chosen"] == {"suits": "four"}


# --- What they have in common -------------------------------------------------------------------


def choose(page: Page, **values: str) -> None:
    """Choose settings at the table, and save them."""
    page.locator("#settings").click()
    for name, value in values.items():
        page.locator(f"[name={name}][value={value}]").check()
    page.locator("#preferences [type=submit]").click()
    expect(page.locator("#preferences")).to_be_hidden()


def looks(page: Page) -> Any:
    """What is to be seen of the settings."""
    return page.evaluate(LOOKS)


def deal(page: Page) -> None:
    """Begin a practice game."""
    page.get_by_role("main").get_by_role("button").first.click()
    table_of(page)


def dealt(case: Case) -> Position:
    """The position that a case begins with."""
    return RULESETS[case.ruleset].deal(case.shuffled, reshuffled=case.reshuffled)


def with_one_target(position: Position) -> tuple[str, str]:
    """A card that may go to one pile only, and the pile where it lies."""
    cards = [(str(move.card), str(move.source)) for move in position.legal_moves()]
    return next(one for one in cards if cards.count(one) == 1)
