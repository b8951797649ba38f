"""What may happen between the first card and the last."""

import random

import pytest
from playwright.sync_api import expect

from games.rules import RULESETS, Move
from tests.browser.network import Network
from tests.browser.steps import newcomer, start, table_of
from tests.browser.visitors import Visits
from tests.browser.voice import Voice
from tests.conftest import Case
from tests.served.deals import new_player, sign_in
from tests.served.people import Person
from tests.served.site import Site

PHONE = {"width": 390, "height": 844}


def test_a_reload_shows_the_game_where_it_stood(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    table = start(newcomer(site, visits), "citadel")
    table.play(cases["citadel"].line[:6], by=table.click)
    before = {pile: table.cards(pile) for pile in ("T1", "T4", "FC", "FH")}
    table.page.reload()
    table.wait_until_ready()
    assert table.version == 6
    table.expect_moves("6 Züge")
    assert {pile: table.cards(pile) for pile in before} == before
    table.play(cases["citadel"].line[6:8], by=table.click)


def test_a_second_tab_follows_and_may_play_on(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    line = cases["citadel"].line
    visitor = newcomer(site, visits)
    first = start(visitor, "citadel")
    second = table_of(visitor.open(first.page.url.removeprefix(site.url)))
    first.play(line[:3], by=first.click)
    second.settle(3)
    second.play(line[3:5], by=second.click)
    first.settle(5)
    assert first.cards("T1") == second.cards("T1")


def test_quick_hands_lose_nothing(site: Site, visits: Visits, cases: dict[str, Case]) -> None:
    line = cases["streets-and-alleys"].line[:12]
    table = start(newcomer(site, visits), "streets-and-alleys")
    for move in line:
        table.click(move)
    table.settle(len(line))
    assert table.cards("T1") == cards_after(cases["streets-and-alleys"], len(line), "T1")


def test_moves_made_while_the_line_is_down_arrive_once(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    line = cases["fan"].line
    visitor = newcomer(site, visits)
    visitor.forgive("/api/")
    table = start(visitor, "fan")
    network = Network(page=table.page)
    table.page.reload()
    table.wait_until_ready()
    table.play(line[:2], by=table.click)
    # The server does this move, but its answer gets lost.
    network.swallows_answers = True
    sent = len(network.sent)
    table.click(line[2])
    table.page.wait_for_function("document.querySelector('#table').dataset.pending === '1'")
    assert any(line[2] in message for message in network.sent[sent:])
    network.cut()
    table.expect_notice("Die Verbindung ist unterbrochen")
    table.click(line[3])
    network.mend()
    table.settle(4)
    table.expect_notice("Wieder verbunden")
    table.play(line[4:6], by=table.click)
    table.expect_moves("6 Züge")


def test_without_sockets_the_game_goes_on_by_requests(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    line = cases["fan"].line
    visitor = newcomer(site, visits)
    table = start(visitor, "fan")
    table.page.route_web_socket("**/ws/**", lambda socket: socket.close(code=3000))
    table.page.reload()
    table.wait_until_ready()
    table.expect_notice("Deine Züge gehen einzeln an den Server")
    table.play(line[:4], by=table.click)
    table.expect_moves("4 Züge")


def test_moves_are_taken_back_and_begun_again_and_given_up_only_after_a_question(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    line = cases["citadel"].line
    table = start(newcomer(site, visits), "citadel")
    page = table.page
    tools = page.get_by_role("toolbar")
    table.play(line[:4], by=table.click)
    tools.get_by_role("button", name="Zurück").click()
    table.settle(5)
    table.expect_moves("3 Züge")
    table.play(line[3:4], by=table.click)
    tools.get_by_role("button", name="Von vorn").click()
    page.get_by_role("dialog").get_by_role("button", name="Weiterspielen").click()
    assert table.version == 6
    tools.get_by_role("button", name="Von vorn").click()
    page.get_by_role("dialog").get_by_role("button", name="Von vorn").click()
    table.settle(7)
    table.expect_moves("0 Züge")
    tools.get_by_role("button", name="Aufgeben").click()
    page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    ending = page.get_by_role("dialog")
    expect(ending).to_contain_text("Du hast dieses Spiel aufgegeben.")
    expect(ending.locator("#ending-suits")).to_be_hidden()
    ending.get_by_role("link", name="Die heutigen Spiele").click()
    expect(page.get_by_role("listitem").filter(has_text="Citadel")).to_contain_text("Aufgegeben")


def test_a_lost_game_says_so_and_lets_one_go_back(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    player = new_player(site)
    person = Person(site=site, session_key=sign_in(site, player))
    game = person.start("fan")
    *dead_end, last = losing_line(cases["fan"])
    for version, move in enumerate(dead_end):
        assert person.play(game["id"], move, version=version).status_code == 200
    table = table_of(visits(player).open(f"/games/{game['id']}/"))
    table.play([last], by=table.click)
    lost = table.page.get_by_role("region", name="Es geht nicht mehr weiter.")
    expect(lost).to_be_visible()
    lost.get_by_role("button", name="Zurück").press("Enter")
    expect(lost).to_be_hidden()
    # The button has gone: the cards have the focus.
    assert table.focused() is not None
    table.expect_moves(f"{len(dead_end)} Züge")


def test_signing_out_elsewhere_closes_the_game_with_a_clear_word(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    visitor = newcomer(site, visits)
    table = start(visitor, "citadel")
    other = visitor.open("/")
    other.locator("summary").first.click()
    other.get_by_role("button", name="Abmelden").click()
    expect(other.get_by_role("link", name="Anmelden").first).to_be_visible()
    table.click(cases["citadel"].line[0])
    notice = table.page.get_by_role("region", name="Du bist abgemeldet.")
    expect(notice.get_by_role("link", name="Anmelden")).to_be_visible()


@pytest.mark.parametrize("slug", ["beleaguered-castle", "burgvoegtin", "archway", "la-belle-lucie"])
def test_a_phone_plays_by_taps_without_scrolling(
    site: Site, visits: Visits, cases: dict[str, Case], slug: str
) -> None:
    visitor = newcomer(site, visits, viewport=PHONE, has_touch=True, is_mobile=True)
    table = start(visitor, slug)
    table.play(cases[slug].line[:8], by=table.tap if slug != "burgvoegtin" else table.tap_top)
    table.expect_moves("8 Züge")
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert table.page.evaluate(size) == [PHONE["width"], PHONE["height"]]


def test_a_move_may_be_typed(site: Site, visits: Visits, cases: dict[str, Case]) -> None:
    table = start(newcomer(site, visits, locale="en-GB"), "fan", "Deal the cards, start the clock")
    keyboard = table.page.keyboard
    table.page.locator("#felt [tabindex='0']").focus()
    for version, move in enumerate(cases["fan"].line[:2], start=1):
        keyboard.press("/")
        keyboard.type(move.lower())
        keyboard.press("Enter")
        table.settle(version)
    keyboard.press("/")
    keyboard.type("abracadabra")
    keyboard.press("Enter")
    table.expect_notice("I can't read that move.")
    voice = Voice(page=table.page)
    played = cases["fan"].line[0]
    keyboard.press("/")
    keyboard.type(played)
    keyboard.press("Enter")
    table.expect_notice("to be seen in")
    table.settle(2)
    (said,) = voice.heard()
    assert "to be seen in" in said


def test_who_was_faster_than_hands_is_told_that_the_time_is_looked_at(
    strict_site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    player = new_player(strict_site)
    person = Person(site=strict_site, session_key=sign_in(strict_site, player))
    *moves, last = cases["fan"].line
    game = person.start("fan")
    for version, move in enumerate(moves):
        assert person.play(game["id"], move, version=version).status_code == 200
    table = table_of(visits(player, at=strict_site).open(f"/games/{game['id']}/"))
    table.play([last], by=table.click)
    ending = table.page.get_by_role("dialog")
    expect(ending).to_contain_text("Deine Zeit wird noch geprüft")
    ending.get_by_role("link", name="Zur Bestenliste").click()
    expect(table.page.get_by_role("row").filter(has_text=player.username)).to_have_count(0)


# --- From the rules -----------------------------------------------------------------------------


def cards_after(case: Case, moves: int, pile: str) -> list[str]:
    """The cards of a pile after the first moves of a case's line."""
    position = RULESETS[case.ruleset].deal(case.shuffled, reshuffled=case.reshuffled)
    for text in case.line[:moves]:
        position = position.play(Move.parse(text))
    return list(position.piles[pile])


def losing_line(case: Case) -> list[str]:
    """Moves that lead to where nothing helps any more."""
    chance = random.Random(1)
    position = RULESETS[case.ruleset].deal(case.shuffled, reshuffled=case.reshuffled)
    line = []
    while not position.is_lost:
        move = chance.choice(position.legal_moves())
        line.append(str(move))
        position = position.play(move)
    return line
