"""Anybody's game of a settled day, watched on the real table: slider, keys, speed, links."""

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Player
from games.models import DailyDeal, Game
from games.models import Move as Row
from games.rules import Move
from leaderboard import services as results
from leaderboard.models import Entry
from tests.browser.visitors import Visits
from tests.served.deals import new_player
from tests.served.site import Site
from tests.support import CERTIFIED, publish

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LINE = CERTIFIED["citadel"]["line"].split()


def won_game(daily: DailyDeal, player: Player, *, seconds: float) -> UUID:
    """Store a won ranked game that took so long for each move, with its entry."""
    start = daily.opens + timedelta(hours=2)
    position = daily.deal.position()
    game = Game.objects.create(
        player=player, daily=daily, deal=daily.deal, started=start, position=""
    )
    rows = []
    for version, text in enumerate(LINE, start=1):
        position = position.play(Move.parse(text))
        created = start + timedelta(seconds=seconds * version)
        rows.append(
            Row(
                game=game,
                version=version,
                ply=version,
                kind=Row.Kind.PLAY,
                text=text,
                request=uuid4(),
                fingerprint="",
                created=created,
            )
        )
    Row.objects.bulk_create(rows)
    Game.objects.filter(pk=game.pk).update(
        position=str(position),
        version=len(rows),
        ply=len(rows),
        outcome="won",
        finished=rows[-1].created,
    )
    results.enter(
        Entry(
            game=game,
            daily=daily,
            player=player,
            hundredths=int(100 * seconds * len(rows)),
            moves=len(rows),
            undos=0,
            restarts=0,
            finished=rows[-1].created,
            state=Entry.State.COUNTED,
        )
    )
    return game.pk


@pytest.fixture(scope="module")
def anna(site: Site) -> Player:
    """Who has won."""
    return new_player(site, "Anna")


@pytest.fixture(scope="module")
def daily(site: Site) -> DailyDeal:
    """A settled day's Citadel."""
    with site.database():
        return publish("citadel", site.today() - timedelta(days=12))


@pytest.fixture(scope="module")
def game(site: Site, anna: Player, daily: DailyDeal) -> UUID:
    """Her game, 2 seconds a move."""
    with site.database():
        return won_game(daily, anna, seconds=2)


def expect_move(page: Page, number: int) -> None:
    """The table shows the game after so many moves, and the bar says so."""
    expect(page.locator("#film-slider")).to_have_value(str(number))
    expect(page.locator("#film-move")).to_have_value(str(number))
    expect(page.locator("#film-step")).to_contain_text(
        re.compile(rf"\b{number} (von|of) {len(LINE)}" if number else "(beginnt|begins)")
    )
    expect(page.locator("#clock")).to_have_text(f"{2 * number // 60}:{2 * number % 60:02d}")


def watch(visits: Visits, game: UUID, fragment: str = "", **options: Any) -> Page:
    """Open a game to watch it, as a guest."""
    page = visits(**options).open(f"/games/{game}/replay/{fragment}")
    expect(page.locator("#film")).to_be_visible()
    return page


