"""What goes wrong on other tables with hands: clicks, taps, drags, and cards still in flight."""

from playwright.sync_api import Page, expect

from tests.browser.network import Network
from tests.browser.picture import expect_as_the_server_has_it
from tests.browser.steps import newcomer, start, table_of
from tests.browser.table import Point, Table, parts_of
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.site import Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Cards fly so slowly that whatever comes next comes while they fly.
SLOWLY = """
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, options) {
  return animate.call(this, frames, { ...options, duration: options.duration * 4 });
};
"""
FLIGHTS = """document.querySelector("#felt").getAnimations({ subtree: true }).filter(
  (flight) => flight.playState === "running",
).length"""
# How the page lies in its window: nothing scrolled, nothing zoomed.
LIES = """[scrollX, scrollY, visualViewport.scale, visualViewport.offsetTop,
  document.querySelector("#felt").scrollTop]"""
AT_REST = [0, 0, 1, 0, 0]

# A corner from which a card lies six pixels beside a pile and covers no other.
BESIDE = """(pile) => {
  const boxOf = (one) => one.getBoundingClientRect();
  const roots = [...document.querySelectorAll("[data-pile]")];
  const { x, y, width, height } = boxOf(roots.find((one) => one.dataset.pile === pile));
  const card = boxOf(document.querySelector(".playing-card"));
  const corners = [
    [x - card.width - 6, y], [x + width + 6, y], [x, y + height + 6], [x, y - card.height - 6],
  ];
  const covers = ([left, top], box) =>
    left < box.right && left + card.width > box.x && top < box.bottom && top + card.height > box.y;
  return corners.find((one) => !roots.some((root) => covers(one, boxOf(root)))) ?? null;
}"""


# --- Cards in flight ----------------------------------------------------------------------------


