"""A case at the desk, from the signal to the reinstatement, and what everybody sees of it."""

import re
from datetime import timedelta

from playwright.sync_api import Page, expect
from pytest_django import Settings

from accounts.models import Player
from games import clock, services
from games.models import Game
from games.seats import Seat
from leaderboard.fairplay.services import examine_wins
from tests.browser.visitors import Visits
from tests.conftest import Case, Table
from tests.served.deals import new_player
from tests.served.site import Site

SLUG = "burgvoegtin-streng"
REASON = "Nach langem Warten kam alles auf einmal."


def test_a_case_goes_from_signal_to_void_to_answer_to_reinstatement(
    site: Site, visits: Visits, cases: dict[str, Case], operator: Player, settings: Settings
) -> None:
    with site.database():
        settings.FASTEST_SECONDS_PER_MOVE = 0
        quick = win(site, cases[SLUG], "Anna", seconds=60)
        slow = win(site, cases[SLUG], "Zora", seconds=900)
        # Not noticed: for them no hand was too fast.
        examine_wins()
        settings.FASTEST_SECONDS_PER_MOVE = 0.25
        suspect = win(site, cases[SLUG], "Hasso", seconds=300)
        examine_wins()
    names = [quick.username, suspect.username, slow.username]
    onlooker = visits().open(f"/boards/{SLUG}/")
    expect_ranks(onlooker, names)

    desk = visits(operator).open("/admin/leaderboard/case/")
    open_case(desk, suspect)
    expect(desk.get_by_text(re.compile("Züge kamen innerhalb von"))).to_be_visible()
    expect(desk.get_by_role("img", name=re.compile("Sekunden zwischen den Zügen"))).to_be_visible()
    expect(desk.get_by_text("Das Spiel lässt sich ansehen, sobald")).to_be_visible()
    desk.get_by_label("Grund").fill(REASON)
    desk.get_by_role("button", name="Streichen", exact=True).click()
    expect(desk.get_by_text("Entschieden:")).to_be_visible()
    expect_ranks(onlooker, [quick.username, slow.username])

    mine = visits(suspect).open(f"/players/{suspect.username}/")
    expect(mine.get_by_text(REASON)).to_be_visible()
    mine.get_by_role("link", name="Dazu Stellung nehmen").click()
    mine.get_by_label("Deine Antwort").fill("Mein Zug war im <b>Tunnel</b>.")
    mine.get_by_role("button", name="Antwort abschicken").click()
    expect(mine.get_by_text("Danke. Deine Antwort wird angesehen.")).to_be_visible()
    expect(mine.get_by_role("link", name="Dazu Stellung nehmen")).to_have_count(0)

    desk.goto(f"{site.url}/admin/leaderboard/case/")
    open_case(desk, suspect)
    expect(desk.get_by_text("Mein Zug war im <b>Tunnel</b>.")).to_be_visible()
    desk.get_by_role("button", name="In Ordnung: in die Rangliste nehmen").click()
    expect(desk.get_by_text("Entschieden:")).to_be_visible()
    expect_ranks(onlooker, names)
    mine.goto(f"{site.url}/players/{suspect.username}/")
    expect(mine.get_by_text(REASON)).to_have_count(0)

    desk.goto(f"{site.url}/admin/leaderboard/decision/")
    rows = desk.locator("#result_list tbody tr").filter(has_text=suspect.username)
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text(REASON)


def win(site: Site, case: Case, stem: str, *, seconds: int) -> Player:
    """Somebody new waits before the first move, then sends all moves at once, and wins."""
    player = Player.objects.create_user(f"{stem}-{new_player(site).pk}")
    game = services.start_daily(player=player, ruleset=SLUG, day=site.today())
    started = clock.now() - timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(started=started)
    seat = Seat(player=player)
    assert Table(game_id=game.pk, seat=seat).play(*case.line)["outcome"] == "won"
    return player


def open_case(desk: Page, player: Player) -> None:
    """Follow the case's link in the queue."""
    desk.get_by_role("link", name=re.compile(player.username)).click()
    expect(desk.get_by_role("heading", name=re.compile(player.username))).to_be_visible()


def expect_ranks(board: Page, names: list[str]) -> None:
    """The open board shows these players, in this order, without being loaded anew."""
    expect(board.locator("[data-rows] th")).to_have_text(names)
    expect(board.locator("[data-rows] .board-rank")).to_have_text(
        [str(rank) for rank in range(1, len(names) + 1)]
    )
