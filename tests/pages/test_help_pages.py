"""Where pages offer help, and what they tell of a deal once its day is settled."""

import json
from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from accounts.models import Player
from frontend.difficulty import THIRDS, difficulty_of
from games import services
from games.models import Certificate, Game
from games.rules import RULESETS
from tests.pages.conftest import DAY, Won, page, ranked_game, seat_of
from tests.pages.html import Element
from tests.support import SitDown

HELP = {"hint", "winnable", "show-line", "look-through", "ending-line", "film"}


def ids(shown: Element) -> set[str]:
    """The ids on a page."""
    return {element.attributes.get("id", "") for element in shown.walk()}


# --- At the table -------------------------------------------------------------------------------


def test_a_running_daily_shows_no_help_at_all(mine: Client, player: Player) -> None:
    shown = page(mine.get(f"/games/{ranked_game(player, 'citadel').pk}/"))
    assert not HELP & ids(shown)
    assert "data-help" not in shown.one("main").attributes
    assert "Hilfe" not in shown.one(id="guide").text


def test_a_practice_game_offers_help(mine: Client, player: Player) -> None:
    game = services.start_practice(seat=seat_of(player), ruleset="citadel", number=7)
    shown = page(mine.get(f"/games/{game.pk}/"))
    assert ids(shown) >= HELP
    assert "Hilfe" in shown.one(id="guide").text


def test_a_ranked_game_can_be_looked_through_once_its_day_is_settled(
    mine: Client, player: Player, won: Won, yesterday: Callable[[], date]
) -> None:
    day = yesterday()
    game = won(player, "citadel", 9000, day=day)
    assert ids(page(mine.get(f"/games/{game}/"))) >= HELP
    there = [link.attributes["href"] for link in page(mine.get(f"/daily/citadel/{day}/")).all("a")]
    assert f"/games/{game}/#replay" in there


# --- Once a day is settled ----------------------------------------------------------------------


def test_a_settled_daily_shows_its_par_and_how_hard_it_was(
    guest: Client, yesterday: Callable[[], date]
) -> None:
    day = yesterday()
    certificate = Certificate.objects.get(daily__day=day, daily__ruleset="fan")
    shown = page(guest.get(f"/daily/fan/{day}/"))
    par, difficulty = (fact.text for fact in shown.one("dl", class_="facts").all("dd"))
    assert par == f"{certificate.length} Züge"
    assert difficulty in ("leicht", "mittel", "schwer")
    assert f"/daily/fan/{day}/solution/" in [
        link.attributes["href"] for link in shown.one("main").all("a")
    ]


def test_an_open_daily_shows_neither(mine: Client, player: Player, won: Won) -> None:
    won(player, "fan", 9000)
    shown = page(mine.get("/daily/fan/"))
    assert shown.all("dl", class_="facts") == []
    assert not [link for link in shown.all("a") if "solution" in link.attributes["href"]]
    assert not [link for link in shown.all("a") if "#replay" in link.attributes["href"]]


def test_a_daily_of_before_there_were_certificates_shows_none(
    guest: Client, yesterday: Callable[[], date]
) -> None:
    day = yesterday()
    Certificate.objects.all().delete()
    assert page(guest.get(f"/daily/fan/{day}/")).all("dl", class_="facts") == []
    page(guest.get(f"/daily/fan/{day}/solution/"), 404)


def test_the_way_to_win_is_shown_once_the_day_is_settled(
    guest: Client, yesterday: Callable[[], date]
) -> None:
    day = yesterday()
    shown = page(guest.get(f"/daily/fan/{day}/solution/"))
    told = json.loads(shown.one("script", id="solution").text)
    line = Certificate.objects.get(daily__day=day, daily__ruleset="fan").line
    assert [step["move"] for step in told["steps"]] == ["", *line.split()]
    refused = guest.get(f"/daily/fan/{DAY}/solution/")
    assert refused.headers["Location"] == f"/daily/fan/{DAY}/"
    page(guest.get("/daily/whist/2026-11-28/solution/"), 404)


def words_for(slug: str, *nodes: int) -> list[str]:
    found = [difficulty_of(slug=slug, nodes=number) for number in nodes]
    return [difficulty.word for difficulty in found if difficulty]


@pytest.mark.parametrize("slug", sorted(set(RULESETS) - {"archway-leicht"}))
def test_more_nodes_are_never_called_easier(slug: str) -> None:
    easy, hard = THIRDS[slug]
    assert 0 < easy < hard
    shown = words_for(slug, 0, easy, easy + 1, hard - 1, hard)
    assert shown == ["leicht", "leicht", "mittel", "mittel", "schwer"]


def test_what_is_won_without_a_search_is_easy() -> None:
    assert words_for("archway-leicht", 0) == ["leicht"]


# --- On one's own page --------------------------------------------------------------------------


def test_ones_own_page_lists_what_was_practised_and_where_there_was_help(
    mine: Client, guest: Client, player: Player, table: SitDown
) -> None:
    for number, helped in ((7, False), (8, True)):
        seat = seat_of(player)
        game = services.start_practice(seat=seat, ruleset="fan", number=number)
        table(game, seat).resign()
        Game.objects.filter(pk=game.pk).update(helped=helped)
    services.start_practice(seat=seat_of(player), ruleset="fan", number=9)
    ranked_game(player, "citadel")
    shown = page(mine.get("/players/Wilhelmine/"))
    practised = shown.one("section", aria_labelledby="practice").one("tbody")
    cells = [[cell.text for cell in row.all("td")] for row in practised.all("tr")]
    assert sorted(cells) == [["0", "Aufgegeben"], ["0", "Aufgegeben, mit Hilfe"]]
    assert "Nr. 7" not in page(guest.get("/players/Wilhelmine/")).text


def test_of_dailies_only_what_ended_after_its_day_was_practised(
    mine: Client, player: Player, won: Won
) -> None:
    won(player, "citadel", 9_000)
    in_time, late = (ranked_game(player, slug) for slug in ("trefoil", "fan"))
    assert late.daily is not None
    for game, end in ((in_time, late.daily.closes), (late, late.daily.settles)):
        Game.objects.filter(pk=game.pk).update(outcome=Game.Outcome.GIVEN_UP, finished=end)
    practised = page(mine.get("/players/Wilhelmine/")).one("section", aria_labelledby="practice")
    assert [row.one("a").text for row in practised.one("tbody").all("tr")] == ["Fan"]