def test_what_is_taken_back_or_begun_again_in_flight_lies_in_its_place(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = slow_table(site, visits, "citadel")
    page, line = table.page, cases["citadel"].line
    page.emulate_media(reduced_motion="no-preference")
    for move in line[:3]:
        table.click(move)
    expect_flights(page)
    page.locator("#undo").click()
    page.locator("#undo").click()
    table.settle(5)
    expect_flights(page)
    assert expect_as_the_server_has_it(table)["ply"] == 1
    for move in line[1:6]:
        table.click(move)
    expect_flights(page)
    page.locator("#restart").click()
    page.locator("#confirm-yes").click()
    table.settle(11)
    expect_flights(page)
    assert expect_as_the_server_has_it(table)["ply"] == 0


def test_a_redeal_in_flight_and_moves_during_it_leave_every_card_in_its_place(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = slow_table(site, visits, "la-belle-lucie")
    page, line = table.page, cases["la-belle-lucie"].line
    first = line.index("redeal")
    table.play(line[:first], by=table.write)
    page.emulate_media(reduced_motion="no-preference")
    for version in (first + 1, first + 2):
        page.locator("#pack").click()
        page.locator("#confirm-yes").click()
        table.settle(version)
        expect_flights(page)
    # While the second redeal is dealt, the first card that fits goes up.
    page.keyboard.press("1")
    page.keyboard.press("f")
    expect_flights(page)
    assert expect_as_the_server_has_it(table)["redeals"] == 0


# --- What can't be taken back ---------------------------------------------------------------------


def test_moves_on_their_way_are_not_thrown_away_by_one_tap(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "citadel")
    page, line = table.page, cases["citadel"].line
    network = Network(page=page)
    page.reload()
    table.wait_until_ready()
    network.swallows_answers = True
    table.click(line[0])
    page.locator("#restart").click()
    expect(page.locator("#confirm")).to_be_visible()
    page.locator("#confirm-no").click()
    network.cut()
    network.mend()
    table.settle(1)


def test_a_redeal_agreed_to_before_another_tab_dealt_is_asked_for_anew(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    visitor = newcomer(site, visits)
    table = start(visitor, "la-belle-lucie")
    page = table.page
    elsewhere = table_of(visitor.open(page.url.removeprefix(site.url)))
    page.locator("#pack").click()
    elsewhere.page.locator("#pack").click()
    elsewhere.page.locator("#confirm-yes").click()
    elsewhere.settle(1)
    page.wait_for_function("() => document.querySelector('#table').dataset.version === '1'")
    page.locator("#confirm-yes").click()
    expect(page.locator("#confirm-text")).to_contain_text("Danach geht es nicht noch einmal")
    page.locator("#confirm-no").click()
    expect(page.locator("#confirm")).to_be_hidden()
    assert table.version == 1


def test_whoever_lets_go_is_offered_the_merci_no_more(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "la-belle-lucie")
    page = table.page
    table.play(["redeal", "redeal"], by=table.click)
    page.locator("#pack").click()
    expect(page.locator(".offer").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".offer")).to_have_count(0)
    expect(page.locator("#notice")).to_be_hidden()
    expect_as_the_server_has_it(table)


# --- Clicks and taps ----------------------------------------------------------------------------


def test_a_triple_click_sends_one_card_up_and_holds_none(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "fan")
    line = cases["fan"].line
    at = next(order for order, move in enumerate(line) if ">F" in move)
    table.play(line[:at], by=table.click)
    card, source, target = parts_of(line[at])
    table.page.mouse.click(*table.find(source, card), click_count=3)
    table.settle(at + 1)
    assert table.cards(target)[-1] == card
    expect(table.page.locator(".playing-card.held")).to_have_count(0)
    assert expect_as_the_server_has_it(table)["version"] == at + 1


def test_a_double_tap_sends_its_card_up_and_neither_scrolls_nor_zooms(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits, **PHONE), "fan")
    line = cases["fan"].line
    at = next(order for order, move in enumerate(line) if ">F" in move)
    table.play(line[:at], by=table.tap)
    card, source, target = parts_of(line[at])
    spot = table.find(source, card)
    # A gesture as the browser's own recognition makes it, not two events.
    x, y = spot
    table.gesture("synthesizeTapGesture", x=x, y=y, tapCount=2, duration=30)
    table.settle(at + 1)
    assert table.cards(target)[-1] == card
    table.gesture("synthesizePinchGesture", x=x, y=y, scaleFactor=2.0)
    table.gesture("synthesizeScrollGesture", x=x, y=y, yDistance=-300)
    assert table.page.evaluate(LIES) == AT_REST
    assert expect_as_the_server_has_it(table)["version"] == at + 1


# --- Drags --------------------------------------------------------------------------------------


def test_a_drag_that_ends_outside_the_window_returns_and_the_next_one_works(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "citadel")
    first, second = cases["citadel"].line[:2]
    card, source, _ = parts_of(first)
    mouse = table.page.mouse
    for outside in ((-40.0, 300.0), (2000.0, 300.0), (500.0, -60.0), (500.0, 2000.0)):
        before = corner(table, source, card)
        mouse.move(*table.find(source, card))
        mouse.down()
        mouse.move(*outside, steps=4)
        mouse.up()
        assert corner(table, source, card) == before
        expect(table.page.locator(".dragging, .playing-card.held")).to_have_count(0)
    table.play([first, second], by=table.drag)
    expect_as_the_server_has_it(table)


def test_a_finger_that_leaves_the_window_or_gets_company_plays_nothing(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits, **PHONE), "citadel")
    first, second = cases["citadel"].line[:2]
    card, source, target = parts_of(first)
    before = corner(table, source, card)
    spot, goal = table.find(source, card), table.find(target)
    table.swipe([spot, (-20, 300)])
    assert corner(table, source, card) == before
    # The system takes the finger away, as with a call or a gesture of its own.
    table.swipe([spot, goal], lift=False)
    table.finger("touchCancel")
    assert corner(table, source, card) == before
    table.swipe([spot, goal], lift=False)
    table.finger("touchStart", goal, (200, 400))
    table.finger("touchEnd")
    assert corner(table, source, card) == before
    assert table.version == 0
    assert table.page.evaluate(LIES) == AT_REST
    table.play([first, second], by=table.drag_by_finger)
    expect_as_the_server_has_it(table)


