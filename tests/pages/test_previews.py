"""What a link to a page shows elsewhere: words and a picture, and nothing of a running day."""

import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from frontend import texts
from tests.pages.conftest import browser, page, stored_daily
from tests.pages.html import Element

PAGES = ["/daily/citadel/", "/boards/citadel/", "/boards/citadel/2026-11-29/", "/rules/citadel/"]


def preview(shown: Element) -> dict[str, str]:
    """The properties that a page tells about itself."""
    return {
        meta.attributes["property"]: meta.attributes["content"]
        for meta in shown.all("meta")
        if "property" in meta.attributes
    }


def size_of_jpeg(data: bytes) -> tuple[int, int]:
    """Width and height, from the header of the picture's frame."""
    at = 2
    while data[at + 1] not in (0xC0, 0xC2):
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    height, width = struct.unpack(">HH", data[at + 5 : at + 9])
    return width, height


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("address", PAGES)
def test_a_page_about_a_patience_has_words_and_a_picture_at_whole_addresses(
    address: str, language: str
) -> None:
    shown = page(browser(language).get(address))
    told = preview(shown)
    assert shown.one("title").text.startswith(told["og:title"])
    (words,) = [m for m in shown.all("meta") if m.attributes.get("name") == "description"]
    assert told["og:description"] == words.attributes["content"]
    assert told["og:url"] == f"http://testserver{address}"
    assert told["og:locale"] == {"de": "de_DE", "en": "en_GB"}[language]
    assert told["og:image"] == (
        "http://testserver/static/frontend/img/preview-beleaguered-castle.jpg"
    )
    (card,) = [m for m in shown.all("meta") if m.attributes.get("name") == "twitter:card"]
    assert card.attributes["content"] == "summary_large_image"


def test_behind_a_proxy_the_addresses_are_the_sites(guest: Client) -> None:
    answer = guest.get("/daily/fan/?page=2", headers={"x-forwarded-proto": "https"}, secure=True)
    told = preview(page(answer))
    assert told["og:url"] == "https://testserver/daily/fan/"
    assert told["og:image"].startswith("https://testserver/static/")


@pytest.mark.parametrize("family", texts.FAMILIES, ids=lambda family: family.slug)
def test_each_family_has_a_small_picture_of_the_size_that_is_told(family: texts.Family) -> None:
    path = finders.find(f"frontend/img/preview-{family.slug}.jpg")
    assert isinstance(path, str)
    data = Path(path).read_bytes()
    assert size_of_jpeg(data) == (1200, 630)
    assert len(data) < 120_000


@pytest.mark.parametrize("address", PAGES)
def test_a_preview_gives_nothing_of_a_running_day_away(guest: Client, address: str) -> None:
    told = str(preview(page(guest.get(address))))
    daily = stored_daily("citadel")
    assert bytes(daily.seed).hex() not in told
    assert daily.deal.pack[:8] not in told
