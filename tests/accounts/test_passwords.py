"""Changing, resetting and recovering a password."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts import services
from accounts.models import Player
from tests.pages.html import read

from .conftest import (
    PASSWORD,
    SignIn,
    code_on,
    errors_of,
    is_signed_in,
    post_with_password,
    text_of,
)

pytestmark = pytest.mark.django_db
NEW = "Ein-ganz-neues-Wort"


@pytest.fixture
def berta(db: None) -> Player:
    """A player with a confirmed mail address."""
    player = Player.objects.create_user("Berta", "berta@example.org", PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def link_in(message: mail.EmailMessage) -> str:
    return next(word for word in str(message.body).split() if word.startswith("http"))


def test_a_changed_password_ends_every_other_session(anna: Player, sign_in: SignIn) -> None:
    here, elsewhere = sign_in("Anna"), sign_in("Anna")
    changed = here.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": NEW})
    assert changed.status_code == 302
    assert is_signed_in(here)
    assert not is_signed_in(elsewhere)
    assert is_signed_in(sign_in("Anna", NEW))


def test_changing_a_password_takes_the_old_one(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    answer = browser.post("/account/password/change/", {"oldpassword": "?", "password1": NEW})
    assert "current password" in errors_of(answer)
    assert is_signed_in(sign_in("Anna"))


def test_a_changed_password_must_be_a_good_one(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    answer = browser.post(
        "/account/password/change/", {"oldpassword": PASSWORD, "password1": "12345678"}
    )
    assert answer.context["form"].errors["password1"]


def test_a_reset_goes_by_a_mailed_link_that_works_once(
    berta: Player, browser: Client, sign_in: SignIn
) -> None:
    elsewhere = sign_in("Berta")
    browser.post("/account/password/reset/", {"email": "BERTA@example.org"})
    link = link_in(mail.outbox[0])
    form = browser.get(link, follow=True)
    done = browser.post(form.redirect_chain[-1][0], {"password1": NEW}, follow=True)
    assert "Your new password is set" in text_of(done)
    assert not is_signed_in(elsewhere)
    assert is_signed_in(sign_in("Berta", NEW))
    assert "doesn’t work any more" in text_of(Client(headers={"accept-language": "en"}).get(link))


def test_a_reset_lifts_the_throttle_of_failed_attempts(
    berta: Player, browser: Client, sign_in: SignIn
) -> None:
    for _time in range(6):
        browser.post("/account/login/", {"login": "Berta", "password": "?"})
    browser.post("/account/password/reset/", {"email": "berta@example.org"})
    form = browser.get(link_in(mail.outbox[0]), follow=True)
    browser.post(form.redirect_chain[-1][0], {"password1": NEW})
    assert is_signed_in(sign_in("Berta", NEW))


def test_resets_are_throttled_by_mail_address(berta: Player, browser: Client) -> None:
    *accepted, refused = [
        browser.post(
            "/account/password/reset/",
            {"email": "berta@example.org"},
            REMOTE_ADDR=f"192.0.2.{number}",
        )
        for number in range(6)
    ]
    assert [answer.status_code for answer in accepted] == [302] * 5
    assert refused.status_code == 429
    shown = read(text_of(refused)).one("main")
    assert (shown.one(class_="eyebrow").text, shown.one("h1").text) == ("429", "Too much at once")
    assert shown.one("a", class_="button").attributes["href"] == "/"


def recover(name: str, code: str, password: str = NEW, **more: Any) -> Any:
    browser = Client(headers={"accept-language": "en"})
    asked = {"username": name, "code": code, "password1": password}
    return browser.post("/account/recover/", asked, **more)


def test_a_recovery_code_sets_a_new_password_and_is_used_up(
    anna: Player, sign_in: SignIn, browser: Client
) -> None:
    code = services.renew_recovery_code(player=anna)
    elsewhere = sign_in("Anna")
    typed = code.lower().replace("-", " ")
    shown = browser.post(
        "/account/recover/",
        {"username": "ANNA", "code": typed, "password1": NEW},
        follow=True,
    )
    next_code = code_on(shown)
    assert not is_signed_in(elsewhere)
    assert is_signed_in(sign_in("Anna", NEW))
    assert "don’t go together" in errors_of(recover("Anna", code))
    assert recover("Anna", next_code).status_code == 302


def test_a_recovery_code_is_for_its_player_alone(anna: Player) -> None:
    code = services.renew_recovery_code(player=Player.objects.create_user("Otto"))
    services.renew_recovery_code(player=anna)
    assert "don’t go together" in errors_of(recover("Anna", code))


def test_who_has_no_code_cannot_be_recovered_by_an_empty_one(anna: Player) -> None:
    for code in ["", "-", " - ", "…"]:
        assert recover("Anna", code).status_code == 200
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_recovery_answers_alike_for_unknown_names_wrong_codes_and_deactivated_players(
    anna: Player,
) -> None:
    services.renew_recovery_code(player=anna)
    otto = Player.objects.create_user("Otto")
    code = services.renew_recovery_code(player=otto)
    services.deactivate_player(player=otto, by=anna)
    pages = [
        text_of(recover(name, code)).replace(f'value="{name}"', "")
        for name in ("Anna", "Emma", "Otto")
    ]
    assert pages[0] == pages[1] == pages[2]


def test_a_bad_password_does_not_use_the_code_up_nor_tell_whether_it_is_right(
    anna: Player,
) -> None:
    code = services.renew_recovery_code(player=anna)
    assert text_of(recover("Anna", code, "kurz")).replace(code, "") == text_of(
        recover("Anna", "AAAA", "kurz")
    ).replace("AAAA", "")
    assert recover("Anna", code).status_code == 302


def test_guesses_at_recovery_codes_are_throttled(anna: Player) -> None:
    code = services.renew_recovery_code(player=anna)
    for number in range(5):
        recover("Anna", "AAAA", REMOTE_ADDR=f"192.0.2.{number}")
    assert "Too many" in errors_of(recover("ANNA", code, REMOTE_ADDR="198.51.100.1"))


def test_a_code_that_is_used_twice_at_once_works_once(
    at_once: Callable[..., list[Any]],
) -> None:
    code = services.renew_recovery_code(player=Player.objects.create_user("Anna"))
    results = at_once(
        [lambda: services.recover(name="Anna", code=code, password=NEW) for _time in range(4)]
    )
    assert sum(result is not None for result in results) == 1


def test_a_new_code_takes_the_password_once_more_and_voids_the_old_one(
    anna: Player, sign_in: SignIn
) -> None:
    old = services.renew_recovery_code(player=anna)
    shown = post_with_password(sign_in("Anna"), "/account/recovery-code/", {})
    assert code_on(shown) != old
    assert services.recover(name="Anna", code=old, password=NEW) is None
    assert services.recover(name="Anna", code=code_on(shown), password=NEW) is not None


def test_strangers_can_make_no_code(browser: Client) -> None:
    assert browser.post("/account/recovery-code/").headers["Location"].startswith("/account/login/")
    assert browser.get("/account/recovery-code/").headers["Location"] == "/account/login/"
