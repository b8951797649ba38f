"""Announcements: when they stand on the pages, in which language, and how they are put away."""

from datetime import datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from frontend.models import Announcement
from tests.pages.conftest import browser, page, ranked_game

HOUR = timedelta(hours=1)


def announce(
    text: str = "Wartung um <b>acht</b>.", *, since: timedelta = HOUR, left: timedelta = HOUR
) -> Announcement:
    now = timezone.now()
    return Announcement.objects.create(
        text_de=text, text_en="Maintenance at eight.", starts=now - since, ends=now + left
    )


def shown(client: Client, address: str = "/") -> list[str]:
    """The announcements that stand on a page."""
    forms = page(client.get(address)).all("form", class_="announcement")
    return [form.one("p").text for form in forms]


def test_an_announcement_stands_on_all_pages_from_its_start_to_its_end_as_plain_text(
    guest: Client, mine: Client, player: Player
) -> None:
    announce()
    announce("noch nicht", since=-HOUR, left=2 * HOUR)
    announce("nicht mehr", since=2 * HOUR, left=-HOUR)
    table = f"/games/{ranked_game(player, 'fan').pk}/"
    for client, address in (
        (guest, "/"),
        (guest, "/rules/"),
        (guest, "/account/login/"),
        (guest, "/boards/fan/"),
        (mine, table),
    ):
        assert shown(client, address) == ["Wartung um <b>acht</b>."]
    assert page(guest.get("/")).one("div", class_="announcements").attributes["role"] == "status"


def test_it_is_read_in_the_readers_language(db: None) -> None:
    announce()
    assert shown(browser("en")) == ["Maintenance at eight."]


def test_without_one_there_is_no_bar(guest: Client) -> None:
    assert page(guest.get("/")).all("div", class_="announcements") == []


def test_who_puts_it_away_does_not_see_it_again_on_that_device(guest: Client) -> None:
    first, second = announce("eins"), announce("zwei")
    back = guest.post(reverse("dismiss_announcement", args=[first.pk]), {"next": "/rules/"})
    assert (back.status_code, back["Location"]) == (302, "/rules/")
    assert shown(guest) == ["zwei"]
    guest.post(reverse("dismiss_announcement", args=[second.pk]), {"next": "/"})
    assert shown(guest) == []
    assert shown(browser()) == ["eins", "zwei"]
    cookie = guest.cookies["dismissed"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_putting_away_leads_nowhere_else(back: str, guest: Client) -> None:
    answer = guest.post(reverse("dismiss_announcement", args=[announce().pk]), {"next": back})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("cookie", ["x", "1.", "9" * 40, "1,2", "1." * 900 + "1"])
def test_a_cookie_that_is_none_of_ours_hides_nothing(cookie: str, guest: Client) -> None:
    announce()
    guest.cookies["dismissed"] = cookie
    assert guest.get("/").status_code == 200


def test_what_does_not_exist_is_put_away_without_a_cookie(guest: Client) -> None:
    guest.post(reverse("dismiss_announcement", args=[99999]), {"next": "/"})
    assert "dismissed" not in guest.cookies
    assert guest.get(reverse("dismiss_announcement", args=[1])).status_code == 405


def test_the_page_that_is_kept_for_times_without_network_announces_nothing(guest: Client) -> None:
    announce()
    assert shown(guest, "/offline/") == []


def test_an_announcement_ends_after_it_starts(db: None) -> None:
    now = timezone.now()
    announcement = Announcement(text_de="a", text_en="b", starts=now, ends=now - HOUR)
    with pytest.raises(ValidationError, match="Ende kommt nach"):
        announcement.full_clean()


def test_editors_write_it_on_the_clock_of_the_daily_time_zone(db: None) -> None:
    desk = browser()
    desk.force_login(Player.objects.create_superuser("Kunigunde"))
    answer = desk.post(
        reverse("admin:frontend_announcement_add"),
        {
            "text_de": "Neujahr",
            "text_en": "New year",
            "starts_0": "31.12.2026",
            "starts_1": "23:00",
            "ends_0": "01.01.2027",
            "ends_1": "01:00",
        },
    )
    assert answer.status_code == 302, answer.content.decode()[:3000]
    stored = Announcement.objects.get()
    assert stored.starts == datetime.fromisoformat("2026-12-31T22:00:00+00:00")
    change = desk.get(reverse("admin:frontend_announcement_change", args=[stored.pk]))
    assert 'value="23:00:00"' in change.content.decode()
    assert "Europe/Berlin" in change.content.decode()
