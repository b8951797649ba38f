"""People look at a board while others win, at the same process and at another."""

import re
from contextlib import nullcontext

from playwright.sync_api import Page, expect

from accounts.models import Player
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import new_player, sign_in
from tests.served.people import Person
from tests.served.site import Site, another_process

SLUG = "streets-and-alleys"


def test_entries_come_up_on_open_boards_from_any_process_and_ranks_move_on(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    line = cases[SLUG].line
    late, first, fast = (new_player(site, stem) for stem in ("Otto", "Ida", "Emil"))
    # Processes hear of each other by Redis alone; without one there is a single process.
    several = bool(site.variables["REDIS_URL"])
    with another_process(site) if several else nullcontext(site) as elsewhere:
        firsts, lates = Almost(elsewhere, first, line), Almost(site, late, line)
        firsts.win()
        onlooker = visits().open(f"/boards/{SLUG}/")
        reader = visits(first, at=elsewhere).open(f"/boards/{SLUG}/")
        for page in (onlooker, reader):
            expect_rows(page, (1, first))
            page.evaluate("window.untouched = true")
        asked: list[str] = []
        reader.on("request", lambda request: asked.append(request.url))

        # Played at once, while the first one waited until the late one had played, too.
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


class Almost:
    """Somebody's game of today, but for the winning move."""

    def __init__(self, site: Site, player: Player, line: tuple[str, ...]) -> None:
        self.person = Person(site=site, session_key=sign_in(site, player))
        self.game = self.person.start(SLUG)["id"]
        self.last = len(line) - 1, line[-1]
        for version, move in enumerate(line[:-1]):
            assert self.person.play(self.game, move, version=version).status_code == 200

    def win(self) -> None:
        """Play the winning move."""
        version, move = self.last
        answer = self.person.play(self.game, move, version=version)
        assert answer.json()["outcome"] == "won", answer.text


def expect_rows(page: Page, *rows: tuple[int, Player]) -> None:
    """The board shows these ranks and players."""
    expect(page.locator("[data-rows] tr")).to_have_text(
        [re.compile(rf"^\s*{rank}\s*{player}") for rank, player in rows]
    )
