"""Names of circles that are reported, and what staff do about them."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services as accounts
from accounts.models import Player
from leaderboard.circles import services
from leaderboard.circles.models import CircleReport
from leaderboard.models import Circle
from tests.pages.conftest import DAY, browser, page
from tests.pages.test_every_page import CHECKS
from tests.support import circle_of

THANKS = "Wir sehen uns diesen Namen an."


@pytest.fixture
def club(player: Player, other_player: Player) -> Circle:
    """Wilhelmine's circle, in which Ottokar is, too."""
    return circle_of(player, other_player, name="Flegel")


@pytest.fixture
def desk(db: None) -> Client:
    """The browser of somebody at the desk, in English."""
    return browser("en", Player.objects.create_superuser("Kunigunde"))


def report(client: Client, club: Circle) -> str:
    """Report the name; gives what the next page says."""
    return page(client.post(f"/circles/{club.pk}/report/", follow=True)).text


def decide(desk: Client, found: CircleReport, **data: str) -> str:
    """Press a button on the report's page at the desk."""
    address = reverse("admin:leaderboard_circlereport_change", args=[found.pk])
    return desk.post(address, data, follow=True).content.decode()


def test_a_member_reports_the_name_once(club: Circle, theirs: Client) -> None:
    shown = page(theirs.get(f"/circles/{club.pk}/members/"))
    form = shown.one("details", class_="report-name").one("form")
    assert form.attributes["action"] == f"/circles/{club.pk}/report/"
    assert THANKS in report(theirs, club)
    assert "Du hast diesen Namen schon gemeldet." in report(theirs, club)
    assert CircleReport.objects.get().name == "Flegel"


def test_who_is_invited_reports_the_name_without_joining(club: Circle) -> None:
    invited = browser(player=Player.objects.create_user("Ida"))
    address = f"/circles/join/{club.token}/"
    answer = invited.get(address)
    for check in CHECKS:
        check(answer, page(answer))
    form = page(answer).one("details", class_="report-name").one("form")
    assert form.attributes["action"] == f"{address}report/"
    said = page(invited.post(f"{address}report/", follow=True))
    assert THANKS in said.text
    assert said.one("h1").text == "Flegel"
    assert CircleReport.objects.get().reporter == Player.objects.get(username="Ida")
    assert club.memberships.count() == 2
    services.renew_invitation(owner=Player.objects.get(username="Wilhelmine"), circle=club.pk)
    assert invited.post(f"{address}report/").status_code == 404


def test_nobody_reports_the_own_circle_and_guests_sign_in_first(
    club: Circle, mine: Client, guest: Client
) -> None:
    assert not page(mine.get(f"/circles/{club.pk}/members/")).all("details", class_="report-name")
    assert "Das ist deine eigene Runde." in report(mine, club)
    invitation = f"/circles/join/{club.token}/"
    assert not page(guest.get(invitation)).all("details", class_="report-name")
    for address, back in (
        (f"/circles/{club.pk}/report/", f"/circles/{club.pk}/members/"),
        (f"{invitation}report/", invitation),
    ):
        assert guest.post(address).headers["Location"] == f"/account/login/?next={back}"
    assert not CircleReport.objects.exists()


def test_reports_are_few_a_day(theirs: Client, player: Player) -> None:
    for number in range(11):
        club = services.start_circle(player=player, name=f"Club {number}")
        said = page(theirs.post(f"/circles/join/{club.token}/report/", follow=True)).text
    assert "Das war zu viel auf einmal." in said
    assert CircleReport.objects.count() == 10


def test_a_replaced_name_does_not_come_back(club: Circle, theirs: Client, desk: Client) -> None:
    report(theirs, club)
    said = decide(desk, CircleReport.objects.get(), replace="1", name="Friedlich")
    assert "The circle has another name now." in said
    club.refresh_from_db()
    assert club.name == "Friedlich"
    assert CircleReport.objects.get().state == "replaced"
    assert "Flegel → Friedlich" in LogEntry.objects.get().change_message
    owner = browser(player=Player.objects.get(username="Wilhelmine"))
    for name in ("Flegel", "FLEGEL", "F1egel"):
        refused = page(owner.post(f"/circles/{club.pk}/members/", {"name": name}), 400)
        assert "Diesen Namen hat das Team ersetzt." in refused.text
    owner.post(f"/circles/{club.pk}/members/", {"name": "Kegeln"})
    club.refresh_from_db()
    assert club.name == "Kegeln"


def told(client: Client, club: Circle) -> str:
    """What a page of the circle says of a name that staff have replaced."""
    shown = page(client.get(f"/circles/{club.pk}/members/"))
    return " ".join(found.text for found in shown.all("p", class_="message"))


