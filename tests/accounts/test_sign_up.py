"""Signing up, from the first name typed to the recovery code."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from accounts import renaming, services
from accounts.models import Player

from .conftest import PASSWORD, code_on, errors_of, is_signed_in, text_of

pytestmark = pytest.mark.django_db
URL = "/account/signup/"


def sign_up(browser: Client, name: str, **more: Any) -> Any:
    return browser.post(URL, {"username": name, "password1": PASSWORD, **more})


def test_a_name_and_a_password_are_enough(browser: Client) -> None:
    assert sign_up(browser, "Anna").status_code == 302
    assert is_signed_in(browser)
    assert Player.objects.get().username == "Anna"


def test_the_password_is_not_kept(browser: Client) -> None:
    sign_up(browser, "Anna")
    assert PASSWORD not in Player.objects.get().password


def test_who_gives_no_mail_is_shown_a_recovery_code_once(browser: Client) -> None:
    shown = browser.get(sign_up(browser, "Anna").headers["Location"])
    code = code_on(shown)
    assert "I have kept it" in text_of(shown)
    assert code not in Player.objects.get().recovery_hash
    again = browser.get("/account/recovery-code/")
    assert code not in text_of(again)
    assert services.recover(name="anna", code=code, password="Ein-neues-Wort") is not None


def test_the_code_leads_on_to_where_the_player_wanted_to_go(browser: Client) -> None:
    answer = sign_up(browser, "Anna", next="/rules/")
    page = browser.get(answer.headers["Location"])
    assert 'href="/rules/"' in text_of(page)


def test_no_foreign_site_can_be_put_behind_the_code(browser: Client) -> None:
    sign_up(browser, "Anna")
    page = browser.get("/account/recovery-code/?next=https://evil.example/")
    assert 'href="https://evil.example' not in text_of(page)


def test_who_gives_a_mail_address_is_sent_a_mail_to_confirm_it(browser: Client) -> None:
    answer = sign_up(browser, "Anna", email="Anna@Example.org")
    assert answer.headers["Location"] == "/"
    assert [message.to for message in mail.outbox] == [["anna@example.org"]]
    player = Player.objects.get()
    assert not player.emailaddress_set.get().verified
    link = next(word for word in mail.outbox[0].body.split() if word.startswith("http"))
    assert b"Anna" in browser.get(link).content
    browser.post(link)
    assert player.emailaddress_set.get().verified


def test_a_broken_mail_server_stops_no_sign_up(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    assert sign_up(browser, "Anna", email="anna@example.org").status_code == 302
    assert is_signed_in(browser)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("admin", "reserved"),
        ("Аnna", "scripts"),
        ("An\u200bna", "invisible"),
        ("x" * 150, "3 to 20"),
        ("..-", "letter or digit"),
        ("An!na", "“!”"),
    ],
)
def test_a_name_that_will_not_do_is_refused_with_the_reason(
    browser: Client, name: str, reason: str
) -> None:
    answer = sign_up(browser, name)
    assert answer.status_code == 200
    assert reason in errors_of(answer)
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["Anna", "ANNA", "anna", "Ａｎｎａ"])
def test_a_name_is_given_once_whatever_its_case(browser: Client, anna: Player, name: str) -> None:
    assert "already" in errors_of(sign_up(browser, name))


@pytest.mark.parametrize(("taken", "name"), [("Leo", "Le0"), ("TOM", "ТОМ"), ("Ida", "lda")])
def test_a_name_that_looks_like_a_players_is_refused(
    browser: Client, taken: str, name: str
) -> None:
    Player.objects.create_user(taken, password=PASSWORD)
    assert "looks too much like" in errors_of(sign_up(browser, name))


@pytest.mark.parametrize("password", ["kurz", "passwort", "password", "12345678901", "Wilhelmine1"])
def test_a_password_that_is_guessed_first_is_refused(browser: Client, password: str) -> None:
    answer = browser.post(URL, {"username": "Wilhelmine", "password1": password})
    assert answer.status_code == 200
    assert answer.context["form"].errors["password1"]
    assert not Player.objects.exists()


def test_two_who_take_a_name_at_once_get_one_player_and_one_clear_word(
    at_once: Callable[..., list[Any]],
) -> None:
    def try_to() -> Any:
        return sign_up(Client(headers={"accept-language": "en"}), "Anna")

    answers = at_once([try_to] * 4)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 302]
    assert Player.objects.count() == 1
    # The words are chosen when they are read, and here that is not the thread of the request.
    with translation.override("en"):
        for answer in answers:
            if answer.status_code == 200:
                assert "already" in errors_of(answer)


def test_a_name_that_is_taken_between_the_check_and_the_writing_is_a_clear_word(
    browser: Client, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renaming, "check_name_is_free", lambda name: None)
    assert "already" in errors_of(sign_up(browser, "Anna", email="anna@example.org"))
    assert Player.objects.count() == 1
    assert mail.outbox == []


def test_who_is_signed_in_already_signs_up_no_second_player(browser: Client) -> None:
    sign_up(browser, "Anna")
    assert sign_up(browser, "Berta").status_code == 302
    assert Player.objects.count() == 1


def test_sign_ups_from_one_address_are_throttled(browser: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "3/m/ip"}
    statuses = [sign_up(Client(), f"Anna-{number}x").status_code for number in range(5)]
    assert statuses == [302, 302, 302, 429, 429]
    assert "Too much at once" in text_of(sign_up(browser, "Berta"))


def test_the_form_is_labelled_and_tells_password_keepers_what_is_what(browser: Client) -> None:
    page = text_of(browser.post(URL, {"username": "x", "password1": ""}))
    for part in [
        '<label for="id_username">',
        'autocomplete="username"',
        'autocomplete="new-password"',
        'autocomplete="email"',
        'aria-describedby="id_username_helptext id_username_error"',
        'id="id_username_error"',
        'id="id_username_helptext"',
        'aria-invalid="true"',
    ]:
        assert part in page
    assert "<script>" not in page
    assert "style=" not in page


def test_superusers_are_made_without_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.core.management import call_command

    monkeypatch.setenv("DJANGO_SUPERUSER_USERNAME", "admin")
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", interactive=False, verbosity=0)
    player = Player.objects.get(username="admin")
    assert player.is_superuser
    assert player.is_staff
    assert player.check_password(PASSWORD)
