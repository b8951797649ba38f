"""How much has to come over the line before one can look around, and before one can play."""

import pytest
from playwright.sync_api import BrowserContext, Request

from tests.browser.steps import start
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import new_player
from tests.served.site import Site

MOST_FOR_THE_LOBBY = 150_000
MOST_FOR_THE_FIRST_MOVE = 300_000


def loaded(context: BrowserContext) -> list[Request]:
    """A list that fills with every request that has been answered in full."""
    requests: list[Request] = []
    context.on("requestfinished", lambda request: requests.append(request))
    return requests


def weight(requests: list[Request]) -> int:
    """Bytes as they came over the line."""
    sizes = [request.sizes() for request in requests]
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


def test_the_lobby_is_light(visits: Visits, cases: dict[str, Case]) -> None:
    visitor = visits()
    requests = loaded(visitor.context)
    visitor.open("/").wait_for_load_state("networkidle")
    assert any(request.resource_type == "stylesheet" for request in requests)
    assert 10_000 < weight(requests) < MOST_FOR_THE_LOBBY


@pytest.mark.parametrize("slug", ["archway", "beleaguered-castle"])
def test_the_first_move_at_the_table_needs_little(
    site: Site, visits: Visits, cases: dict[str, Case], slug: str
) -> None:
    visitor = visits(new_player(site))
    requests = loaded(visitor.context)
    start(visitor, slug).page.wait_for_load_state("networkidle")
    assert any(request.url.endswith(".js") for request in requests)
    assert 30_000 < weight(requests) < MOST_FOR_THE_FIRST_MOVE
