"""Help in practice, with the solver's process at work: hints, verdicts, the way to win."""

import random
import re
import time
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # has no types
from playwright.sync_api import Page, expect

from accounts.models import Player
from games.rules import RULESETS, Move, Position
from tests.browser.steps import table_of
from tests.browser.table import Table
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import new_player, sign_in
from tests.served.people import Person
from tests.served.site import SECONDS_TO_START, Site
from tests.served.solving import solving
from tests.support import CERTIFIED, publish_day

PHONE = {"width": 390, "height": 844}
SLUGS = ("burgvoegtin", "citadel", "archway", "fan")


@pytest.fixture(scope="module")
def past(site: Site, cases: dict[str, Case]) -> date:
    """A settled day, whose deals anybody may practise."""
    day = site.today() - timedelta(days=3)
    with site.database():
        publish_day(day, SLUGS)
    return day


@pytest.fixture(scope="module")
def solver(site: Site, past: date) -> Iterator[None]:
    """The solver's process is at work."""
    person = Person(site=site, session_key=sign_in(site, new_player(site)))
    help_ = f"/api/games/{person.start('fan', past)['id']}/help/"
    deadline = time.monotonic() + SECONDS_TO_START
    with solving(site):
        while person.ask(help_, "POST", kind="hint").status_code == 503:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield


def test_while_the_solver_is_away_only_the_help_is_missing(visits: Visits, past: date) -> None:
    visitor = visits()
    visitor.forgive("503")
    table = practise(visitor.open(f"/daily/citadel/{past}/"), "Dieses Spiel üben")
    table.page.keyboard.press("h")
    table.expect_notice("Hilfe steht gerade nicht zur Verfügung.")
    table.play(line_of("citadel")[:2], by=table.click)


def test_hints_lead_on_at_the_castle_by_mouse(visits: Visits, past: date, solver: None) -> None:
    table = practise(visits().open(f"/daily/citadel/{past}/"), "Dieses Spiel üben")
    page = table.page
    tools = page.get_by_role("toolbar")
    position = dealt("citadel")
    for _ in range(2):
        tools.get_by_role("button", name="Tipp").click()
        table.expect_notice("Tipp: ")
        expect(page.locator(".arrow")).to_be_visible()
        move = hinted(page)
        position = position.play(Move.parse(move))
        table.play([move], by=table.click)
        expect(page.locator(".hinted")).to_have_count(0)
        expect(page.locator(".arrow")).to_be_hidden()
    tools.get_by_role("button", name="Lösbar?").click()
    table.expect_notice("Ja, von hier aus ist das Spiel noch zu gewinnen.")
    # Playing another move than the one hinted at takes the hint away as well.
    tools.get_by_role("button", name="Tipp").click()
    table.expect_notice("Tipp: ")
    other = next(str(one) for one in position.legal_moves() if str(one) != hinted(page))
    table.play([other], by=table.click)
    expect(page.locator(".hinted")).to_have_count(0)


def test_hints_in_burgvoegtin_by_keys_are_said(visits: Visits, past: date, solver: None) -> None:
    visitor = visits(locale="en-GB")
    table = practise(visitor.open(f"/daily/burgvoegtin/{past}/"), "Practise this deal")
    page, voice = table.page, table.page.locator("#voice")
    page.keyboard.press("w")
    expect(voice).to_have_text("Yes, the game can still be won from here.")
    page.keyboard.press("h")
    expect(voice).to_have_text(re.compile(r"^Hint: .+ \(.+\) to .+\."))
    move = hinted(page)
    source, target = re.split("[:>]", move)[1:]
    # The cursor stands at the hint's card.
    assert table.focused() == source
    page.keyboard.press("Enter")
    table.go(target)
    page.keyboard.press("Enter")
    table.settle(1)
    dealt("burgvoegtin").play(Move.parse(move))


def test_hints_in_archway_on_a_phone(visits: Visits, past: date, solver: None) -> None:
    visitor = visits(viewport=PHONE, has_touch=True, is_mobile=True)
    table = practise(visitor.open(f"/daily/archway/{past}/"), "Dieses Spiel üben")
    position = dealt("archway")
    for _ in range(3):
        table.page.get_by_role("toolbar").get_by_role("button", name="Tipp").tap()
        table.expect_notice("Tipp: ")
        move = hinted(table.page)
        position = position.play(Move.parse(move))
        table.play([move], by=table.tap)
    table.page.get_by_role("toolbar").get_by_role("button", name="Lösbar?").tap()
    table.expect_notice("Ja, von hier aus ist das Spiel noch zu gewinnen.")