def test_a_guest_comes_from_the_board_and_watches_by_keys_alone(
    visits: Visits, game: UUID, daily: DailyDeal, anna: Player
) -> None:
    page = visits(locale="en-GB").open(f"/boards/citadel/{daily.day}/")
    page.get_by_role("link", name=re.compile("watch the game")).press("Enter")
    expect(page.locator("#film-title")).to_contain_text(f"{anna.username}: ")
    expect(page.locator("#film-title")).to_contain_text("rank 1 of 1")
    expect_move(page, 0)
    expect(page.get_by_role("button", name="Play")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect_move(page, 3)
    expect(page.locator("#film-took")).to_have_text("after 2.0 s")
    page.keyboard.press("ArrowLeft")
    expect_move(page, 2)
    page.keyboard.press("End")
    expect_move(page, len(LINE))
    page.keyboard.press("Home")
    expect_move(page, 0)
    page.keyboard.press(".")
    expect_move(page, 1)
    page.keyboard.press(",")
    expect_move(page, 0)
    page.keyboard.press("/")
    page.keyboard.type("37")
    page.keyboard.press("Enter")
    expect_move(page, 37)
    expect(page).to_have_url(re.compile(r"#move=37$"))
    expect(page.locator(".playing-card.fresh")).to_have_count(1)


def watch_by_hand(visits: Visits, game: UUID, fragment: str = "") -> Page:
    """Likewise, with a clock of the browser's that only goes on where the test says so."""
    visitor = visits()
    page = visitor.context.new_page()
    page.clock.install()
    page.goto(f"{visitor.site.url}/games/{game}/replay/{fragment}")
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    expect(page.locator("#film")).to_be_visible()
    return page


@pytest.mark.parametrize(("speed", "moves"), [("0.5", 2), ("1", 4), ("2", 8), ("4", 16)])
def test_it_plays_by_itself_at_every_speed_and_pauses(
    visits: Visits, game: UUID, speed: str, moves: int
) -> None:
    page = watch_by_hand(visits, game)
    page.get_by_label("Tempo").select_option(speed)
    page.locator("#felt [tabindex='0']").focus()
    page.keyboard.press("p")
    page.clock.run_for(4500)
    expect_move(page, moves)
    page.keyboard.press("p")
    page.clock.run_for(4500)
    expect_move(page, moves)


def test_the_speed_is_chosen_by_keys_too(visits: Visits, game: UUID) -> None:
    page = watch(visits, game)
    page.locator("#felt [tabindex='0']").focus()
    for _ in range(2):
        page.keyboard.press("-")
    expect(page.get_by_label("Tempo")).to_have_value("0.5")
    for _ in range(5):
        page.keyboard.press("+")
    expect(page.get_by_label("Tempo")).to_have_value("real")


def test_in_real_time_moves_and_clock_go_as_they_went(visits: Visits, game: UUID) -> None:
    page = watch_by_hand(visits, game, "#move=10")
    expect_move(page, 10)
    page.get_by_label("Tempo").select_option("real")
    page.locator("#film-run").click()
    page.clock.run_for(1250)
    expect(page.locator("#clock")).to_have_text("0:21")
    expect(page.locator("#film-slider")).to_have_value("10")
    page.clock.run_for(1000)
    expect(page.locator("#film-slider")).to_have_value("11")
    page.clock.run_for(2000)
    expect_move(page, 12)


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_the_slider_goes_to_any_move(visits: Visits, game: UUID, device: dict[str, Any]) -> None:
    page = watch(visits, game, **device)
    slider = page.locator("#film-slider")
    box = slider.bounding_box()
    assert box is not None
    press = page.touchscreen.tap if device else page.mouse.click
    press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(slider).to_have_value(re.compile(rf"^({'|'.join(map(str, near_half()))})$"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def near_half() -> list[int]:
    """The moves in the middle of the game."""
    half = len(LINE) // 2
    return list(range(half - 2, half + 3))


def test_a_link_to_a_moment_opens_there_and_another_one_goes_on_from_it(
    visits: Visits, game: UUID
) -> None:
    page = watch(visits, game, "#move=37")
    expect_move(page, 37)
    page.evaluate("location.hash = '#move=5'")
    expect_move(page, 5)
    page.evaluate("location.hash = '#move=99999'")
    expect_move(page, len(LINE))


def test_the_link_to_a_move_is_copied(visits: Visits, game: UUID, site: Site) -> None:
    visitor = visits()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open(f"/games/{game}/replay/#move=12")
    expect_move(page, 12)
    page.get_by_role("button", name="Link zu diesem Zug kopieren").click()
    expect(page.locator("#notice")).to_have_text("Der Link zu diesem Zug ist kopiert.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{site.url}/games/{game}/replay/#move=12"


def test_the_times_between_moves_are_a_plot_and_a_table_that_leads_to_each(
    visits: Visits, game: UUID
) -> None:
    page = watch(visits, game)
    expect(page.locator("#film-plot rect")).to_have_count(len(LINE))
    page.locator("#felt [tabindex='0']").focus()
    page.keyboard.press("l")
    table = page.get_by_role("dialog", name="Die Zeit zwischen den Zügen")
    expect(table.get_by_role("row")).to_have_count(len(LINE) + 1)
    expect(table.get_by_role("row").nth(21)).to_contain_text("2,0 s")
    expect(table.get_by_role("row").nth(21)).to_contain_text("0:42")
    table.get_by_role("link", name="21", exact=True).press("Enter")
    expect(table).to_be_hidden()
    expect_move(page, 21)


def test_nothing_can_be_moved_and_the_way_back_leads_to_the_board(
    visits: Visits, game: UUID, daily: DailyDeal
) -> None:
    page = watch(visits, game, "#move=4")
    expect_move(page, 4)
    for key in ("e", "z", "f", "Enter", "h", "w"):
        page.locator("#felt [tabindex='0']").focus()
        page.keyboard.press(key)
    expect_move(page, 4)
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("#film-close").click()
    expect(page).to_have_url(re.compile(rf"/boards/citadel/{daily.day}/$"))


def test_the_keys_are_listed_on_the_page(visits: Visits, game: UUID) -> None:
    page = watch(visits, game)
    page.locator("#felt [tabindex='0']").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("abspielen und anhalten")


def test_before_the_day_is_settled_its_player_alone_watches_a_won_game(
    visits: Visits, site: Site, operator: Player
) -> None:
    somebody = new_player(site, "Berta")
    with site.database():
        daily = publish("citadel", site.today() - timedelta(days=13))
        DailyDeal.objects.filter(pk=daily.pk).update(
            settles=datetime.combine(site.today() + timedelta(days=9), time(), tzinfo=UTC)
        )
        game = won_game(daily, somebody, seconds=1)
    for who in (None, new_player(site), operator):
        page = visits(who).open(f"/games/{game}/replay/")
        expect(page).to_have_url(f"{site.url}/")
        expect(page.get_by_text("bis dahin bleiben seine Spiele geheim")).to_be_visible()
    page = visits(somebody).open(f"/games/{game}/replay/#move=3")
    expect(page.locator("#film-slider")).to_have_value("3")
