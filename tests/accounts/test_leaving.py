"""Leaving: a week to change one's mind, and what happens after it."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import leaving, renaming, reports, services
from accounts.models import NameReport, Player
from tests.pages.html import read

from .conftest import PASSWORD, SignIn, is_signed_in, text_of

pytestmark = pytest.mark.django_db
ASKED = {"password": PASSWORD, "sure": "on"}


def a_week_passes() -> None:
    """Let the week of everybody who leaves be over, and the timer come by."""
    Player.objects.filter(delete_after__isnull=False).update(
        delete_after=timezone.now() - timedelta(seconds=1)
    )
    call_command("purge")


@pytest.fixture
def left(anna: Player, sign_in: SignIn) -> Client:
    """The browser in which Anna has just asked to be deleted."""
    browser = sign_in("Anna")
    answer = browser.post("/account/delete/", ASKED)
    assert answer.headers["Location"] == "/"
    return browser


def test_the_box_to_tick_stands_within_its_words(anna: Player, sign_in: SignIn) -> None:
    shown = read(text_of(sign_in("Anna").get("/account/delete/")))
    (label,) = [label for label in shown.all("label") if "can’t be undone" in label.text]
    assert label.one("input", type="checkbox").attributes["id"] == label.attributes["for"]


def test_who_leaves_is_signed_out_everywhere_and_told_of_the_week(
    anna: Player, sign_in: SignIn
) -> None:
    here, elsewhere = sign_in("Anna"), sign_in("Anna")
    shown = text_of(here.post("/account/delete/", ASKED, follow=True))
    assert "deleted in a week" in shown
    assert not is_signed_in(here)
    assert not is_signed_in(elsewhere)


def test_who_does_nothing_is_gone_after_a_week_and_not_before(left: Client) -> None:
    call_command("purge")
    assert Player.objects.exists()
    a_week_passes()
    assert not Player.objects.exists()


def test_until_then_others_see_no_difference(left: Client) -> None:
    assert left.get("/players/Anna/").status_code == 200


def test_every_page_reminds_who_signs_in_again_and_lets_them_stay(
    left: Client, sign_in: SignIn
) -> None:
    browser = sign_in("Anna")
    for page in ["/rules/", "/account/", "/account/delete/"]:
        assert "Your account will be deleted on" in text_of(browser.get(page))
    browser.post("/account/keep/")
    assert "will be deleted on" not in text_of(browser.get("/rules/"))
    a_week_passes()
    assert Player.objects.exists()


def test_tokens_rest_meanwhile(anna: Player, sign_in: SignIn) -> None:
    _token, plain = services.create_token(player=anna, label="my bot")
    headers = {"authorization": f"Token {plain}"}
    leaving.plan_deletion(player=anna)
    assert Client(headers=headers).get("/api/me/").status_code == 401
    leaving.keep_account(player=anna)
    assert Client(headers=headers).get("/api/me/").json()["name"] == "Anna"


def test_a_mail_tells_who_has_given_an_address(anna: Player, sign_in: SignIn) -> None:
    Player.objects.update(email="anna@patience.example")
    sign_in("Anna").post("/account/delete/", ASKED)
    (message,) = mail.outbox
    assert message.to == ["anna@patience.example"]
    assert "will be deleted" in message.subject
    assert "sign in until then" in message.body


def test_who_has_become_staff_meanwhile_stays(left: Client) -> None:
    Player.objects.update(is_staff=True)
    a_week_passes()
    assert Player.objects.get().delete_after is None


def test_names_are_free_again_afterwards(anna: Player) -> None:
    renaming.change_name(player=anna, name="Berta")
    services.delete_player(player=anna)
    for name in ["Anna", "Berta"]:
        answer = Client().post("/account/signup/", {"username": name, "password1": PASSWORD})
        assert answer.status_code == 302


def test_the_log_of_the_desk_forgets_the_names(anna: Player) -> None:
    admin = Player.objects.create_superuser("admin")
    renaming.change_name(player=anna, name="Anna-Lena")
    reports.report_name(reporter=admin, player=anna)
    reports.replace_name(report=NameReport.objects.get(), name="Berta", by=admin)
    services.deactivate_player(player=anna, by=admin, reason="Annahme: a program.")
    anna.refresh_from_db()
    number = f"#{anna.pk}"
    services.delete_player(player=anna)
    told = LogEntry.objects.order_by("pk").values_list("object_repr", "change_message")
    assert list(told) == [
        (number, f"Reported name replaced: {number} → {number}"),
        (number, "Deactivated. Annahme: a program."),
    ]


def test_who_is_deleted_leaves_no_session(left: Client, sign_in: SignIn) -> None:
    sign_in("Anna")
    assert Session.objects.exists()
    Player.objects.update(delete_after=timezone.now())
    leaving.delete_leavers()
    assert not Session.objects.exists()
