"""People look at a board while others win, at the same process and at another."""

import re
from contextlib import nullcontext
from datetime import timedelta

from django.db.models import F
from playwright.sync_api import Locator, Page, expect

from accounts.models import Player
from games.models import Game
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import new_player, sign_in
from tests.served.people import Person
from tests.served.site import Site, another_process
from tests.support import publish, store_win

SLUG = "streets-and-alleys"
# In hundredths of a second: slower than anybody.
A_DAY = 8_640_000
# Everything that slides stays where it begins, so that a test has all the time to look at it.
HOLD_SLIDES = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const animation = animate.apply(this, how);
  animation.pause();
  return animation;
};
"""
# Of each row: how far it is from its place, and how much of it is to be seen.
SLIDES = """(rows) => rows.map((row) => {
  const { transform, opacity } = getComputedStyle(row);
  const { e, f } = new DOMMatrix(transform);
  return [row.getAnimations().length, Math.sign(e), Math.sign(f), Number(opacity)];
})"""
COME_TO_REST = """(rows) => rows.forEach((row) =>
  row.getAnimations().forEach((animation) => animation.finish()))"""


def test_entries_come_up_on_open_boards_from_any_process_and_ranks_move_on(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    line = cases[SLUG].line
    late, first, fast = (new_player(site, stem) for stem in ("Otto", "Ida", "Emil"))
    # Processes hear of each other by Redis alone; without one there is a single process.
    several = bool(site.variables["REDIS_URL"])
    with another_process(site) if several else nullcontext(site) as elsewhere:
        firsts = Almost(elsewhere, first, line, begun=timedelta(minutes=10))
        lates = Almost(site, late, line, begun=timedelta(minutes=20))
        firsts.win()
        onlooker = visits().open(f"/boards/{SLUG}/")
        reader = visits(first, at=elsewhere).open(f"/boards/{SLUG}/")
        for page in (onlooker, reader):
            expect_rows(page, (1, first))
            page.evaluate("window.untouched = true")
        asked: list[str] = []
        reader.on("request", lambda request: asked.append(request.url))

        Almost(elsewhere, fast, line).win()
        for page in (onlooker, reader):
            expect_rows(page, (1, fast), (2, first))
            expect(page.locator("[data-news]")).to_have_text(
                re.compile(f"Neu auf der Bestenliste: {fast}, .*, Rang 1.")
            )
        lates.win()
        for page in (onlooker, reader):
            expect_rows(page, (1, fast), (2, first), (3, late))
            assert page.evaluate("window.untouched") is True
        expect(reader.get_by_role("row").filter(has_text=str(first))).to_have_class("is-me")
        # The news hold all that is needed: nobody who looks asks for the page again.
        assert asked == []
        # Before the process that it looks at is gone, or it would miss that.
        reader.close()


def test_a_new_row_slides_in_from_the_side_and_slower_ones_move_down(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    slug = "archway-leicht"
    late, fast = (new_player(site, stem) for stem in ("Otto", "Emil"))
    with site.database():
        daily = publish(slug, site.today())
        store_win(daily, late, A_DAY, finished=daily.opens)
    visitor = visits(reduced_motion="no-preference")
    visitor.context.add_init_script(HOLD_SLIDES)
    page = visitor.open(f"/boards/{slug}/")
    rows = page.locator("[data-rows] tr")
    expect(rows.filter(has_text=str(late))).to_be_visible()
    before = rows.count()
    calm = visits().open(f"/boards/{slug}/")

    Almost(site, fast, cases[slug].line, slug=slug).win()
    expect(rows).to_have_count(before + 1)
    slides = slides_of(rows)
    assert slides[str(fast)] == [1, -1, 0, 0]
    # It begins where it stood, which is above.
    assert slides[str(late)] == [1, 0, -1, 1]
    rows.evaluate_all(COME_TO_REST)
    assert rows.evaluate_all(SLIDES) == [[0, 0, 0, 1]] * (before + 1)

    still = calm.locator("[data-rows] tr")
    expect(still).to_have_count(before + 1)
    assert still.evaluate_all(SLIDES) == [[0, 0, 0, 1]] * (before + 1)


class Almost:
    """Somebody's game of today, but for the winning move, as if begun some time before."""

    def __init__(
        self,
        site: Site,
        player: Player,
        line: tuple[str, ...],
        *,
        slug: str = SLUG,
        begun: timedelta = timedelta(0),
    ) -> None:
        self.person = Person(site=site, session_key=sign_in(site, player))
        self.game = self.person.start(slug)["id"]
        with site.database():
            Game.objects.filter(pk=self.game).update(started=F("started") - begun)
        self.last = len(line) - 1, line[-1]
        for version, move in enumerate(line[:-1]):
            assert self.person.play(self.game, move, version=version).status_code == 200

    def win(self) -> None:
        """Play the winning move."""
        version, move = self.last
        answer = self.person.play(self.game, move, version=version)
        assert answer.json()["outcome"] == "won", answer.text


def slides_of(rows: Locator) -> dict[str, object]:
    """How each row slides, by its name."""
    names = rows.locator("th").all_text_contents()
    return dict(zip(names, rows.evaluate_all(SLIDES), strict=True))


def expect_rows(page: Page, *rows: tuple[int, Player]) -> None:
    """The board shows these ranks and players."""
    expect(page.locator("[data-rows] tr")).to_have_text(
        [re.compile(rf"^\s*{rank}\s*{player}") for rank, player in rows]
    )
