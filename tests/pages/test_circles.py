"""The pages of circles, for owners, members, strangers and guests."""

from collections.abc import Callable
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import Player
from leaderboard.circles import services
from leaderboard.models import Circle, Membership
from leaderboard.standings.services import settle
from tests.pages.conftest import DAY, Won, browser, page
from tests.pages.html import Element
from tests.pages.test_every_page import CHECKS
from tests.support import circle_of


@pytest.fixture
def club(player: Player, other_player: Player) -> Circle:
    """Wilhelmine's circle, in which Ottokar is, too."""
    return circle_of(player, other_player)


@pytest.fixture
def stranger(db: None) -> Client:
    """The browser of somebody who is in no circle."""
    return browser(player=Player.objects.create_user("Kunigunde"))


def rows(shown: Element) -> list[list[str]]:
    """The rows of a board, cell by cell."""
    return [
        [cell.text for cell in row.walk() if cell.tag in ("td", "th")]
        for row in shown.one("tbody").all("tr")
    ]


def links(shown: Element) -> list[str]:
    """Where a page's main part leads."""
    return [link.attributes["href"] for link in shown.one("main").all("a")]


def key(club: Circle, player: Player) -> int:
    """The key of a membership."""
    return Membership.objects.get(circle=club, player=player).pk


# --- The way in ---------------------------------------------------------------------------------


def test_a_circle_is_started_and_its_owner_finds_the_invitation(
    player: Player, mine: Client, guest: Client
) -> None:
    assert "eigene Bestenlisten" in page(mine.get("/circles/")).text
    assert "2 to 40 characters" in page(browser("en", player).get("/circles/")).text
    answer = mine.post("/circles/", {"name": " Familie  Müller "}, follow=True)
    shown = page(answer)
    assert shown.one("h1").text == "Familie Müller"
    link = shown.one("input", id="invitation").attributes["value"]
    assert link == f"http://testserver/circles/join/{Circle.objects.get().token}/"
    invited = page(guest.get(link))
    assert invited.one("h1").text == "Familie Müller"
    assert "Wilhelmine leitet diese Runde." in invited.text
    assert "Familie Müller" in page(mine.get("/circles/")).text


def test_a_bad_name_is_refused_with_a_word_in_the_form(mine: Client) -> None:
    shown = page(mine.post("/circles/", {"name": "Club\u202e"}), 400)
    assert "keine unsichtbaren Zeichen" in shown.text
    assert page(mine.post("/circles/", {}), 400)
    assert not Circle.objects.exists()


def test_a_guest_is_led_through_sign_up_and_back_to_the_invitation(
    club: Circle, guest: Client
) -> None:
    address = f"/circles/join/{club.token}/"
    asked = links(page(guest.get(address)))
    assert asked == [f"/account/signup/?next={address}", f"/account/login/?next={address}"]
    assert guest.post(address).headers["Location"] == f"/account/login/?next={address}"
    sent = {"username": "Ida", "password1": "correct horse battery", "next": address}
    code = page(guest.post("/account/signup/", sent, follow=True))
    assert address in links(code)
    assert page(guest.get(address)).one("button", class_="button-large").text == "Beitreten"
    assert guest.post(address).headers["Location"] == f"/circles/{club.pk}/"
    assert Membership.objects.filter(circle=club, player__username="Ida").exists()


def test_looking_at_an_invitation_lets_nobody_in(club: Circle, stranger: Client) -> None:
    page(stranger.get(f"/circles/join/{club.token}/"))
    assert club.memberships.count() == 2


def test_who_is_in_already_is_led_to_the_board(club: Circle, theirs: Client) -> None:
    shown = page(theirs.get(f"/circles/join/{club.token}/"))
    assert links(shown) == [f"/circles/{club.pk}/"]


def test_a_void_invitation_says_so(club: Circle, mine: Client, stranger: Client) -> None:
    old = f"/circles/join/{club.token}/"
    said = page(mine.post(f"/circles/{club.pk}/invitation/", follow=True))
    assert "Das ist der neue Einladungslink." in said.text
    for answer in (stranger.get(old), stranger.post(old), stranger.get("/circles/join/x/")):
        shown = page(answer, 404)
        assert "Diese Einladung gilt nicht" in shown.text
        assert "Bridgeclub" not in shown.text
    club.refresh_from_db()
    assert club.token not in old


