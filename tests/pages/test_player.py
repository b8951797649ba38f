"""A player's page: what it tells, and what of it whom."""

from collections.abc import Callable, Collection
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import public_page
from accounts.models import Player
from frontend import texts
from tests.conftest import SetClock
from tests.pages.conftest import DAY, Won, browser, page, ranked_game
from tests.pages.html import Element

PAGE = "/players/Wilhelmine/"
ALL_PARTS = ("results", "streaks", "months")
# The section that only each of the parts has.
SECTIONS = {"results": "by-patience", "streaks": "in-a-row", "months": "months"}


def cells(body: Element) -> list[list[str]]:
    """The texts of a table's rows."""
    return [
        [cell.text for cell in row.walk() if cell.tag in ("td", "th")] for row in body.all("tr")
    ]


def parts_on(shown: Element) -> set[str]:
    """The parts that a page shows."""
    return {part for part, section in SECTIONS.items() if shown.all(id=section)}


@pytest.fixture
def a_win(won: Won, player: Player) -> None:
    """Something to be seen of the player."""
    won(player, "citadel", 9_876)


def test_a_players_page_sums_up_and_lists(
    guest: Client, won: Won, player: Player, other_player: Player, yesterday: Callable[[], date]
) -> None:
    day = yesterday()
    won(player, "citadel", 12_000, day=day)
    won(player, "citadel", 15_000)
    won(player, "fan", 9_000, undos=1)
    won(player, "trefoil", 500, state="held")
    won(other_player, "citadel", 14_000)
    shown = page(guest.get("/players/Wilhelmine/"))
    sums, streaks, history = (cells(body) for body in shown.all("tbody"))
    assert sums == [
        ["Citadel zuletzt 29.11.2026", "2", "2:00,00"],
        ["Fan zuletzt 29.11.2026", "1", "1:30,00"],
    ]
    assert streaks == [
        ["Alle Patiencen", "2", "2"],
        ["Citadel", "2", "2"],
        ["Fan", "1", "1"],
    ]
    assert sorted(history) == [
        ["Citadel 28.11.2026", "2:00,00", "1 von 1 ✓ sauber"],
        ["Citadel 29.11.2026", "2:30,00", "2 von 2 ✓ sauber"],
        ["Fan 29.11.2026", "1:30,00", "1 von 1"],
    ]
    assert [count.text for count in shown.one("dl", class_="counts").all("dd")][:4] == [
        *("3", "2"),
        *("2", "2"),
    ]


def test_a_players_name_is_found_in_whatever_case(guest: Client, player: Player) -> None:
    assert guest.get("/players/wilhelmine/").headers["Location"] == "/players/Wilhelmine/"


def test_who_is_gone_or_deactivated_or_never_was_has_no_page(guest: Client, player: Player) -> None:
    player.is_active = False
    player.save()
    page(guest.get("/players/Wilhelmine/"), 404)
    player.delete()
    page(guest.get("/players/Wilhelmine/"), 404)
    page(guest.get("/players/%F0%9F%82%A1%00/"), 404)


def test_of_equal_times_the_first_one_is_the_best(
    guest: Client, won: Won, player: Player, yesterday: Callable[[], date]
) -> None:
    won(player, "citadel", 12_000)
    won(player, "citadel", 12_000, day=yesterday())
    best = page(guest.get(PAGE)).all("tbody")[0].one("td", class_="board-time").one("a")
    assert best.attributes["href"] == "/boards/citadel/2026-11-28/"


def test_by_itself_others_see_what_the_boards_tell_anyway(guest: Client, a_win: None) -> None:
    assert parts_on(page(guest.get(PAGE))) == {"results", "streaks"}


@pytest.mark.parametrize("parts", [["results"], ["streaks"], ["months"], ALL_PARTS])
def test_others_see_what_the_player_shows_and_the_player_sees_all(
    guest: Client, mine: Client, player: Player, a_win: None, parts: Collection[str]
) -> None:
    public_page.choose(player=player, shown_to="everybody", parts=parts)
    assert parts_on(page(guest.get(PAGE))) == set(parts)
    own = page(mine.get(PAGE))
    assert parts_on(own) == set(ALL_PARTS)
    for part, section in SECTIONS.items():
        [shown] = [each for each in own.all("section") if each.all(id=section)]
        assert ("Das siehst nur du." in shown.text) == (part not in parts)


def test_what_is_not_shown_is_nowhere_on_the_page(
    guest: Client, player: Player, a_win: None
) -> None:
    public_page.choose(player=player, shown_to="everybody", parts=["streaks"])
    answer = guest.get(PAGE).content.decode()
    assert "1:38,76" not in answer
    assert "Gewonnene Tagesspiele" not in answer


