"""Every page passes axe's checks, in both languages, in the light and in the dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # has no types

from tests.browser.steps import start
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import new_player
from tests.served.site import Site

FOR_EVERYBODY = [
    "/account/signup/",
    "/account/login/",
    "/",
    "/rules/",
    "/winnability/",
    "/practice/fan/",
]
SIGNED_IN = ["/", "/account/", "/daily/trefoil/", "/boards/archway/", "/rules/burgvoegtin/"]
FAMILIES = ["burgvoegtin", "citadel", "archway", "la-belle-lucie"]


@pytest.mark.parametrize(
    ("locale", "scheme", "button"),
    [
        ("de-DE", "light", "Karten geben, Uhr starten"),
        ("en-GB", "dark", "Deal the cards, start the clock"),
    ],
)
def test_no_page_breaks_a_rule_of_axe(
    site: Site, visits: Visits, cases: dict[str, Case], locale: str, scheme: str, button: str
) -> None:
    broken: list[str] = []
    axe = Axe()
    guest = visits(locale=locale, color_scheme=scheme)
    player = new_player(site)
    visitor = visits(player, locale=locale, color_scheme=scheme)
    pages = [guest.open(path) for path in FOR_EVERYBODY]
    pages += [visitor.open(path) for path in (*SIGNED_IN, f"/players/{player.username}/")]
    pages += [start(visitor, slug, button).page for slug in FAMILIES]
    for page in pages:
        page.bring_to_front()
        found = axe.run(page).response
        assert len(found["passes"]) > 10
        broken += [
            f"{page.url}: {violation['id']} {node['target']} {node['failureSummary']}"
            for violation in found["violations"]
            for node in violation["nodes"]
        ]
    assert broken == []
