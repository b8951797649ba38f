"""The desk: its door, and the players on it."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts import services
from accounts.log import log_change
from accounts.models import Player
from accounts.names import look_key

from .conftest import PASSWORD, SignIn, errors_of, is_signed_in, text_of

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/player/"


@pytest.fixture
def chief(db: None) -> Player:
    """Somebody who may do everything."""
    return Player.objects.create_superuser("admin", password=PASSWORD)


@pytest.fixture
def helper(db: None) -> Player:
    """Somebody of the staff who may change players."""
    player = Player.objects.create_user("Helferin", password=PASSWORD, is_staff=True)
    player.user_permissions.set(
        Permission.objects.filter(content_type__app_label="accounts", content_type__model="player")
    )
    return player


@pytest.fixture
def desk(chief: Player, sign_in: SignIn) -> Client:
    """A browser in which the chief is signed in."""
    return sign_in("admin")


def act(desk: Client, action: str, *players: Player) -> Any:
    chosen = [player.pk for player in players]
    return desk.post(LIST, {"action": action, "_selected_action": chosen}, follow=True)


def test_the_way_in_is_the_players_own_door(chief: Player, browser: Client) -> None:
    asked = browser.get("/admin/", follow=True)
    assert asked.redirect_chain[-1][0].startswith("/account/login/?next=")
    answer = browser.post(
        "/account/login/", {"login": "admin", "password": PASSWORD, "next": "/admin/"}
    )
    assert answer.headers["Location"] == "/admin/"
    assert browser.get("/admin/").status_code == 200


def test_the_admins_own_door_is_closed(chief: Player, browser: Client) -> None:
    answer = browser.post("/admin/login/", {"username": "admin", "password": PASSWORD})
    assert answer.headers["Location"].startswith("/account/login/")
    assert not is_signed_in(browser)


def test_the_way_to_another_password_is_the_players_own(desk: Client) -> None:
    answer = desk.get("/admin/password_change/")
    assert answer.headers["Location"] == "/account/password/change/"


def test_guesses_at_the_admin_are_throttled_like_others(chief: Player, browser: Client) -> None:
    for _time in range(5):
        browser.post("/account/login/", {"login": "admin", "password": "?", "next": "/admin/"})
    answer = browser.post(
        "/account/login/", {"login": "admin", "password": PASSWORD, "next": "/admin/"}
    )
    assert "Too many" in errors_of(answer)


def test_players_who_are_not_staff_are_told_so(anna: Player, sign_in: SignIn) -> None:
    answer = sign_in("Anna").get("/admin/", follow=True)
    assert answer.status_code == 403
    assert "Anna isn’t staff" in text_of(answer)


def test_deactivated_staff_stay_outside(chief: Player, helper: Player, sign_in: SignIn) -> None:
    browser = sign_in("Helferin")
    services.deactivate_player(player=helper, by=chief)
    assert browser.get("/admin/").status_code == 302


def test_players_are_found_by_a_part_of_their_name_or_mail(desk: Client) -> None:
    Player.objects.create_user("Jürgen", "j@example.org")
    Player.objects.create_user("Otto", "otto@example.org")
    assert "Jürgen" in text_of(desk.get(LIST, {"q": "JÜRG"}))
    assert "Otto" not in text_of(desk.get(LIST, {"q": "JÜRG"}))
    assert "Otto" in text_of(desk.get(LIST, {"q": "OTTO@exam"}))


def test_times_are_those_of_the_daily_time_zone(
    desk: Client, anna: Player, settings: Settings
) -> None:
    settings.DAILY_TIME_ZONE = "Europe/Berlin"
    anna.date_joined = datetime(2026, 7, 1, 22, 30, tzinfo=UTC)
    anna.save()
    assert "2026-07-02 00:30" in text_of(desk.get(LIST, {"q": "anna"}))
    assert "2026-07-02 00:30" in text_of(desk.get(f"{LIST}{anna.pk}/change/"))


def test_no_secret_of_a_player_is_shown(desk: Client, anna: Player) -> None:
    services.renew_recovery_code(player=anna)
    token, plain = services.create_token(player=anna, label="my bot")
    anna.refresh_from_db()
    pages = [LIST, f"{LIST}{anna.pk}/change/", f"{LIST}{anna.pk}/history/"]
    for page in pages:
        shown = text_of(desk.get(page))
        for secret in (anna.password, anna.recovery_hash, token.digest, token.prefix, plain):
            assert secret not in shown


def test_the_list_takes_as_many_queries_for_many_players_as_for_few(desk: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            desk.get(LIST)
        return len(asked)

    Player.objects.bulk_create(Player(username=f"Erste{number}") for number in range(2))
    few = queries()
    Player.objects.bulk_create(Player(username=f"Zweite{number}") for number in range(60))
    assert queries() == few
    assert few <= 6


def test_players_made_in_bulk_have_their_keys(db: None) -> None:
    Player.objects.bulk_create([Player(username="Anna"), Player(username="Leo")])
    leo = Player.objects.get_by_natural_key("LEO")
    assert leo.look_key == look_key("Le0")


def test_deactivating_is_done_from_the_list_and_logged(
    desk: Client, anna: Player, sign_in: SignIn
) -> None:
    browser = sign_in("Anna")
    assert "1 player is deactivated" in text_of(act(desk, "deactivate", anna))
    assert not is_signed_in(browser)
    entry = LogEntry.objects.get()
    assert (entry.user.username, entry.object_id) == ("admin", str(anna.pk))
    assert "Deactivated" in entry.change_message
    act(desk, "activate", anna)
    assert is_signed_in(sign_in("Anna"))
    assert LogEntry.objects.count() == 2


def test_nobody_deactivates_themselves(desk: Client, chief: Player) -> None:
    assert "0 players are deactivated" in text_of(act(desk, "deactivate", chief))
    assert is_signed_in(desk)


def test_only_superusers_touch_superusers(
    chief: Player, helper: Player, anna: Player, sign_in: SignIn
) -> None:
    browser = sign_in("Helferin")
    act(browser, "deactivate", chief, anna)
    assert set(Player.objects.filter(is_active=False)) == {anna}
    assert browser.post(f"{LIST}{chief.pk}/delete/", {"post": "yes"}).status_code == 403
    assert browser.post(f"{LIST}{chief.pk}/change/", {"username": "Eva"}).status_code == 403


def test_only_superusers_give_powers(helper: Player, anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Helferin")
    form = {"username": "Anna", "is_staff": "on", "is_superuser": "on"}
    browser.post(f"{LIST}{anna.pk}/change/", form)
    browser.post(f"{LIST}{helper.pk}/change/", {**form, "username": "Helferin"})
    anna.refresh_from_db()
    helper.refresh_from_db()
    assert (anna.is_staff, anna.is_superuser, helper.is_superuser) == (False, False, False)


def test_a_player_is_added_with_a_first_password(desk: Client, sign_in: SignIn) -> None:
    desk.post(f"{LIST}add/", {"username": "Berta", "language": "de", "password": PASSWORD})
    assert is_signed_in(sign_in("Berta"))
    assert LogEntry.objects.get().is_addition()


@pytest.mark.parametrize("name", ["ANNA", "Аnna", "An na", "x"])
def test_a_player_is_not_added_under_a_name_that_will_not_do(
    desk: Client, anna: Player, name: str
) -> None:
    answer = desk.post(f"{LIST}add/", {"username": name, "password": PASSWORD})
    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors["username"]


def test_a_player_is_renamed_with_all_that_goes_with_the_name(
    desk: Client, anna: Player, browser: Client
) -> None:
    desk.post(f"{LIST}{anna.pk}/change/", {"username": "Annette", "language": ""})
    anna.refresh_from_db()
    assert (anna.username, anna.name_key) == ("Annette", "annette")
    assert anna.check_password(PASSWORD)


def test_a_player_is_deleted_but_not_one_of_the_staff(
    desk: Client, anna: Player, helper: Player
) -> None:
    desk.post(f"{LIST}{anna.pk}/delete/", {"post": "yes"})
    desk.post(f"{LIST}{helper.pk}/delete/", {"post": "yes"})
    assert set(Player.objects.values_list("username", flat=True)) == {"admin", "Helferin"}


def test_nor_one_who_was_of_the_staff(desk: Client, anna: Player) -> None:
    log_change(anna, by=anna, text="Something.")
    assert desk.post(f"{LIST}{anna.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Player.objects.filter(pk=anna.pk).exists()


@pytest.mark.parametrize(
    "lookup",
    ["password__startswith", "recovery_hash__regex", "session_epoch", "last_login__year", "email"],
)
def test_no_filter_answers_questions_about_what_the_list_does_not_show(
    desk: Client, anna: Player, lookup: str
) -> None:
    assert desk.get(LIST, {lookup: "0"}).status_code == 400
    assert desk.get(LIST, {"is_active__exact": "1"}).status_code == 200


@pytest.mark.parametrize("lookup", ["language__exact", "is_active__exact", "date_joined__gte", "q"])
def test_a_list_filtered_by_a_null_is_asked_for_anew(
    desk: Client, anna: Player, lookup: str
) -> None:
    assert desk.get(LIST, {lookup: "\0"}).headers["Location"] == f"{LIST}?e=1"


def test_mail_addresses_are_their_owners_alone_to_change(desk: Client) -> None:
    assert desk.get("/admin/account/emailaddress/").status_code == 404


@pytest.mark.parametrize("field", ["daily", "games", "player", "nothing"])
def test_nothing_is_completed(desk: Client, field: str) -> None:
    asked = {"app_label": "games", "model_name": "deal", "field_name": field, "term": "a"}
    assert desk.get("/admin/autocomplete/", asked).status_code == 404


@pytest.mark.parametrize("chosen", ["\0", "abc", "1.5", ""])
def test_an_action_on_what_is_no_row_is_refused(desk: Client, anna: Player, chosen: str) -> None:
    asked = {"action": "deactivate", "_selected_action": [chosen, anna.pk]}
    assert desk.post(LIST, asked).status_code == 400
    anna.refresh_from_db()
    assert anna.is_active