@pytest.mark.parametrize(
    ("shown_to", "parts", "who_sees"),
    [
        ("everybody", ALL_PARTS, {"guest", "other", "staff"}),
        ("players", ALL_PARTS, {"other", "staff"}),
        ("nobody", ALL_PARTS, set()),
        ("everybody", [], set()),
    ],
)
def test_a_page_is_seen_by_those_whom_the_player_lets(
    player: Player,
    other_player: Player,
    a_win: None,
    shown_to: str,
    parts: Collection[str],
    who_sees: set[str],
) -> None:
    public_page.choose(player=player, shown_to=shown_to, parts=parts)
    chief = Player.objects.create_superuser("Chefin")
    visitors = {
        "guest": browser(),
        "other": browser(player=other_player),
        "staff": browser(player=chief),
    }
    seen = {who for who, visitor in visitors.items() if parts_on(page(visitor.get(PAGE)))}
    assert seen == who_sees
    assert parts_on(page(browser(player=player).get(PAGE))) == set(ALL_PARTS)


def test_a_private_page_tells_nothing_but_that_it_is(
    player: Player, other_player: Player, a_win: None
) -> None:
    public_page.choose(player=player, shown_to="nobody", parts=ALL_PARTS)
    for visitor in (browser(), browser(player=other_player)):
        shown = page(visitor.get(PAGE))
        assert shown.one("h1").text == "Wilhelmine"
        assert "Wilhelmine behält diese Seite für sich." in shown.one("main").text
        assert not shown.one("main").all("table") + shown.one("main").all("dl")
        assert shown.one("meta", name="robots").attributes["content"] == "noindex"
        about = shown.one("meta", name="description").attributes["content"]
        assert "Wilhelmine" not in about
        assert not [tag for tag in shown.all("meta") if "og:" in tag.attributes.get("property", "")]


def test_a_page_that_is_shown_may_be_found(guest: Client, a_win: None) -> None:
    assert not page(guest.get(PAGE)).all("meta", name="robots")


def test_a_guest_is_told_that_signing_in_helps_where_it_does(guest: Client, player: Player) -> None:
    public_page.choose(player=player, shown_to="players", parts=ALL_PARTS)
    link = page(guest.get(PAGE)).one("main").one("a", class_="button")
    assert link.attributes["href"] == f"/account/login/?next={PAGE}"
    public_page.choose(player=player, shown_to="players", parts=[])
    assert not page(guest.get(PAGE)).one("main").all("a", class_="button")


@pytest.mark.parametrize(
    ("shown_to", "words"),
    [
        ("everybody", "Alle können diese Seite sehen."),
        ("players", "Diese Seite sieht nur, wer angemeldet ist."),
        ("nobody", "Diese Seite siehst nur du."),
    ],
)
def test_the_own_page_says_who_sees_it_and_leads_to_the_choice(
    mine: Client, player: Player, shown_to: str, words: str
) -> None:
    public_page.choose(player=player, shown_to=shown_to, parts=ALL_PARTS)
    head = page(mine.get(PAGE)).one("main").one("header")
    assert words in head.text
    assert [link.attributes["href"] for link in head.all("a")] == ["/account/page/"]


def test_months_are_shown_with_all_patiences_or_one(
    guest: Client, won: Won, player: Player, yesterday: Callable[[], date]
) -> None:
    public_page.choose(player=player, shown_to="everybody", parts=["months"])
    won(player, "citadel", 12_000, day=yesterday())
    won(player, "fan", 30_000)
    ranked_game(player, "trefoil")
    for asked, numbers in (
        ("", [["November 2026", "2 von 3", "2"]]),
        ("?patience=fan", [["November 2026", "1 von 1", "5:00,00", "5:00,00", "1"]]),
        ("?patience=archway", []),
    ):
        months = page(guest.get(PAGE + asked))
        assert [row for body in months.all("tbody") for row in cells(body)] == numbers
        chosen = [each for each in months.all("option") if "selected" in each.attributes]
        assert [each.attributes["value"] for each in chosen] == [
            slug for slug in texts.PATIENCES if slug in asked
        ]
    page(guest.get(f"{PAGE}?patience=nonesuch"), 404)


def test_streaks_come_to_an_end_by_a_day_without_a_win(
    guest: Client, won: Won, player: Player, set_clock: SetClock
) -> None:
    for past in (3, 4, 5):
        won(player, "fan", 30_000, day=DAY - timedelta(days=past))
    won(player, "citadel", 30_000, day=DAY - timedelta(days=1))
    _sums, streaks, _history = (cells(body) for body in page(guest.get(PAGE)).all("tbody"))
    assert streaks == [
        ["Alle Patiencen", "1", "3"],
        ["Citadel", "1", "1"],
        ["Fan", "0", "3"],
    ]


def test_asks_the_database_the_same_number_of_times_however_much_there_is(
    guest: Client, won: Won, player: Player, other_player: Player
) -> None:
    public_page.choose(player=player, shown_to="everybody", parts=ALL_PARTS)
    won(player, "citadel", 9_000)
    with CaptureQueriesContext(connection) as few:
        guest.get(PAGE)
    for slug in texts.PATIENCES:
        for past in range(1, 4):
            won(player, slug, 9_000, day=DAY - timedelta(days=past))
            won(other_player, slug, 8_000, day=DAY - timedelta(days=past))
    with CaptureQueriesContext(connection) as many:
        guest.get(PAGE)
    assert len(many) == len(few)
