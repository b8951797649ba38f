"""Hands that do anything, quickly and while cards fly: browser and server stay of one mind.

How many things they do is set by CHAOS_ACTIONS in the environment; some 1500 keep them busy for a
minute a family. The seed of their chance is the ruleset's name, so that a run can be repeated.
"""

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from tests.browser.picture import expect_as_the_server_has_it
from tests.browser.steps import newcomer, start
from tests.browser.table import Point, Table
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.site import Site

ACTIONS = int(os.environ.get("CHAOS_ACTIONS", "150"))
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
KEYS = ["z", "f", "Enter", "Escape", "g", "m", "i", "1", "3", "r", "4", "k", "ArrowUp", "ArrowLeft",
        "ArrowDown", "ArrowRight", "Shift+ArrowUp", " "]  # fmt: skip
# Where a card, or an empty place, is seen at this moment, in flight or not.
ANY_CARD = """(chance) => {
  const all = [...document.querySelectorAll(".playing-card[data-card], .slot:not([aria-hidden])")];
  const { x, y, width, height } = all[Math.floor(chance * all.length)].getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
# The two ends of a move that the server's game allows, as they are seen at this moment.
A_MOVE = """async (chance) => {
  const game = await (await fetch(document.querySelector("#table").dataset.api)).json();
  const all = [game.dests, game.sequence_dests, game.merci_dests].flatMap((dests) =>
    Object.entries(dests).flatMap(([from, piles]) => piles.map((to) => [...from.split(":"), to])),
  );
  if (!all.length) return null;
  const [card, source, target] = all[Math.floor(chance * all.length)];
  const felt = document.querySelector("#felt");
  const from = felt.querySelector(`[data-pile="${source}"] [data-card="${card}"]`);
  const to = [...felt.querySelectorAll(`[data-pile="${target}"] :is(.slot, .playing-card)`)].at(-1);
  if (!from || !to) return null;
  return [from, to].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height * (one === from ? 0.94 : 0.5)];
  });
}"""
CLICK = """([button, dialog]) => {
  const asks = document.querySelector("dialog[open]");
  if (dialog ? asks?.id === dialog : !asks) document.querySelector(button)?.click();
}"""
QUIET = """() => {
  for (const box of document.querySelectorAll("dialog[open]")) box.close("no");
  const { pending, standing } = document.querySelector("#table").dataset;
  return pending === "0" && (standing ?? "open") === "open";
}"""


@dataclass(kw_only=True)
class Chaos:
    """Hands at a table."""

    table: Table
    chance: random.Random
    finger: bool

    def act(self) -> None:
        """Do something."""
        tools = [self.undo] * 3 + [self.redeal, self.restart, self.press]
        hands = [self.touch] * 2 + [self.touch_twice] * 3 + [self.drag] * 2 + [self.play] * 8
        self.chance.choice([*tools, *hands])()

    def anywhere(self) -> Point:
        """A card, or any point of the felt."""
        if self.chance.random() < 0.85:
            x, y = self.table.page.evaluate(ANY_CARD, self.chance.random())
            return x, y
        size = self.table.page.viewport_size
        assert size
        return self.chance.random() * size["width"], 50 + self.chance.random() * (
            size["height"] - 110
        )

    def play(self) -> None:
        """Two taps, or a drag, that make a move unless something else has come between."""
        ends = self.table.page.evaluate(A_MOVE, self.chance.random())
        if ends and self.chance.random() < 0.5:
            self._drag(ends)
        elif ends:
            self._touch(ends[0], 1)
            self._touch(ends[1], 1)

    def touch(self) -> None:
        """One click or tap."""
        self._touch(self.anywhere(), 1)

    def touch_twice(self) -> None:
        """Two clicks or taps at one spot, or three."""
        self._touch(self.anywhere(), self.chance.choice([2, 2, 3]))

    def _touch(self, at: Point, times: int) -> None:
        if self.finger:
            for _ in range(times):
                self.table.page.touchscreen.tap(*at)
        else:
            self.table.page.mouse.click(*at, click_count=times)

    def drag(self) -> None:
        """Drag from one place to another, and sometimes out of the window."""
        ends = [self.anywhere(), self.anywhere()]
        if self.chance.random() < 0.1:
            ends.append((-30, 40))
        self._drag(ends)

    def _drag(self, ends: Sequence[Point]) -> None:
        if self.finger:
            self.table.swipe(ends)
            return
        mouse = self.table.page.mouse
        mouse.move(*ends[0])
        mouse.down()
        for end in ends[1:]:
            mouse.move(*end, steps=2)
        mouse.up()

    def press(self) -> None:
        """Press a key of the table's."""
        self.table.page.keyboard.press(self.chance.choice(KEYS))

    def undo(self) -> None:
        """Take back, once or several times."""
        for _ in range(self.chance.choice([1, 1, 2, 4])):
            self._press_button("#undo")

    def restart(self) -> None:
        """Begin again, after a question as a rule."""
        if self.chance.random() < 0.3:
            self._press_button("#restart")
            self._answer()

    def redeal(self) -> None:
        """Deal anew where that may be, after a question."""
        self._press_button("#pack")
        self._answer()

    def _press_button(self, button: str) -> None:
        # By program, and only while nothing is asked: hands would meet the question above it.
        self.table.page.evaluate(CLICK, [button, ""])

    def _answer(self) -> None:
        answer = self.chance.choice(["yes", "yes", "no"])
        self.table.page.evaluate(CLICK, [f"#confirm-{answer}", "confirm"])


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
@pytest.mark.parametrize("slug", ["burgvoegtin", "citadel", "archway", "la-belle-lucie"])
def test_whatever_hands_do_the_table_is_as_the_server_has_it(
    site: Site, visits: Visits, cases: dict[str, Case], slug: str, finger: bool
) -> None:
    options = PHONE if finger else {}
    visitor = newcomer(site, visits, reduced_motion="no-preference", **options)
    table = start(visitor, slug)
    chaos = Chaos(table=table, chance=random.Random(slug), finger=finger)
    for _ in range(ACTIONS):
        chaos.act()
    table.page.wait_for_function(QUIET)
    table.page.keyboard.press("Escape")
    game = expect_as_the_server_has_it(table)
    # They have done something, after all.
    assert game["version"] > ACTIONS / 8
