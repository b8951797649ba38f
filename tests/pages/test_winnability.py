"""What the pages say of how often each patience can be won."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import translation

from frontend import rulebook, texts
from games import winnability
from games.winnability import Measured
from tests.architecture.repository import ROOT
from tests.pages.conftest import browser, page

ROW = Measured(
    ruleset="citadel",
    version=1,
    seed=1,
    nodes=1000,
    any_time=False,
    deals=10_000,
    winnable=7886,
    unwinnable=2113,
    undecided=1,
    low=0.780503,
    high=0.796512,
    seconds=5.0,
)
LUCIE = replace(ROW, ruleset="la-belle-lucie", winnable=8250, undecided=0)

Publish = Callable[..., None]


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> Publish:
    """Has these rows published, and none else."""
    return lambda *rows: monkeypatch.setattr(winnability, "table", lambda: rows)


def said(slug: str, language: str) -> str:
    return page(browser(language).get(f"/rules/{slug}/")).one(class_="prose").text


@pytest.mark.parametrize(
    ("row", "german", "english"),
    [
        (
            ROW,
            "Von 10.000 gemischten Spielen gingen 78,9 % auf. "
            "95-%-Intervall: 78,1 % bis 79,7 %. Bei 1 Spiel blieb es offen;",
            "Of 10,000 shuffled deals 78.9% can be won. "
            "95% interval: 78.1% to 79.7%. 1 deal stayed undecided;",
        ),
        (
            # What lies in the middle goes up: 62.25 %, 59.15 % and 65.45 %.
            replace(ROW, deals=400, winnable=249, undecided=0, low=0.5915, high=0.6545),
            "Von 400 gemischten Spielen gingen 62,3 % auf. 95-%-Intervall: 59,2 % bis 65,5 %.",
            "Of 400 shuffled deals 62.3% can be won. 95% interval: 59.2% to 65.5%.",
        ),
        (
            replace(ROW, ruleset="archway", winnable=56, undecided=12, low=0.0043, high=0.0073),
            "Von 10.000 gemischten Spielen gingen 0,56 % auf, etwa eines von 179. "
            "95-%-Intervall: 0,43 % bis 0,73 %. Bei 12 Spielen blieb es offen;",
            "Of 10,000 shuffled deals 0.56% can be won, about one in 179. "
            "95% interval: 0.43% to 0.73%. 12 deals stayed undecided;",
        ),
        (
            replace(ROW, winnable=10_000, undecided=0, low=0.999616, high=1.0),
            "Alle 10.000 gemischten Spiele gingen auf. 95-%-Intervall: 99,96 % bis 100 %.",
            "All 10,000 shuffled deals can be won. 95% interval: 99.96% to 100%.",
        ),
        (
            LUCIE,
            "gingen 82,5 % auf, wenn man erst neu verteilt, sobald sonst nichts mehr geht.",
            "82.5% can be won by redealing only when stuck.",
        ),
        (
            replace(LUCIE, any_time=True, winnable=9912),
            "Wird neu verteilt, wann immer es nützt, sind es 99,12 % von 10.000.",
            "With redeals whenever they help it is 99.12% of 10,000.",
        ),
    ],
)
def test_a_rules_page_says_what_was_measured(
    row: Measured, german: str, english: str, published: Publish
) -> None:
    published(row)
    assert german in said(row.ruleset, "de").replace("\u00a0", " ")
    assert english in said(row.ruleset, "en")


def test_what_is_not_measured_yet_is_said_to_be(published: Publish) -> None:
    published()
    assert "wird gerade noch gemessen" in said("citadel", "de")
    assert "still being measured" in said("citadel", "en")
    assert page(browser().get("/winnability/")).one("table").text.count("wird gemessen") == 12


@pytest.mark.parametrize("language", ["de", "en"])
def test_one_page_shows_all_patiences_and_both_ways_to_redeal(
    language: str, published: Publish
) -> None:
    published(ROW, LUCIE, replace(LUCIE, any_time=True, winnable=9912))
    rows = page(browser(language).get("/winnability/")).one("tbody").all("tr")
    links = [row.one("a").attributes["href"] for row in rows]
    assert set(links) == {f"/rules/{slug}/" for slug in texts.PATIENCES}
    assert links.count("/rules/la-belle-lucie/") == 2
    assert links.count("/rules/citadel/") == 1


def test_every_rules_page_leads_to_the_method() -> None:
    for slug in texts.PATIENCES:
        shown = page(browser().get(f"/rules/{slug}/"))
        assert any(link.attributes["href"] == "/winnability/" for link in shown.all("a"))


def test_the_pages_show_what_is_published() -> None:
    assert winnability.table()
    for row in winnability.table():
        assert row.deals == row.winnable + row.unwinnable + row.undecided
        assert f"{row.deals:,}" in said(row.ruleset, "en")


def test_the_document_holds_the_estimates_of_the_rules_pages() -> None:
    lines = (ROOT / "docs" / "winnability.md").read_text().splitlines()
    with translation.override("en"):
        for slug, estimates in rulebook.ESTIMATES.items():
            for estimate in estimates:
                begin = f"| {texts.PATIENCES[slug].name} | {estimate.figure} | {estimate.source}"
                assert [line for line in lines if line.startswith(begin)], begin
