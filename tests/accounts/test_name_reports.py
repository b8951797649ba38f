"""Names that are reported, and what staff do about them."""

import pytest
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts import renaming, reports
from accounts.models import NameReport, Player

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def offender(db: None) -> Player:
    """A player whose name somebody dislikes."""
    return Player.objects.create_user("Flegel", password=PASSWORD)


@pytest.fixture
def reporter(player: Player) -> Client:
    """A signed-in player's browser, in English."""
    cache.clear()
    client = Client(headers={"accept-language": "en"})
    client.force_login(player)
    return client


@pytest.fixture
def staff(db: None) -> Player:
    """Somebody at the desk."""
    return Player.objects.create_superuser("Kunigunde")


@pytest.fixture
def desk(staff: Player) -> Client:
    """Their browser, in English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(staff)
    return client


def report(client: Client, name: str = "Flegel") -> str:
    """Report a name; gives the page that one comes back to."""
    address = reverse("report_name", args=[name])
    return client.post(address, follow=True, secure=True).content.decode()


def decide(desk: Client, report: NameReport, **data: str) -> str:
    """Press a button on the report's page at the desk."""
    address = reverse("admin:accounts_namereport_change", args=[report.pk])
    return desk.post(address, data, follow=True).content.decode()


def test_a_name_is_reported_from_the_players_page_once(reporter: Client, offender: Player) -> None:
    page = reporter.get("/players/Flegel/", secure=True).content.decode()
    assert reverse("report_name", args=["Flegel"]) in page
    assert "We will look at this name." in report(reporter)
    assert "You have reported this name already." in report(reporter)
    assert NameReport.objects.count() == 1


def test_nobody_reports_the_own_name_nor_without_signing_in(
    reporter: Client, player: Player, offender: Player
) -> None:
    own = reporter.get(f"/players/{player.username}/", secure=True).content.decode()
    assert "report-name" not in own
    assert "That is your own name." in report(reporter, player.username)
    guest = Client()
    assert "report-name" not in guest.get("/players/Flegel/", secure=True).content.decode()
    answer = guest.post(reverse("report_name", args=["Flegel"]), secure=True)
    assert answer["Location"].startswith("/account/login/")
    assert not NameReport.objects.exists()


def test_reports_are_few_a_day(reporter: Client) -> None:
    for number in range(11):
        Player.objects.create_user(f"Name{number}")
        said = report(reporter, f"Name{number}")
    assert "too much at once" in said
    assert NameReport.objects.count() == 10


def test_a_replaced_name_is_told_to_its_player_and_taken_by_nobody(
    reporter: Client, offender: Player, desk: Client
) -> None:
    report(reporter)
    said = decide(desk, NameReport.objects.get(), replace="1", name="Friedlich")
    assert "another name now" in said
    offender.refresh_from_db()
    assert offender.username == "Friedlich"
    assert NameReport.objects.get().state == "replaced"
    assert "Flegel → Friedlich" in LogEntry.objects.get().change_message
    for besides in (None, offender):
        with pytest.raises(ValidationError):
            renaming.check_name_is_free("Flegel", besides=besides)
    theirs = Client(headers={"accept-language": "en"})
    signed_in = theirs.post(
        "/account/login/", {"login": "Flegel", "password": PASSWORD}, secure=True
    )
    assert signed_in.status_code == 302
    page = theirs.get("/players/Friedlich/", secure=True).content.decode()
    assert "The staff have given you another name" in page
    assert "The staff have" not in reporter.get("/players/Friedlich/", secure=True).content.decode()


@pytest.mark.parametrize("name", ["", "x", "Kunigunde", "Flegel"])
def test_a_bad_or_taken_name_replaces_nothing(
    name: str, reporter: Client, offender: Player, desk: Client
) -> None:
    report(reporter)
    found = NameReport.objects.get()
    decide(desk, found, replace="1", name=name)
    offender.refresh_from_db()
    found.refresh_from_db()
    assert (offender.username, found.state) == ("Flegel", "open")


def test_who_bears_another_name_by_now_keeps_it(
    reporter: Client, offender: Player, staff: Player
) -> None:
    report(reporter)
    renaming.change_name(player=offender, name="Friedlich")
    with pytest.raises(ValidationError):
        reports.replace_name(report=NameReport.objects.get(), name="Leise", by=staff)


def test_keeping_a_name_settles_all_reports_of_it(
    reporter: Client, other_player: Player, offender: Player, desk: Client
) -> None:
    report(reporter)
    reports.report_name(reporter=other_player, player=offender)
    first, _second = NameReport.objects.order_by("pk")
    page = desk.get(reverse("admin:accounts_namereport_change", args=[first.pk]))
    assert "Reported by 2 players." in page.content.decode()
    assert "The name stays." in decide(desk, first, keep="1", name="")
    assert set(NameReport.objects.values_list("state", flat=True)) == {"kept"}
    offender.refresh_from_db()
    assert offender.username == "Flegel"