def test_a_lost_fan_is_given_up_shown_and_looked_through(
    site: Site, visits: Visits, past: date, solver: None
) -> None:
    player = new_player(site)
    on_line, astray = losing_line("fan")
    game = begin_by_program(site, player, "fan", past, [*on_line, *astray])
    table = table_of(visits(player).open(f"/games/{game}/"))
    page = table.page
    page.get_by_role("toolbar").get_by_role("button", name="Lösbar?").click()
    table.expect_notice("Nein, von hier aus ist das Spiel nicht mehr zu gewinnen.")
    expect_accessible(page)

    page.get_by_role("toolbar").get_by_role("button", name="Aufgeben").click()
    page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    ending = page.get_by_role("dialog")
    expect(ending).to_contain_text("Mit Hilfe gespielt.")
    ending.get_by_role("button", name="Zeig mir, wie man gewinnt").click()
    line = line_of("fan")
    film = page.get_by_role("region", name="Wo du aufgegeben hast, war nichts mehr zu gewinnen.")
    expect(film).to_be_visible()
    expect_accessible(page)
    film.get_by_role("button", name="Weiter").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(".")
    expect(film).to_contain_text(f"Zug 3 von {len(line)}: ")
    assert table.cards("FH") == list(after("fan", line[:3]).piles["FH"])
    film.get_by_role("button", name="Ans Ende").click()
    page.wait_for_function(
        "document.querySelectorAll('[data-kind=foundation] .buried').length > 40"
    )
    film.get_by_role("button", name="Fertig").click()
    expect(film).to_be_hidden()

    page.get_by_role("toolbar").get_by_role("button", name="Ansehen").click()
    film = page.get_by_role("region", name="Dein Spiel, Zug für Zug")
    expect(film).to_contain_text(re.compile(r"(Mit|Spätestens mit|zwischen) Zug \d+ "))
    film.get_by_role("button", name="Zu diesem Zug").click()
    slider = film.get_by_role("slider")
    assert len(on_line) < int(slider.input_value()) <= len(on_line) + len(astray)
    slider.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Zug \d+ von "))
    page.keyboard.press("Escape")
    expect(film).to_be_hidden()
    page.goto(f"{site.url}/players/{player.username}/")
    expect(page.get_by_role("row").filter(has_text="mit Hilfe")).to_have_count(1)


# --- What they have in common -------------------------------------------------------------------


def practise(page: Page, button: str) -> Table:
    """Begin a settled deal as practice, from its page."""
    page.get_by_role("button", name=button).click()
    return table_of(page)


def hinted(page: Page) -> str:
    """The move that is marked on the table."""
    card = page.locator(".playing-card.hinted")
    source = card.locator("xpath=..").get_attribute("data-pile")
    target = page.locator(".pile.hinted").get_attribute("data-pile")
    return f"{card.get_attribute('data-card')}:{source}>{target}"


def begin_by_program(site: Site, player: Player, slug: str, day: date, moves: list[str]) -> str:
    """Begin a settled deal as practice, and play some moves."""
    person = Person(site=site, session_key=sign_in(site, player))
    game = person.start(slug, day)
    for version, move in enumerate(moves):
        assert person.play(game["id"], move, version=version).status_code == 200
    return str(game["id"])


def expect_accessible(page: Page) -> None:
    """No rule of axe is broken."""
    violations = Axe().run(page).response["violations"]
    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in violations] == []


# --- From the rules -----------------------------------------------------------------------------


def line_of(slug: str) -> list[str]:
    """The line that wins a ruleset's certified deal."""
    line: list[str] = CERTIFIED[slug]["line"].split()
    return line


def dealt(slug: str) -> Position:
    """A ruleset's certified deal."""
    return RULESETS[slug].deal_seed(bytes.fromhex(CERTIFIED[slug]["seed"]))


def after(slug: str, moves: list[str]) -> Position:
    """The certified deal after some moves."""
    position = dealt(slug)
    for move in moves:
        position = position.play(Move.parse(move))
    return position


def losing_line(slug: str) -> tuple[list[str], list[str]]:
    """The beginning of the certified line, and moves from there to where nothing moves any more."""
    on_line = line_of(slug)[:8]
    position = after(slug, on_line)
    astray: list[str] = []
    chance = random.Random(1)
    while not position.is_lost:
        move = chance.choice(position.legal_moves())
        astray.append(str(move))
        position = position.play(move)
    return on_line, astray
