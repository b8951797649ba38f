"""A table on the screen, and the ways to move a card on it: clicks, drags, taps, keys."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

Point = tuple[float, float]

# Where a hand would reach: a point at which the card, or the pile, is the topmost thing there is.
# Cards in flight are waited for: nobody can aim at what has flown on, or is covered for a moment.
FIND = """async ([pile, card]) => {
  const flights = document.querySelector("#felt").getAnimations({ subtree: true });
  const finite = flights.filter((one) => one.effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(finite.map((flight) => flight.finished));
  const root = document.querySelector(`[data-pile="${pile}"]`);
  const order = (one) => Number(one.dataset.index ?? -1);
  const cards = [...root.querySelectorAll(".playing-card")].filter(
    (one) => !card || one.dataset.card === card,
  );
  const [top] = cards.sort((a, b) => order(b) - order(a));
  const wanted = top ?? (card ? null : root.querySelector(".slot"));
  if (!wanted) return null;
  const { x, y, width, height } = wanted.getBoundingClientRect();
  const parts = [0.5, 0.12, 0.88, 0.3, 0.7, 0.04, 0.96];
  for (const down of parts) {
    for (const across of parts) {
      const point = [x + width * across, y + height * down];
      const hit = document.elementFromPoint(...point);
      if (hit && (wanted.contains(hit) || (!card && root.contains(hit)))) return point;
    }
  }
  return null;
}"""

# No answer is awaited, and the version is shown; or a question has come up first.
SETTLED = """(version) => {
  const { version: shown, pending } = document.querySelector("#table").dataset;
  const settled = Number(shown) === version && pending === "0";
  return settled ? "settled" : document.querySelector("#confirm").open && "asked";
}"""

FOCUSED = 'document.activeElement?.closest("[data-pile]")?.dataset.pile ?? null'


@dataclass(frozen=True, kw_only=True)
class Table:
    """The table of a page. A move is given as text; each way to play it returns at once."""

    page: Page

    def wait_until_ready(self) -> None:
        """Wait until the cards lie on the table."""
        self.page.locator("#felt [data-card]").first.wait_for()

    @property
    def version(self) -> int:
        """The version that the page shows."""
        return int(self.page.locator("#table").get_attribute("data-version") or "")

    def settle(self, version: int) -> None:
        """Wait until a version is shown and no answer is awaited; say yes to what is asked."""
        found = self.page.wait_for_function(SETTLED, arg=version).json_value()
        if found == "asked":
            self.page.locator("#confirm-yes").press("Enter")
            self.page.wait_for_function(
                f"(version) => ({SETTLED})(version) === 'settled'", arg=version
            )

    def play(self, moves: Iterable[str], by: Callable[[str], object]) -> None:
        """Play moves one after the other, each once the answer to the one before is there."""
        for version, move in enumerate(moves, start=self.version + 1):
            by(move)
            self.settle(version)

    def cards(self, pile: str) -> list[str]:
        """The cards of a pile whose faces can be told, in order."""
        found = self.page.locator(f'[data-pile="{pile}"] .playing-card[data-card]')
        cards: list[Any] = found.evaluate_all(
            "(all) => all.map((one) => [Number(one.dataset.index), one.dataset.card])"
        )
        return [code for _, code in sorted(cards)]

    def find(self, pile: str, card: str = "") -> Point:
        """A point of the screen where a card, or a pile, can be touched."""
        point = self.page.evaluate(FIND, [pile, card])
        assert point, f"{card or 'nothing'} can be touched on {pile}"
        x, y = point
        return x, y

    def expect_moves(self, words: str) -> None:
        """The page shows so many moves."""
        expect(self.page.locator("#moves")).to_have_text(words)

    def expect_notice(self, words: str) -> None:
        """The page says something for all to see."""
        expect(self.page.locator("#notice")).to_contain_text(words)

    # --- The ways ---------------------------------------------------------------------------

    def click(self, move: str) -> None:
        """Play a move by two clicks: the card, then its target."""
        if move == "redeal":
            self.page.locator("#pack").click()
            return
        card, source, target = parts_of(move)
        self._pick_by(self.page.mouse.click, card, source)
        self.page.mouse.click(*self.find(target))

    def double_click(self, move: str) -> None:
        """Play a move to a foundation by a double click."""
        card, source, _ = parts_of(move)
        self.page.mouse.dblclick(*self.find(source, card))

    def tap(self, move: str) -> None:
        """Play a move by two taps of a finger."""
        card, source, target = parts_of(move)
        self._pick_by(self.page.touchscreen.tap, card, source)
        self.page.touchscreen.tap(*self.find(target))

    def tap_top(self, move: str) -> None:
        """Play a move with the top card of its pile, where suits don't count."""
        _, source, target = parts_of(move)
        self.tap(f"{self.cards(source)[-1]}:{source}>{target}")

    def _pick_by(self, touch: Callable[[float, float], None], card: str, source: str) -> None:
        if self.page.evaluate(FIND, [source, card]) is None:
            touch(*self.find(source))
        touch(*self.find(source, card))
        held = self.page.locator(f'[data-pile="{source}"] .held[data-card="{card}"]')
        if not held.count():
            # The pile has only opened.
            self._breathe()
            touch(*self.find(source, card))

    def _breathe(self) -> None:
        """Let a double click's time pass, so that another touch stands for itself."""
        now: float = self.page.evaluate("performance.now()")
        self.page.wait_for_function("(then) => performance.now() - then > 450", arg=now)

    def drag(self, move: str) -> None:
        """Play a move by dragging the card with the mouse."""
        card, source, target = parts_of(move)
        mouse = self.page.mouse
        if self.page.evaluate(FIND, [source, card]) is None:
            mouse.click(*self.find(source))
        mouse.move(*self.find(source, card))
        mouse.down()
        mouse.move(*self.find(target), steps=3)
        mouse.up()

    def drag_by_finger(self, move: str) -> None:
        """Play a move by dragging the card with a finger."""
        card, source, target = parts_of(move)
        if self.page.evaluate(FIND, [source, card]) is None:
            self.page.touchscreen.tap(*self.find(source))
        self.swipe([self.find(source, card), self.find(target)])

    def drag_top_by_finger(self, move: str) -> None:
        """Drag the top card of its pile with a finger, where suits don't count."""
        _, source, target = parts_of(move)
        self.drag_by_finger(f"{self.cards(source)[-1]}:{source}>{target}")

    def swipe(self, points: Sequence[Point], *, lift: bool = True) -> None:
        """Put a finger down, draw it over some points, and lift it."""
        start, *rest = points
        self.finger("touchStart", start)
        before = start
        for point in rest:
            middle = ((before[0] + point[0]) / 2, (before[1] + point[1]) / 2)
            self.finger("touchMove", middle)
            self.finger("touchMove", point)
            before = point
        if lift:
            self.finger("touchEnd")

    def finger(self, kind: str, *points: Point, first: int = 0) -> None:
        """Tell the browser of fingers that touch, move or lift, counted from `first` on.

        An end without points lifts all of them.
        """
        touches = [{"x": x, "y": y, "id": order} for order, (x, y) in enumerate(points, first)]
        self._wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def gesture(self, name: str, **options: float) -> None:
        """Make a gesture of fingers that the browser recognises by itself."""
        self._wire.send(f"Input.{name}", {"gestureSourceType": "touch", **options})

    @cached_property
    def _wire(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)

    def write(self, move: str) -> None:
        """Play a move by typing it in notation."""
        keyboard = self.page.keyboard
        keyboard.press("/")
        keyboard.type(move)
        keyboard.press("Enter")

    def press(self, move: str) -> bool:
        """Play a move by keys alone; tells whether its pile had to be opened first."""
        keyboard = self.page.keyboard
        if move == "redeal":
            self.walk_to_pack()
            keyboard.press("Enter")
            return False
        card, source, target = parts_of(move)
        self.go(source)
        # A card that lies under others is dug out.
        for _ in range(len(self.cards(source))):
            if self.page.locator(":focus").get_attribute("data-card") == card:
                break
            keyboard.press("Shift+ArrowUp")
        expect(self.page.locator(":focus")).to_have_attribute("data-card", card)
        keyboard.press("Enter")
        opened = not self.page.locator(f'[data-pile="{source}"] .held').count()
        if opened:
            keyboard.press("Enter")
        self.go(target)
        keyboard.press("Enter")
        return opened

    def go(self, pile: str) -> None:
        """Go to a pile by its key: digits for the tableau, r and a rank, g for foundations."""
        keyboard = self.page.keyboard
        if pile.startswith("T"):
            keyboard.type(pile[1:])
        elif pile.startswith("R"):
            keyboard.type(f"r{pile[1].replace('T', '0').lower()}")
        else:
            for _ in range(8):
                if self.focused() == pile:
                    break
                keyboard.press("g")
        assert self.focused() == pile

    def walk_to_pack(self) -> None:
        """Go to where the pack lies for redeals, left of the foundations."""
        pack = self.page.locator("#pack:focus")
        self.page.keyboard.press("g")
        for _ in range(8):
            if pack.count():
                break
            self.page.keyboard.press("ArrowLeft")
        expect(pack).to_have_count(1)

    def focused(self) -> str | None:
        """The pile that has the focus."""
        pile: str | None = self.page.evaluate(FOCUSED)
        return pile


def parts_of(move: str) -> tuple[str, str, str]:
    """The card, the source and the target of a move's text.

    >>> parts_of("TH:T3>FH")
    ('TH', 'T3', 'FH')
    """
    card, way = move.split(":")
    source, target = way.split(">")
    return card, source, target
