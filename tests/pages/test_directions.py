"""Names in right-to-left letters don't turn the text around them."""

from collections.abc import Callable
from datetime import date

import pytest
from django.core import mail

from accounts.models import Player
from leaderboard.models import Circle
from tests.pages.conftest import Won, browser, page
from tests.support import circle_of

CLUB, DANI = "מועדון 7", "דני_77"
ISOLATED_CLUB, ISOLATED_DANI = (f"\u2068{name}\u2069" for name in (CLUB, DANI))


@pytest.fixture
def dani(db: None) -> Player:
    """A player whose name runs from right to left."""
    return Player.objects.create_user(DANI, email="dani@patience.example")


@pytest.fixture
def club(dani: Player, player: Player) -> Circle:
    """Their circle, whose name does so, too."""
    return circle_of(dani, player, name=CLUB)


def test_titles_of_a_circles_pages_keep_its_name_to_itself(club: Circle, dani: Player) -> None:
    visitor = browser(player=dani)
    for door in ("", "fan/", "all/2026-11/", "members/", "leave/"):
        shown = page(visitor.get(f"/circles/{club.pk}/{door}"))
        assert shown.one("title").text.startswith(f"{ISOLATED_CLUB}: "), door
        assert shown.all("bdi")
    invited = page(browser().get(f"/circles/join/{club.token}/"))
    assert f": {ISOLATED_CLUB} ·" in invited.one("title").text
    assert f"{ISOLATED_DANI} leitet diese Runde." in invited.text


def test_messages_and_questions_keep_names_to_themselves(
    club: Circle, dani: Player, player: Player
) -> None:
    owner = browser(player=dani)
    theirs = club.memberships.get(player=player).pk
    owner.post(f"/circles/{club.pk}/members/{theirs}/owner/")
    back = club.memberships.get(player=dani).pk
    asked = page(browser(player=player).get(f"/circles/{club.pk}/members/{back}/remove/"))
    assert asked.one("h1").text == f"{ISOLATED_DANI} entfernen?"
    left = page(owner.post(f"/circles/{club.pk}/leave/", follow=True))
    assert f"„{ISOLATED_CLUB}“" in left.text


def test_a_number_after_a_name_stays_where_it_is(
    dani: Player, won: Won, yesterday: Callable[[], date]
) -> None:
    game = won(dani, "fan", 9_000, day=yesterday())
    won(dani, "fan", 9_000)
    (leader,) = page(browser().get("/daily/fan/")).all("bdi", class_="leader-name")
    assert leader.text == DANI
    watched = page(browser().get(f"/games/{game}/replay/"))
    assert f"{ISOLATED_DANI}: 1:30,00" in watched.text
    assert page(browser().get(f"/players/{DANI}/")).one("title").text.startswith(ISOLATED_DANI)


def test_mails_keep_names_to_themselves(dani: Player) -> None:
    browser().post("/account/password/reset/", {"email": dani.email})
    assert f"{ISOLATED_DANI} " in mail.outbox[0].body


def test_other_names_are_told_as_they_are(player: Player) -> None:
    club = circle_of(player)
    shown = browser(player=player).get(f"/circles/{club.pk}/members/").content.decode()
    assert "\u2068" not in shown