@pytest.mark.parametrize("token", ["%00", "a%00b", "%F0%9F%8C%99", "%E2%80%AE", "%FF", "a" * 2000])
def test_what_no_invitation_can_be_is_none(stranger: Client, token: str) -> None:
    for send in (stranger.get, stranger.post):
        assert "Diese Einladung gilt nicht" in page(send(f"/circles/join/{token}/"), 404).text


def test_a_full_circle_says_so(
    club: Circle, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_MEMBERS", 2)
    shown = page(stranger.post(f"/circles/join/{club.token}/"), 409)
    assert "Diese Runde ist voll: Sie hat 2 Mitglieder." in shown.text


def test_invitations_are_not_tried_out(club: Circle, guest: Client, stranger: Client) -> None:
    answers = [guest.get(f"/circles/join/{number}/").status_code for number in range(70)]
    assert set(answers) == {404, 429}
    assert answers.index(429) == 60
    assert guest.get(f"/circles/join/{club.token}/").status_code == 429
    assert stranger.get(f"/circles/join/{club.token}/").status_code == 200


# --- Who may see and do what --------------------------------------------------------------------

DOORS = [
    "",
    "fan/",
    "fan/2026-11-29/",
    "fan/2026-11-29/news/",
    "all/2026-11/",
    "all/2026-11/news/",
    "members/",
    "leave/",
    "end/",
    "invitation/",
]


def test_for_strangers_there_is_no_such_circle(
    club: Circle, other_player: Player, stranger: Client
) -> None:
    member = key(club, other_player)
    for number in (club.pk, club.pk + 1, 10**30):
        for door in [*DOORS, f"members/{member}/remove/"]:
            for ask in (stranger.get, stranger.post):
                answer = ask(f"/circles/{number}/{door}")
                assert answer.status_code in (404, 405)
                assert "Bridgeclub" not in answer.content.decode()
    assert club.memberships.count() == 2


def test_guests_are_asked_to_sign_in_whether_there_is_a_circle_or_not(
    club: Circle, guest: Client
) -> None:
    for key in (club.pk, club.pk + 1):
        for door in DOORS:
            answer = guest.get(f"/circles/{key}/{door}")
            assert answer.headers["Location"] == f"/account/login/?next=/circles/{key}/{door}"


def test_who_was_signed_out_meanwhile_comes_back_to_a_page_that_is_there(
    club: Circle, guest: Client, mine: Client
) -> None:
    for door in ("invitation/", "leave/", "end/", "members/"):
        asked = guest.post(f"/circles/{club.pk}/{door}")
        assert asked.status_code == 302
        back = parse_qs(urlsplit(asked.headers["Location"]).query)["next"][0]
        assert mine.get(back).status_code == 200


def test_members_see_no_invitation_and_decide_nothing(
    club: Circle, player: Player, theirs: Client
) -> None:
    answer = theirs.get(f"/circles/{club.pk}/members/")
    assert club.token not in answer.content.decode()
    forms = [form.attributes.get("action") for form in page(answer).one("main").all("form")]
    assert forms == [f"/circles/{club.pk}/report/"]
    owners = [f"members/{key(club, player)}/remove/", f"members/{key(club, player)}/owner/"]
    for door in ("end/", "invitation/", *owners):
        assert theirs.post(f"/circles/{club.pk}/{door}").status_code == 404
    assert theirs.post(f"/circles/{club.pk}/members/", {"name": "Anders"}).status_code == 404
    assert Circle.objects.get().name == "Bridgeclub"


def test_pages_of_circles_are_for_nobody_to_find_and_leak_no_link(
    club: Circle, mine: Client, guest: Client
) -> None:
    for answer in (
        mine.get("/circles/"),
        mine.get(f"/circles/{club.pk}/"),
        mine.get(f"/circles/{club.pk}/members/"),
        guest.get(f"/circles/join/{club.token}/"),
    ):
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert "private" in answer.headers["Cache-Control"]
    assert "Disallow: /circles/" in guest.get("/robots.txt").content.decode()


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_of_a_circle_is_sound(
    club: Circle, player: Player, other_player: Player, won: Won, language: str
) -> None:
    won(player, "fan", 9_000)
    won(other_player, "fan", 9_000, undos=2)
    visitor = browser(language, player)
    member = key(club, other_player)
    for door in (
        *("", "fan/", "all/2026-11/", "fan/2026-11/", "members/", "leave/", "end/"),
        *(f"members/{member}/remove/", f"members/{member}/owner/"),
    ):
        answer = visitor.get(f"/circles/{club.pk}/{door}")
        for check in CHECKS:
            check(answer, page(answer))
    for who in (visitor, browser(language)):
        answer = who.get(f"/circles/join/{club.token}/")
        for check in CHECKS:
            check(answer, page(answer))


# --- Leading and leaving ------------------------------------------------------------------------


def test_an_owner_removes_a_member_after_having_been_asked(
    club: Circle, other_player: Player, mine: Client, theirs: Client
) -> None:
    address = f"/circles/{club.pk}/members/{key(club, other_player)}/remove/"
    asked = page(mine.get(address))
    assert asked.one("h1").text == "Ottokar entfernen?"
    assert "ändert sich der Einladungslink" in asked.text
    assert club.memberships.count() == 2
    said = page(mine.post(address, follow=True))
    assert "Ottokar ist nicht mehr dabei" in said.text
    assert theirs.get(f"/circles/{club.pk}/").status_code == 404
    assert theirs.post(f"/circles/join/{club.token}/").status_code == 404
    assert mine.post(address).status_code == 404


def test_an_owner_hands_over_renames_and_ends(
    club: Circle, other_player: Player, mine: Client, theirs: Client
) -> None:
    address = f"/circles/{club.pk}/members/"
    page(mine.post(address, {"name": "Kartenrunde"}, follow=True))
    assert Circle.objects.get().name == "Kartenrunde"
    assert "2 bis 40 Zeichen" in page(mine.post(address, {"name": "K"}), 400).text
    said = page(mine.post(f"{address}{key(club, other_player)}/owner/", follow=True))
    assert "Ottokar leitet die Runde jetzt." in said.text
    assert mine.post(f"/circles/{club.pk}/end/").status_code == 404
    assert "Runde auflösen?" in page(theirs.get(f"/circles/{club.pk}/end/")).text
    assert "ist aufgelöst" in page(theirs.post(f"/circles/{club.pk}/end/", follow=True)).text
    assert not Circle.objects.exists()


def test_who_leaves_is_told_what_comes_of_it(club: Circle, mine: Client, theirs: Client) -> None:
    address = f"/circles/{club.pk}/leave/"
    assert "Zurück kommst du nur mit einer Einladung." in page(theirs.get(address)).text
    assert "Die Leitung hat dann Ottokar." in page(mine.get(address)).text
    assert "verlassen" in page(mine.post(address, follow=True)).text
    assert mine.get(f"/circles/{club.pk}/").status_code == 404
    assert "damit aufgelöst" in page(theirs.get(address)).text
    page(theirs.post(address, follow=True))
    assert not Circle.objects.exists()


# --- Boards -------------------------------------------------------------------------------------


def test_a_days_board_ranks_the_members_among_themselves(
    club: Circle, player: Player, other_player: Player, won: Won, mine: Client
) -> None:
    ida, emil, outsider = (Player.objects.create_user(name) for name in ("Ida", "Emil", "Leo"))
    for each in (ida, emil):
        services.join(player=each, token=club.token)
    won(outsider, "fan", 8_000)
    won(player, "fan", 9_000)
    won(other_player, "fan", 12_000, undos=1)
    won(ida, "fan", 12_000)
    won(emil, "fan", 13_000, state="held")
    shown = page(mine.get(f"/circles/{club.pk}/fan/"))
    assert rows(shown) == [
        ["1", "Wilhelmine", "1:30,00", "✓ sauber", "2"],
        ["2", "Ottokar", "2:00,00", "1 / 0 zurückgenommen: 1, von vorn: 0", "3"],
        ["2", "Ida", "2:00,00", "✓ sauber", "3"],
    ]
    assert [row.one("th").text for row in shown.all("tr", class_="is-me")] == ["Wilhelmine"]
    assert "Fan 3 , von 3 aus der Runde gewonnen" in shown.one("nav", id="others").text


def test_news_of_a_day_are_what_its_page_shows(
    club: Circle, player: Player, other_player: Player, won: Won, mine: Client
) -> None:
    won(player, "fan", 9_000)
    shown, said = (
        mine.get(f"/circles/{club.pk}/fan/{DAY}/"),
        mine.get(f"/circles/{club.pk}/fan/{DAY}/news/"),
    )
    news = page(said)
    assert rows(news) == rows(page(shown)) == [["1", "Wilhelmine", "1:30,00", "✓ sauber", "1"]]
    assert news.one("tbody").attributes["data-members"] == "Wilhelmine Ottokar"
    assert not news.all("h1")
    assert "private" in said.headers["Cache-Control"]


def test_news_of_a_day_swallow_no_message_that_a_page_is_to_show(
    club: Circle, mine: Client
) -> None:
    mine.post(f"/circles/{club.pk}/invitation/")
    mine.get(f"/circles/{club.pk}/fan/{DAY}/news/")
    assert "Das ist der neue Einladungslink." in page(mine.get("/circles/")).text


def test_a_running_day_tells_no_game_and_a_settled_one_does(
    club: Circle, player: Player, won: Won, yesterday: Callable[[], date], mine: Client
) -> None:
    day = yesterday()
    before, now = won(player, "fan", 9_000, day=day), won(player, "fan", 9_000)
    assert f"/games/{before}/replay/" in links(page(mine.get(f"/circles/{club.pk}/fan/{day}/")))
    assert str(now) not in mine.get(f"/circles/{club.pk}/fan/{DAY}/").content.decode()


def test_without_a_choice_it_is_todays_patience_of_the_day(club: Circle, mine: Client) -> None:
    shown = page(mine.get(f"/circles/{club.pk}/"))
    assert "Heute" in shown.one("span", class_="days-shown").text
    assert shown.one("h2", id="board-title").text == "Streets and Alleys"
    assert "hat dieses Spiel noch niemand gewonnen" in shown.text


def test_a_month_has_the_points_of_the_board_of_all(
    club: Circle,
    player: Player,
    other_player: Player,
    won: Won,
    yesterday: Callable[[], date],
    mine: Client,
) -> None:
    day = yesterday()
    won(Player.objects.create_user("Leo"), "fan", 8_000, day=day)
    won(player, "fan", 9_000, day=day)
    won(other_player, "fan", 12_000, day=day)
    settle()
    for scope in ("fan", "all"):
        shown = page(mine.get(f"/circles/{club.pk}/{scope}/2026-11/"))
        assert rows(shown) == [["1", "Wilhelmine", "67", "1"], ["2", "Ottokar", "34", "1"]]
        news = mine.get(f"/circles/{club.pk}/{scope}/2026-11/news/")
        assert rows(page(news)) == rows(shown)
        assert not page(news).all("h1")
        assert "private" in news.headers["Cache-Control"]
    assert (
        "eine Stunde nach jedem Tag" in page(mine.get(f"/circles/{club.pk}/citadel/2026-11/")).text
    )


def test_who_is_deactivated_is_on_no_board(
    club: Circle, other_player: Player, won: Won, mine: Client
) -> None:
    won(other_player, "fan", 9_000)
    accounts.deactivate_player(player=other_player, by=Player.objects.create_user("Staff"))
    assert "Ottokar" not in page(mine.get(f"/circles/{club.pk}/fan/")).text
    assert "Ottokar" not in page(mine.get(f"/circles/{club.pk}/members/")).text


@pytest.mark.parametrize(
    "door",
    [
        "poker/",
        "fan/2026-11-30/",
        "fan/2026-11-30/news/",
        "fan/2020-01-01/",
        "fan/2026-12/",
        "poker/2026-11/",
        "poker/2026-11/news/",
        "all/2026-12/news/",
        "all/",
    ],
)
def test_boards_that_are_not_there(club: Circle, mine: Client, door: str) -> None:
    assert mine.get(f"/circles/{club.pk}/{door}").status_code == 404
