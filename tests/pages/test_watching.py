"""Watching a game that is over: who may, when, and how it is found."""

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import Player
from games.models import Game
from tests.api.askers import Asker
from tests.conftest import SetClock
from tests.pages.conftest import DAY, browser, page, ranked_game, seat_of
from tests.support import CERTIFIED, SitDown

SETTLED = "2026-11-30 01:00"
BEFORE = "2026-11-30 00:59:59"


@pytest.fixture
def won_game(player: Player, set_clock: SetClock, table: SitDown) -> Game:
    """The player's won ranked game of today's Citadel, played a second a move."""
    game = ranked_game(player, "citadel")
    at = table(game, seat_of(player))
    for text in CERTIFIED["citadel"]["line"].split():
        set_clock.advance(seconds=1)
        at.play(text)
    return Game.objects.get()


def address(game: Game) -> str:
    """Where the game is watched."""
    return f"/games/{game.pk}/replay/"


@pytest.mark.parametrize("moment", ["2026-11-29 13:00", BEFORE])
def test_until_the_day_is_settled_only_its_player_watches_it(
    won_game: Game, player: Player, other_player: Player, set_clock: SetClock, moment: str
) -> None:
    set_clock(moment)
    assert browser(player=player).get(address(won_game)).status_code == 200
    other_player.is_staff = other_player.is_superuser = True
    other_player.save()
    for client in (browser(), browser(player=other_player)):
        answer = client.get(address(won_game), follow=True)
        assert answer.redirect_chain == [("/", 302)]
        assert "bis dahin bleiben seine Spiele geheim" in page(answer).text


def test_once_the_day_is_settled_everybody_watches_it(
    won_game: Game, player: Player, other_player: Player, set_clock: SetClock
) -> None:
    set_clock(SETTLED)
    for client in (browser(), browser(player=player), browser(player=other_player)):
        shown = page(client.get(address(won_game)))
        title = shown.one("main").attributes["data-title"]
        assert title.startswith("Wilhelmine: ")
        assert title.endswith(", Platz 1 von 1")
        assert shown.one("main").attributes["data-leave"] == f"/boards/citadel/{DAY}/"


def test_a_game_that_is_still_played_is_gone_on_with(player: Player, other_player: Player) -> None:
    game = ranked_game(player, "citadel")
    assert browser(player=player).get(address(game)).headers["Location"] == f"/games/{game.pk}/"
    assert browser(player=other_player).get(address(game)).headers["Location"] == "/"


def test_a_game_that_stands_on_no_board_is_watched_without_a_name(
    player: Player, set_clock: SetClock, table: SitDown, guest: Client
) -> None:
    game = ranked_game(player, "citadel")
    table(game, seat_of(player)).resign()
    set_clock(SETTLED)
    assert player.username not in guest.get(address(game)).content.decode()


def test_a_held_game_is_watched_without_a_name(
    won_game: Game, set_clock: SetClock, guest: Client
) -> None:
    set_clock(SETTLED)
    won_game.entry.state = "held"
    won_game.entry.save()
    assert "Wilhelmine" not in guest.get(address(won_game)).content.decode()


def test_a_game_that_there_is_not_can_not_be_watched(guest: Client) -> None:
    assert guest.get(f"/games/{uuid4()}/replay/").status_code == 404


def test_somebody_elses_running_practice_asks_a_guest_to_sign_in(
    guest: Client, mine: Client, player: Player
) -> None:
    mine.post("/practice/fan/", {"number": "7"})
    answer = guest.get(address(Game.objects.get()))
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/account/login/")


@pytest.mark.parametrize(("moment", "leads"), [(BEFORE, False), (SETTLED, True)])
def test_a_boards_row_leads_to_its_game_once_the_day_is_settled(
    won_game: Game, guest: Client, set_clock: SetClock, moment: str, leads: bool
) -> None:
    set_clock(moment)
    answer = guest.get(f"/boards/citadel/{DAY}/")
    links = [a.attributes["href"] for a in page(answer).one("table", id="board").all("a")]
    assert (address(won_game) in links) == leads
    assert (str(won_game.pk) in answer.content.decode()) == leads
    _, told = Asker().ask(f"/api/boards/citadel/{DAY}/")
    assert told["entries"][0]["game"] == (str(won_game.pk) if leads else None)


@pytest.mark.parametrize("ending", ["won", "given up"])
def test_the_days_page_leads_its_player_to_the_own_game(
    ending: str, player: Player, table: SitDown
) -> None:
    game = ranked_game(player, "citadel")
    at = table(game, seat_of(player))
    if ending == "won":
        at.play(*CERTIFIED["citadel"]["line"].split())
    else:
        at.resign()
    shown = page(browser(player=player).get("/daily/citadel/"))
    assert address(game) in [link.attributes.get("href") for link in shown.all("a")]