def test_a_drop_that_misses_by_some_pixels_is_forgiven(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "fan")
    line = cases["fan"].line
    at = next(order for order, move in enumerate(line) if ">F" in move)
    table.play(line[:at], by=table.click)
    card, source, target = parts_of(line[at])
    here = corner(table, source, card)
    beside = table.page.evaluate(BESIDE, target)
    assert beside, "there is room beside the pile"
    spot = table.find(source, card)
    mouse = table.page.mouse
    mouse.move(*spot)
    mouse.down()
    mouse.move(spot[0] + beside[0] - here[0], spot[1] + beside[1] - here[1], steps=4)
    mouse.up()
    table.settle(at + 1)
    assert table.cards(target)[-1] == card


def test_a_dragged_card_stays_where_the_finger_took_it(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits, **PHONE), "la-belle-lucie")
    card, source, _ = parts_of(cases["la-belle-lucie"].line[0])
    x, y = corner(table, source, card)
    for part in (0.1, 0.9):
        box = table.page.locator(f'[data-card="{card}"]').bounding_box()
        assert box
        spot = (box["x"] + part * box["width"], box["y"] + 0.9 * box["height"])
        table.swipe([spot, (spot[0] + 31, spot[1] + 57)], lift=False)
        dragged = table.page.locator(".dragging")
        expect(dragged).to_have_count(1)
        table.page.wait_for_function("() => new Promise(requestAnimationFrame)")
        assert corner(table, source, card) == (x + 31, y + 57)
        table.finger("touchCancel")


def test_a_dragged_card_stays_at_the_finger_when_the_window_changes(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits, **PHONE), "la-belle-lucie")
    page = table.page
    card, source, _ = parts_of(cases["la-belle-lucie"].line[0])
    x, y = corner(table, source, card)
    spot = table.find(source, card)
    table.swipe([spot, (spot[0] + 31, spot[1] + 57)], lift=False)
    page.set_viewport_size({"width": 360, "height": 780})
    page.wait_for_function("() => innerWidth === 360")
    page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => done(true)))")
    assert corner(table, source, card) == (x + 31, y + 57)
    table.finger("touchEnd")
    expect(page.locator(".dragging")).to_have_count(0)


def test_a_mouse_that_lets_go_beside_the_felt_keeps_no_finger_from_playing(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits, has_touch=True), "citadel")
    line, mouse = cases["citadel"].line, table.page.mouse
    mouse.move(*table.find("FC"))
    mouse.down()
    mouse.move(400, 10, steps=4)
    mouse.up()
    table.play(line[:1], by=table.tap)
    # A thumb that holds the tablet lies at its upper edge.
    card, source, target = parts_of(line[1])
    thumb = (60.0, 8.0)
    table.finger("touchStart", thumb)
    for find in ((source, card), (target,)):
        spot = table.find(*find)
        table.finger("touchStart", spot, first=1)
        table.finger("touchEnd", spot, first=1)
    table.settle(2)
    # With its thumb there, the hand still reaches the tools, each touch once.
    box = table.page.locator("#undo").bounding_box()
    assert box
    tool = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.finger("touchStart", tool, first=1)
    table.finger("touchEnd", tool, first=1)
    table.settle(3)
    table.finger("touchEnd", thumb)
    table.page.locator("#undo").tap()
    table.settle(4)
    table.expect_moves("0 Züge")


# --- What they have in common -------------------------------------------------------------------


def slow_table(site: Site, visits: Visits, slug: str) -> Table:
    """A table whose cards take their time, once they are to move."""
    visitor = newcomer(site, visits)
    visitor.context.add_init_script(SLOWLY)
    return start(visitor, slug)


def expect_flights(page: Page) -> None:
    """Cards are in flight."""
    assert page.evaluate(FLIGHTS) > 0


def corner(table: Table, pile: str, card: str) -> Point:
    """Where a card is seen at this moment."""
    box = table.page.locator(f'[data-pile="{pile}"] [data-card="{card}"]').bounding_box()
    assert box
    return round(box["x"]), round(box["y"])
