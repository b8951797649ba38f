"""Somebody plays today's deal to its end, and everybody sees it."""

import re

from playwright.sync_api import Page, expect

from accounts.models import Player
from tests.browser.recorder import Recorder
from tests.browser.steps import begin, table_of
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import PASSWORD, new_name, new_player
from tests.served.secrecy import leaks, truth_of, views_in
from tests.served.site import Site


def test_a_newcomer_signs_up_and_wins_the_castle_by_clicks_and_double_clicks(
    visits: Visits, cases: dict[str, Case], operator: Player
) -> None:
    onlooker = board_of(visits, "beleaguered-castle")
    name = new_name("Wilhelmine")
    page = visits().open("/")
    page.get_by_role("link", name=re.compile("Ansehen.*Beleaguered Castle")).click()
    page.get_by_role("link", name="Konto anlegen").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Registrieren").click()
    expect(page.locator("#recovery-code")).to_have_text(re.compile(r"\w{4}"))
    page.get_by_role("link", name="Ich habe ihn aufbewahrt").click()
    page.get_by_role("button", name="Karten geben, Uhr starten").click()
    table = table_of(page)
    table.play(
        cases["beleaguered-castle"].line,
        by=lambda move: (table.double_click if ">F" in move else table.click)(move),
    )
    ending = page.get_by_role("dialog")
    expect(ending).to_contain_text("Gewonnen!")
    expect(ending).to_contain_text("Platz 1 von 1")
    expect_news(onlooker, name)
    ending.get_by_role("link", name="Zur Bestenliste").click()
    expect(page.get_by_role("row").filter(has_text=name)).to_have_class("is-me")
    expect_on_desk(visits, operator, name, "Beleaguered Castle")


def test_burgvoegtin_is_won_in_english_by_clicks_while_cards_fly(
    site: Site, visits: Visits, cases: dict[str, Case], operator: Player
) -> None:
    player = new_player(site)
    onlooker = board_of(visits, "burgvoegtin")
    visitor = visits(player, locale="en-GB", reduced_motion="no-preference")
    recorder = Recorder(context=visitor.context)
    page = visitor.open("/daily/burgvoegtin/")
    recorder.gather()
    page.get_by_role("button", name="Deal the cards, start the clock").click()
    table = table_of(page)
    table.play(cases["burgvoegtin"].line, by=table.click)
    recorder.gather()
    expect_secrets_kept(site, recorder, page)
    ending = page.get_by_role("dialog")
    expect(ending).to_contain_text("You won!")
    expect(ending.locator("#ending-suits")).to_be_visible()
    expect(ending).to_contain_text("Rank 1 of 1")
    expect_news(onlooker, player.username)
    expect_on_desk(visits, operator, player.username, "Burgvögtin")


def test_archway_is_won_by_dragging(
    site: Site, visits: Visits, cases: dict[str, Case], operator: Player
) -> None:
    player = new_player(site)
    onlooker = board_of(visits, "archway")
    table = begin(visits, player, "archway")
    table.play(cases["archway"].line, by=table.drag)
    expect(table.page.get_by_role("dialog")).to_contain_text("Gewonnen!")
    expect_news(onlooker, player.username)
    expect_on_desk(visits, operator, player.username, "Archway")


def test_la_belle_lucie_is_won_with_redeals_and_the_merci(
    site: Site, visits: Visits, cases: dict[str, Case], operator: Player
) -> None:
    player = new_player(site)
    onlooker = board_of(visits, "la-belle-lucie")
    visitor = visits(player)
    recorder = Recorder(context=visitor.context)
    page = visitor.open("/daily/la-belle-lucie/")
    recorder.gather()
    page.get_by_role("button", name="Karten geben, Uhr starten").click()
    table = table_of(page)
    table.play(cases["la-belle-lucie"].line, by=table.click)
    recorder.gather()
    expect_secrets_kept(site, recorder, page)
    expect(table.page.get_by_role("dialog")).to_contain_text("Gewonnen!")
    expect_news(onlooker, player.username)
    expect_on_desk(visits, operator, player.username, "La Belle Lucie")


def test_citadel_is_won_by_keys_alone(
    site: Site, visits: Visits, cases: dict[str, Case], operator: Player
) -> None:
    player = new_player(site)
    onlooker = board_of(visits, "citadel")
    page = visits(player).open("/daily/citadel/")
    press_until_focused(page, "Tab", "button", "Karten geben, Uhr starten")
    page.keyboard.press("Enter")
    table = table_of(page)
    press_until_focused(page, "Tab", "#felt *")
    table.play(cases["citadel"].line, by=table.press)
    expect(page.get_by_role("dialog")).to_contain_text("Gewonnen!")
    press_until_focused(page, "Tab", "a", "Zur Bestenliste")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row").filter(has_text=player.username)).to_have_class("is-me")
    expect_news(onlooker, player.username)
    expect_on_desk(visits, operator, player.username, "Citadel")


# --- What they have in common -------------------------------------------------------------------


def board_of(visits: Visits, slug: str) -> Page:
    """Somebody looks at the board of the day, where nobody stands yet, and doesn't touch it."""
    page = visits().open(f"/boards/{slug}/")
    expect(page.get_by_text("Dieses Spiel hat noch niemand gewonnen.")).to_be_visible()
    page.evaluate("window.untouched = true")
    return page


def expect_news(board: Page, name: str) -> None:
    """The entry has come up on the open board by itself."""
    row = board.get_by_role("row").filter(has_text=name)
    expect(row.locator(".board-rank")).to_have_text("1")
    expect(row.locator(".board-time")).to_have_text(re.compile(r"^\d:\d\d,\d\d$"))
    expect(board.get_by_text("Dieses Spiel hat noch niemand gewonnen.")).to_be_hidden()
    assert board.evaluate("window.untouched") is True


def expect_secrets_kept(site: Site, recorder: Recorder, page: Page) -> None:
    """Nothing that the browser was told gives away what lies hidden or is to come."""
    game = re.search(r"/games/([0-9a-f-]+)/", page.url)
    assert game
    truth = truth_of(site, game[1])
    told = {view["version"] for _, one in recorder.heard for view in views_in(one.content.decode())}
    assert told == set(truth.positions)
    assert leaks(truth, recorder.heard) == []


def press_until_focused(page: Page, key: str, selector: str, text: str = "") -> None:
    """Press a key until the focus is where it is wanted."""
    for _ in range(40):
        focused = page.locator(f"{selector}:focus")
        if focused.count() and text in focused.inner_text():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {text or selector}")


def expect_on_desk(visits: Visits, operator: Player, name: str, ruleset: str) -> None:
    """The operator signs in where everybody does, and finds the entry and the game."""
    page = visits().open("/admin/leaderboard/entry/")
    page.get_by_label("Name").fill(operator.username)
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Anmelden", exact=True).click()
    page.locator("#searchbar").fill(name)
    page.locator("#searchbar").press("Enter")
    row = page.locator("#result_list tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(ruleset)
    expect(row).to_contain_text("1 / 1")
    row.get_by_role("link").first.click()
    page.locator(".field-shown_game a").click()
    expect(page.locator(".field-outcome .readonly")).to_have_text("gewonnen")
