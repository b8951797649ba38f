"""What holds for every page, in both languages, for a guest and for a player."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from itertools import pairwise

import pytest
from django.test import Client

from accounts.models import Player
from games.models import Game, Move
from tests.pages.conftest import Answer, Won, browser, page
from tests.pages.html import Element

NOWHERE = "/no/such/page/"
ADDRESSES = [
    "/",
    "/daily/burgvoegtin/",
    "/daily/citadel/",
    "/daily/fan/2026-11-28/",
    "/daily/fan/2026-11-28/proof/",
    "/daily/fan/2026-11-29/proof/",
    "/practice/archway/",
    "/boards/citadel/",
    "/boards/fan/2026-11-28/",
    "/boards/trefoil/",
    "/players/Wilhelmine/",
    "/players/Ottokar/",
    "/calendar/",
    "/calendar/2026-11-28/",
    "/boards/fan/2026-11/",
    "/boards/all/2026-11/",
    "/boards/fan/all-time/",
    "/coming/",
    "/rules/",
    "/rules/la-belle-lucie/",
    "/winnability/",
    "/imprint/",
    "/privacy/",
    "/account/preferences/",
    NOWHERE,
]
# What may be typed into or chosen from, and so needs a label.
FIELDS = frozenset({"input", "select", "textarea"})
UNLABELLED = frozenset({"hidden", "submit"})


@pytest.fixture
def some_results(
    won: Won, player: Player, other_player: Player, yesterday: Callable[[], date]
) -> None:
    """Boards and a player's page with something on them."""
    day = yesterday()
    won(player, "citadel", 20_000)
    won(player, "fan", 30_000, day=day, undos=2, restarts=1)


Check = Callable[[Answer, Element], None]


def is_kept_by_the_reader_alone(answer: Answer, shown: Element) -> None:
    if answer.status_code == 200:
        assert {"private", "no-cache"} <= set(answer.headers["Cache-Control"].split(", "))


def has_unique_ids_and_points_to_none_that_is_missing(answer: Answer, shown: Element) -> None:
    ids = Counter(each.attributes["id"] for each in shown.walk() if "id" in each.attributes)
    assert [name for name, times in ids.items() if times > 1] == []
    for element in shown.walk():
        for attribute in ("aria-labelledby", "aria-describedby", "for"):
            for name in element.attributes.get(attribute, "").split():
                assert name in ids, f"{attribute} of <{element.tag}> points to {name}"
        if element.attributes.get("href", "").startswith("#"):
            assert element.attributes["href"][1:] in ids


def has_landmarks_one_heading_and_a_way_past_the_menu(answer: Answer, shown: Element) -> None:
    main = shown.one("main")
    assert len(shown.all("header", class_="band")) == len(shown.all("footer")) == 1
    assert len(shown.all("h1")) == len(main.all("h1")) == 1
    assert shown.all("a")[0].attributes["href"] == "#" + main.attributes["id"]
    levels = [int(element.tag[1]) for element in main.walk() if element.tag in ("h1", "h2", "h3")]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def says_what_it_is(answer: Answer, shown: Element) -> None:
    title = shown.one("title").text
    assert title.endswith("· Tagesblatt")
    assert len(title) > len("· Tagesblatt")
    assert len(shown.one("meta", name="description").attributes["content"]) > 20
    assert shown.one("meta", name="color-scheme").attributes["content"] == "light dark"


def names_every_field_button_link_picture_and_menu(answer: Answer, shown: Element) -> None:
    labelled = {label.attributes["for"] for label in shown.all("label")}
    for element in shown.walk():
        if element.tag in FIELDS and element.attributes.get("type") not in UNLABELLED:
            assert element.attributes["id"] in labelled
        if element.tag in ("a", "button", "summary"):
            assert element.text or element.attributes.get("aria-label")
        if element.tag == "img":
            assert "alt" in element.attributes
        if element.tag == "nav":
            assert element.attributes.keys() & {"aria-label", "aria-labelledby"}


def calls_links_to_different_places_by_different_names(answer: Answer, shown: Element) -> None:
    places: dict[str, set[str]] = {}
    for link in shown.one("main").all("a"):
        places.setdefault(link.text, set()).add(link.attributes["href"])
    # Two results may have the same patience or the same time.
    told_apart_by_their_row = {link.text for row in shown.all("tr") for link in row.all("a")}
    assert [
        name
        for name, found in places.items()
        if len(found) > 1 and name not in told_apart_by_their_row
    ] == []


def has_no_script_or_style_within_and_asks_nobody_else(answer: Answer, shown: Element) -> None:
    for element in shown.walk():
        assert element.tag != "style"
        assert "style" not in element.attributes
        assert not [name for name in element.attributes if name.startswith("on")]
        if element.tag == "script" and element.attributes.get("type") != "application/json":
            assert element.attributes["src"].startswith("/static/")
        for attribute in ("src", "href", "action", "data-socket", "data-api"):
            if attribute in element.attributes:
                assert element.attributes[attribute][0] in "/#?"
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


CHECKS: list[Check] = [
    is_kept_by_the_reader_alone,
    has_unique_ids_and_points_to_none_that_is_missing,
    has_landmarks_one_heading_and_a_way_past_the_menu,
    says_what_it_is,
    names_every_field_button_link_picture_and_menu,
    calls_links_to_different_places_by_different_names,
    has_no_script_or_style_within_and_asks_nobody_else,
]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("who", ["guest", "player"])
def test_every_page_is_in_the_language_asked_for_sound_and_starts_nothing(
    who: str, language: str, player: Player, some_results: None
) -> None:
    visitor = browser(language, player if who == "player" else None)
    for address in ADDRESSES:
        answer = visitor.get(address)
        shown = page(answer, 404 if address == NOWHERE else 200)
        assert shown.one("html").attributes["lang"] == language
        assert shown.one("body").attributes["data-lang"] == language
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
        for check in CHECKS:
            check(answer, shown)
    assert not Game.objects.filter(outcome=Game.Outcome.PLAYING).exists()
    assert not Move.objects.exists()


def test_looking_gives_a_guest_no_session(some_results: None) -> None:
    guest = browser()
    for address in ADDRESSES:
        guest.get(address)
    assert "session" not in guest.cookies


@pytest.mark.parametrize("address", ["/", "/boards/citadel/", "/rules/"])
def test_pages_take_no_post(guest: Client, address: str) -> None:
    assert guest.post(address).status_code == 405


@pytest.mark.parametrize("address", ["/language/", "/account/login/", "/daily/fan/"])
def test_a_form_in_an_encoding_that_is_not_read_is_refused_with_a_page(address: str) -> None:
    sent = "application/x-www-form-urlencoded; charset=utf-16"
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = "x" * 32
    answer = browser.post(address, b"day=x", content_type=sent)
    assert answer.status_code == 400
    assert "<h1>" in answer.content.decode()
