"""Steps that many tests begin with."""

from playwright.sync_api import Page

from accounts.models import Player
from tests.browser.table import Table
from tests.browser.visitors import Visitor, Visits
from tests.served.deals import new_player
from tests.served.site import Site


def start(visitor: Visitor, slug: str, button: str = "Karten geben, Uhr starten") -> Table:
    """Start today's deal from its page."""
    page = visitor.open(f"/daily/{slug}/")
    page.get_by_role("button", name=button).click()
    return table_of(page)


def table_of(page: Page) -> Table:
    """The table of a page, with the cards on it."""
    table = Table(page=page)
    table.wait_until_ready()
    return table


def begin(visits: Visits, player: Player, slug: str) -> Table:
    """Start today's deal in German."""
    return start(visits(player), slug)


def newcomer(site: Site, visits: Visits, **options: object) -> Visitor:
    """Somebody new who is signed in."""
    return visits(new_player(site), **options)