def test_the_owner_is_told_of_a_replaced_name_on_each_page_and_may_choose_another(
    club: Circle, player: Player, mine: Client, theirs: Client, desk: Client
) -> None:
    report(theirs, club)
    assert told(mine, club) == ""
    decide(desk, CircleReport.objects.get(), replace="1", name="Friedlich")
    month = DAY.strftime("%Y-%m")
    for part in ("", f"all/{month}/", "members/"):
        answer = mine.get(f"/circles/{club.pk}/{part}")
        shown = page(answer)
        (message,) = shown.all("p", class_="message")
        assert "weil „Flegel“ beanstandet wurde" in message.text
        leads_to = message.one("a").attributes["href"]
        assert leads_to == f"/circles/{club.pk}/members/#name-title"
        for check in CHECKS:
            check(answer, shown)
    assert "since “Flegel” gave offence" in told(browser("en", player), club)
    assert told(theirs, club) == ""
    mine.post(f"/circles/{club.pk}/members/", {"name": "Kegeln"})
    assert told(mine, club) == ""


def test_whoever_owns_the_circle_by_then_is_told_and_nobody_for_ever(
    club: Circle, player: Player, mine: Client, theirs: Client, desk: Client
) -> None:
    report(theirs, club)
    decide(desk, CircleReport.objects.get(), replace="1", name="Friedlich")
    services.hand_over(owner=player, circle=club.pk, member=club.memberships.get(is_owner=False).pk)
    assert "Flegel" in told(theirs, club)
    assert told(mine, club) == ""
    Circle.objects.update(replaced=timezone.now() - timedelta(days=31))
    assert told(theirs, club) == ""


def test_the_name_that_an_owner_gave_is_what_is_told_however_often_staff_think_again(
    club: Circle, mine: Client, desk: Client
) -> None:
    page_of_it = reverse("admin:leaderboard_circle_change", args=[club.pk])
    for name in ("Fridlich", "Friedlich"):
        desk.post(page_of_it, {"name": name, "replace": "1"})
    assert "„Flegel“" in told(mine, club)


def test_a_name_that_was_replaced_unasked_does_not_come_back_either(
    club: Circle, mine: Client, theirs: Client, desk: Client
) -> None:
    page_of_it = reverse("admin:leaderboard_circle_change", args=[club.pk])
    desk.post(page_of_it, {"name": "Friedlich", "replace": "1"})
    assert page(mine.post(f"/circles/{club.pk}/members/", {"name": "Flegel"}), 400)
    club.refresh_from_db()
    assert club.name == "Friedlich"
    assert THANKS in report(theirs, club)


@pytest.mark.parametrize("name", ["", "x", "Flegel", "Friedlich\u202e"])
def test_a_bad_name_replaces_nothing(name: str, club: Circle, theirs: Client, desk: Client) -> None:
    report(theirs, club)
    decide(desk, CircleReport.objects.get(), replace="1", name=name)
    club.refresh_from_db()
    assert (club.name, CircleReport.objects.get().state) == ("Flegel", "open")


def test_a_circle_that_bears_another_name_by_now_keeps_it(
    club: Circle, player: Player, theirs: Client, desk: Client
) -> None:
    report(theirs, club)
    services.rename(owner=player, circle=club.pk, name="Kegeln")
    found = CircleReport.objects.get()
    assert "bears another name" in decide(desk, found, replace="1", name="Friedlich")
    club.refresh_from_db()
    assert club.name == "Kegeln"
    assert (
        "The name by now: Kegeln"
        in page(desk.get(reverse("admin:leaderboard_circlereport_change", args=[found.pk]))).text
    )


def test_keeping_a_name_settles_all_reports_of_it_and_those_of_who_has_gone(
    club: Circle, theirs: Client, desk: Client
) -> None:
    report(theirs, club)
    for name in ("Ida", "Emil"):
        friend = Player.objects.create_user(name)
        services.join(player=friend, token=club.token)
        report(browser(player=friend), club)
    accounts.delete_player(player=Player.objects.get(username="Emil"))
    first = CircleReport.objects.order_by("pk")[0]
    shown = desk.get(reverse("admin:leaderboard_circlereport_change", args=[first.pk]))
    assert "Reported by 2 players." in shown.content.decode()
    assert "The name stays." in decide(desk, first, keep="1", name="")
    assert [each.state for each in CircleReport.objects.all()] == ["kept"] * 3


def test_the_list_tells_names_and_how_they_stand(
    club: Circle, theirs: Client, desk: Client
) -> None:
    report(theirs, club)
    listed = desk.get(reverse("admin:leaderboard_circlereport_changelist")).content.decode()
    assert "Flegel" in listed
    assert club.token not in listed
    assert "Ottokar" not in listed
