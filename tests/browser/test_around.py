"""What goes wrong around other tables: history, keys, clocks, focus, faces that can't be read."""

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.network import Network
from tests.browser.steps import newcomer, start, table_of
from tests.browser.visitors import Visits
from tests.browser.voice import Voice
from tests.conftest import Case
from tests.served.deals import new_player, sign_in
from tests.served.people import Person
from tests.served.site import Site

# Each text of the clock, in seconds, as it was shown.
WATCH_CLOCK = """() => {
  const clock = document.querySelector("#clock");
  window.times = [];
  const read = () => window.times.push(
    clock.textContent.split(":").reduce((sum, part) => 60 * sum + Number(part), 0),
  );
  read();
  new MutationObserver(read).observe(clock, { childList: true, subtree: true });
}"""
# The least contrast of a suit's sign and of its ranks with the paper that they stand on.
CONTRASTS = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((n) => {
      const c = n / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const least = {};
  for (const card of document.querySelectorAll(".playing-card[data-card]")) {
    const paper = getComputedStyle(card).backgroundColor;
    const rank = card.querySelector(".rank");
    const sign = card.querySelector(".face > .suit");
    const suit = card.dataset.card[1];
    if (!rank || !sign) continue;
    const found = [getComputedStyle(rank).stroke, getComputedStyle(sign).fill];
    least[suit] = Math.min(least[suit] ?? 21, ...found.map((one) => contrast(one, paper)));
  }
  return least;
}"""
# The tens of which no whole index is to be seen; and how many there are, but for those that lie
# wholly under another card.
CUT_TENS = """() => {
  const inside = (box, { x, y, right, bottom }) =>
    box.x >= x && box.y >= y && box.right <= right && box.bottom <= bottom;
  const tens = [...document.querySelectorAll(
    '[data-kind="tableau"] > [data-card^="T"], [data-pile] > [data-card^="T"]:last-child',
  )];
  const isWhole = (card) => (rank) => {
    const box = rank.getBoundingClientRect();
    const spots = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.1, 0.9].map((down) => [box.x + across * box.width, box.y + down * box.height]),
    );
    return inside(box, card.getBoundingClientRect()) && spots.every(
      (spot) => document.elementFromPoint(...spot)?.closest(".playing-card") === card,
    );
  };
  const cut = tens.filter((card) => ![...card.querySelectorAll(".rank")].some(isWhole(card)));
  return [tens.length, cut.map((card) => card.dataset.card)];
}"""
GIVE_UP = "Aufgeben"


# --- The browser's own ---------------------------------------------------------------------------


def test_back_goes_where_one_came_from_and_past_no_dead_game(visits: Visits) -> None:
    page = visits().open("/rules/fan/")
    page.goto(page.url.replace("rules", "practice"))
    came_from = page.url
    for _ in range(2):
        page.get_by_role("button", name=re.compile("neu|geben", re.IGNORECASE)).first.click()
        table_of(page)
        page.get_by_role("toolbar").get_by_role("button", name=GIVE_UP).click()
        page.get_by_role("dialog").get_by_role("button", name=GIVE_UP).click()
        page.get_by_role("dialog").get_by_role("link", name="Noch ein Übungsspiel").click()
        expect(page).to_have_url(came_from)
    seen = []
    while "/rules/" not in page.url:
        seen.append(page.url)
        page.go_back()
    assert set(seen) == {came_from}


def test_undos_restarts_and_reloads_leave_no_entries_to_go_back_through(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "citadel")
    page = table.page
    table.play(cases["citadel"].line[:2], by=table.click)
    page.locator("#undo").click()
    page.locator("#restart").click()
    page.locator("#confirm-yes").click()
    table.settle(4)
    page.reload()
    table.wait_until_ready()
    page.go_back()
    expect(page).to_have_url(f"{site.url}/daily/citadel/")


def test_the_way_to_the_rules_does_not_leave_the_game(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "citadel")
    page = table.page
    table.play(cases["citadel"].line[:1], by=table.click)
    page.locator("#help").click()
    guide = page.get_by_role("dialog")
    with page.context.expect_page() as opened:
        guide.get_by_role("link", name="Alle Regeln").click()
    expect(opened.value).to_have_url(f"{site.url}/rules/citadel/")
    page.bring_to_front()
    guide.get_by_role("button", name="Zurück zum Spiel").click()
    table.play(cases["citadel"].line[1:2], by=table.click)
    table.expect_moves("2 Züge")


# --- Keys and focus -----------------------------------------------------------------------------


def test_what_is_typed_into_a_line_is_no_shortcut(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "citadel")
    page = table.page
    table.play(cases["citadel"].line[:1], by=table.click)
    page.keyboard.press("/")
    page.keyboard.type("zfehmiw?/1r4")
    expect(page.locator("#typed")).to_have_value("zfehmiw?/1r4")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert table.version == 1
    # The cards have the focus again, and the keys their meaning.
    page.keyboard.press("z")
    table.settle(2)


def test_the_focus_is_never_lost(site: Site, visits: Visits, cases: dict[str, Case]) -> None:
    line = cases["citadel"].line
    table = start(newcomer(site, visits), "citadel")
    page = table.page
    for play in (table.click, table.drag, table.press, table.write):
        table.play([line[table.version]], by=play)
        assert table.focused() is not None
    for selector, close in [("#help", "#guide-close"), ("#settings", "#preferences-close")]:
        page.locator(selector).press("Enter")
        page.locator(close).press("Enter")
        expect(page.locator(selector)).to_be_focused()
    page.locator("#undo").press("Enter")
    table.settle(5)
    expect(page.locator("#undo")).to_be_focused()
    page.keyboard.press("z")
    table.settle(6)
    assert table.focused() is not None
    page.locator("#restart").press("Enter")
    page.locator("#confirm-yes").press("Enter")
    table.settle(7)
    assert page.evaluate("document.activeElement !== document.body")


def test_the_focus_goes_to_the_cards_where_its_button_goes(visits: Visits) -> None:
    page = visits().open("/practice/citadel/")
    page.get_by_role("main").get_by_role("button").first.click()
    table = table_of(page)
    page.locator("#resign").press("Enter")
    page.locator("#confirm-yes").press("Enter")
    expect(page.locator("#ending")).to_be_visible()
    # A practice game that is over can be looked at, and not given up again.
    expect(page.locator("#resign")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert table.focused() is not None


def test_how_the_line_stands_is_to_be_read_until_it_stands(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    visitor = newcomer(site, visits)
    visitor.forgive("/api/")
    page = start(visitor, "citadel").page
    network = Network(page=page, stands=False)
    page.reload()
    table = table_of(page)
    table.expect_notice("Die Verbindung ist unterbrochen")
    page.clock.install()
    page.keyboard.press("z")
    table.expect_notice("Noch gibt es keinen Zug")
    page.clock.run_for(5000)
    table.expect_notice("Die Verbindung ist unterbrochen")
    page.clock.resume()
    network.mend()
    table.expect_notice("Wieder verbunden")


def test_everything_is_said_once_whatever_happens(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    visitor = newcomer(site, visits)
    table = start(visitor, "fan")
    page, line = table.page, cases["fan"].line
    network = Network(page=page)
    page.reload()
    table.wait_until_ready()
    table.play(line[:1], by=table.write)
    voice = Voice(page=page)
    page.keyboard.press("z")
    table.settle(2)
    page.keyboard.press("z")
    assert_said(
        voice,
        "Zug zurückgenommen.",
        "Noch gibt es keinen Zug, der sich zurücknehmen ließe.",
    )
    # The same twice is said twice.
    page.keyboard.press("z")
    assert_said(voice, "Noch gibt es keinen Zug, der sich zurücknehmen ließe.")
    visitor.forgive("/api/")
    network.cut()
    table.expect_notice("Die Verbindung ist unterbrochen")
    network.mend()
    table.expect_notice("Wieder verbunden")
    assert_said(
        voice,
        "Die Verbindung ist unterbrochen. Sie wird wiederhergestellt, dein Spiel ist sicher.",
        "Wieder verbunden.",
    )
    page.keyboard.press("i")
    (status,) = voice.heard()
    assert re.fullmatch(r"\d:\d\d\. 0 Züge, 1-mal zurückgenommen\.", status)


# --- The clock ----------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [-1, 1])
def test_the_clock_runs_on_whatever_the_devices_clock_says_and_wherever_the_tab_slept(
    site: Site, visits: Visits, cases: dict[str, Case], days: int
) -> None:
    player = new_player(site)
    visitor = visits(player)
    page = visitor.open("/daily/citadel/")
    page.context.add_init_script(
        f"const now = Date.now; Date.now = () => now() + {days * 86_400_000};"
    )
    page.get_by_role("button", name="Karten geben, Uhr starten").click()
    table = table_of(page)
    page.evaluate(WATCH_CLOCK)
    page.wait_for_function("() => window.times.at(-1) >= 2")
    assert page.evaluate("window.times.at(-1)") < 60
    # While the tab slept ten minutes have gone by on the server.
    shift_start(site, page, minutes=-10)
    wake(page)
    page.wait_for_function("() => window.times.at(-1) >= 602")
    # Told of less, the clock doesn't jump back, and runs on once the time is reached.
    shift_start(site, page, minutes=5)
    wake(page)
    table.play(cases["citadel"].line[:1], by=table.click)
    times = page.evaluate("window.times")
    assert times == sorted(times)
    assert times[-1] >= 602
    steps = [later - earlier for earlier, later in pairwise(times)]
    assert all(step < 60 or step > 590 for step in steps)


# --- Faces --------------------------------------------------------------------------------------


@pytest.mark.parametrize("suits", ["two", "four"])
def test_every_suit_stands_out_from_its_card_in_the_light_in_the_dark_and_in_forced_colours(
    site: Site, visits: Visits, cases: dict[str, Case], suits: str
) -> None:
    table = start(newcomer(site, visits), "citadel")
    page = table.page
    page.evaluate("(suits) => (document.documentElement.dataset.suits = suits)", suits)
    for scheme in ("light", "dark"):
        for forced in ("none", "active"):
            page.emulate_media(color_scheme=scheme, forced_colors=forced)
            contrasts = page.evaluate(CONTRASTS)
            assert sorted(contrasts) == ["C", "D", "H", "S"]
            assert min(contrasts.values()) > 4.5


@pytest.mark.parametrize("slug", ["burgvoegtin-offen", "citadel", "archway", "la-belle-lucie"])
def test_a_ten_is_never_cut(site: Site, visits: Visits, cases: dict[str, Case], slug: str) -> None:
    player = new_player(site)
    person = Person(site=site, session_key=sign_in(site, player))
    game = person.start(slug)
    # To where the piles have grown apart.
    for version, move in enumerate(cases[slug].line[:24]):
        assert person.play(game["id"], move, version=version).status_code == 200
    page = table_of(visits(player).open(f"/games/{game['id']}/")).page
    for size in ((320, 568), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for indices in ("ordinary", "large"):
            page.evaluate("(one) => (document.documentElement.dataset.indices = one)", indices)
            # The table is drawn anew as its size changes by a hair.
            page.set_viewport_size({"width": size[0], "height": size[1] - 1})
            page.wait_for_function("() => new Promise(requestAnimationFrame)")
            tens, cut = page.evaluate(CUT_TENS)
            assert tens > 0
            assert cut == [], (size, indices)


# --- What they have in common -------------------------------------------------------------------


def assert_said(voice: Voice, *texts: str) -> None:
    """All this was said since the last time, and each once."""
    voice.page.wait_for_function("(number) => window.heard.length >= number", arg=len(texts))
    assert voice.heard() == list(texts)
    voice.forget()


def shift_start(site: Site, page: Page, *, minutes: int) -> None:
    """Let a game have begun at another time."""
    found = re.search(r"/games/([0-9a-f-]+)/", page.url)
    assert found
    with site.database():
        game = Game.objects.get(pk=found[1])
        game.started += timedelta(minutes=minutes)
        game.save(update_fields=["started"])


def wake(page: Page) -> None:
    """The tab is seen again after a sleep."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
