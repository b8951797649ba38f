"""One game of each family is won in each of the ways to play: mouse, finger, keys, notation.

Archway is dragged by mouse in test_winning, where more is looked at.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from games.rules import RULESETS, Move, Position
from tests.browser.steps import table_of
from tests.browser.table import Table, parts_of
from tests.browser.visitors import Visits
from tests.browser.voice import Voice, card_in_german, pile_in_german
from tests.conftest import Case
from tests.served.deals import store_daily
from tests.served.site import Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# The rest that goes up by itself is played by the button in some games, card by card in others.
CAN_FINISH = "() => !document.querySelector('#finish').hidden"


@pytest.fixture(scope="module")
def past(site: Site, cases: dict[str, Case]) -> date:
    """A settled day with today's deals: who wins them again stands on no board of today's."""
    day = site.today() - timedelta(days=4)
    with site.database():
        for case in cases.values():
            store_daily(site, case, day=day)
    return day


@pytest.mark.parametrize("slug", ["burgvoegtin-offen", "citadel", "fan"])
def test_a_game_is_won_by_dragging_with_the_mouse(
    visits: Visits, cases: dict[str, Case], past: date, slug: str
) -> None:
    table = practise(visits, slug, past)
    play_until_the_rest_goes_up(table, cases[slug], by=table.drag)
    table.page.locator("#finish").click()
    expect_won(table)


@pytest.mark.parametrize("slug", ["burgvoegtin-offen", "citadel", "archway", "fan"])
def test_a_game_is_won_by_taps_and_by_dragging_with_a_finger(
    visits: Visits, cases: dict[str, Case], past: date, slug: str
) -> None:
    table = practise(visits, slug, past, **PHONE)
    # In Burgvögtin a small pile shows no more than its top card, and suits don't count.
    tops = slug.startswith("burgvoegtin")
    drag = table.drag_top_by_finger if tops else table.drag_by_finger
    tap = table.tap_top if tops else table.tap
    play_until_the_rest_goes_up(
        table, cases[slug], by=lambda move: (drag if table.version % 2 else tap)(move)
    )
    table.page.locator("#finish").tap()
    expect_won(table)


@pytest.mark.parametrize("slug", ["burgvoegtin", "citadel", "archway", "la-belle-lucie"])
def test_a_game_is_won_by_keys_and_everything_is_said_once(
    visits: Visits, cases: dict[str, Case], past: date, slug: str
) -> None:
    table = practise(visits, slug, past)
    game = ByKeys(table=table, position=dealt(cases[slug]))
    play_until_the_rest_goes_up(table, cases[slug], by=game.play)
    game.expect_said("Der Rest geht ganz auf: Du kannst ihn spielen lassen.")
    table.page.keyboard.press("e")
    expect_won(table)
    # The rest is read by the dialog itself, beneath which the live region would be silent.
    game.expect_said()
    ending = table.page.get_by_role("dialog")
    expect(ending).to_have_accessible_name("Gewonnen!")
    expect(ending).to_have_accessible_description(
        re.compile(r"^Deine Zeit: \d:\d\d,\d\d \d+ Züge\. Ohne ")
    )


@pytest.mark.parametrize("slug", ["burgvoegtin", "citadel", "archway", "la-belle-lucie"])
def test_a_game_is_won_by_typing_its_moves(
    visits: Visits, cases: dict[str, Case], past: date, slug: str
) -> None:
    table = practise(visits, slug, past)
    table.play(cases[slug].line, by=table.write)
    expect_won(table)


# --- What they have in common -------------------------------------------------------------------


def practise(visits: Visits, slug: str, day: date, **options: object) -> Table:
    """Begin the deal of a settled day as practice, as a guest."""
    page = visits(**options).open(f"/daily/{slug}/{day}/")
    page.get_by_role("button", name="Dieses Spiel üben").click()
    return table_of(page)


def dealt(case: Case) -> Position:
    """The position that a case begins with."""
    return RULESETS[case.ruleset].deal(case.shuffled, reshuffled=case.reshuffled)


def play_until_the_rest_goes_up(table: Table, case: Case, by: Callable[[str], object]) -> None:
    """Play a case's line as far as it must be played."""
    for move in case.line:
        if table.page.evaluate(CAN_FINISH):
            return
        table.play([move], by=by)


def expect_won(table: Table) -> None:
    """The game is won, and the page says so."""
    expect(table.page.get_by_role("dialog")).to_contain_text("Gewonnen!")
    expect(table.page.locator("#table")).to_have_attribute("data-outcome", "won")


@dataclass(kw_only=True)
class ByKeys:
    """A game that is played by keys alone; what must have been said follows from its rules."""

    table: Table
    position: Position
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin to listen."""
        self.voice = Voice(page=self.table.page)

    def play(self, text: str) -> None:
        """Play a move by keys and look that the focus stays with the card."""
        self.expect_said()
        before, move = self.position, Move.parse(text)
        self.position = before.play(move)
        opened = self.table.press(text)
        if move.is_redeal:
            self.said.append("Es wird neu verteilt.")
            return
        if opened:
            # Its cards lie too close to be told apart, so it tells them first.
            told = ", ".join(map(card_in_german, before.piles[parts_of(text)[1]]))
            self.said.append(f"{pile_in_german(before, parts_of(text)[1])}: {told}.")
        self.expect_picked(before, text)
        card, source, target = parts_of(text)
        moved = f"{card_in_german(card)} auf {pile_in_german(before, target)}."
        if before.reveals(move):
            top = card_in_german(self.position.piles[source][-1])
            moved += f" Aufgedeckt: {top}."
        self.said.append(moved)
        if not before.is_merci(move):
            # The focus goes with the card, before and after the answer.
            assert self.table.focused() == target

    def expect_picked(self, before: Position, text: str) -> None:
        """Say what was told when the card was taken up: where it may go."""
        card, source, _ = parts_of(text)
        targets = [
            pile_in_german(before, str(one.target))
            for one in before.legal_moves()
            if not one.is_redeal and (one.card, one.source) == (card, source)
        ]
        self.said.append(f"{card_in_german(card)} aufgenommen. Möglich: {', '.join(targets)}.")

    def expect_said(self, more: str = "") -> None:
        """Everything so far was said, in order, and nothing twice."""
        if more:
            self.said.append(more)
        assert " ".join(self.voice.heard()) == " ".join(self.said)
