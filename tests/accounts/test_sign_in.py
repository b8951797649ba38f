"""Signing in and out, and how often one may try."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import services
from accounts.models import Player

from .conftest import PASSWORD, SignIn, errors_of, is_signed_in, text_of

pytestmark = pytest.mark.django_db
URL = "/account/login/"


def try_to_sign_in(name: str, password: str = PASSWORD, **more: Any) -> Any:
    browser = Client(headers={"accept-language": "en"})
    return browser.post(URL, {"login": name, "password": password}, **more)


@pytest.mark.parametrize("name", ["Anna", "ANNA", " anna ", "Ａnna"])
def test_players_sign_in_by_name_whatever_its_case(
    anna: Player, sign_in: SignIn, name: str
) -> None:
    assert is_signed_in(sign_in(name))


def test_a_name_in_other_letters_than_ascii_is_found_in_any_case(sign_in: SignIn) -> None:
    Player.objects.create_user("Jürgen", password=PASSWORD)
    assert is_signed_in(sign_in("JÜRGEN"))


def test_signing_in_leads_to_where_the_player_wanted_to_go(anna: Player, browser: Client) -> None:
    asked = {"login": "Anna", "password": PASSWORD}
    assert browser.post(URL, {**asked, "next": "/rules/"}).headers["Location"] == "/rules/"


def test_signing_in_leads_to_no_foreign_site(anna: Player, browser: Client) -> None:
    asked = {"login": "Anna", "password": PASSWORD, "next": "https://evil.example/"}
    assert browser.post(URL, asked).headers["Location"] == "/"


def test_a_session_gets_another_key_when_somebody_signs_in(anna: Player, browser: Client) -> None:
    session = browser.session
    session["seen"] = True
    session.save()
    before = browser.cookies["session"].value
    browser.post(URL, {"login": "Anna", "password": PASSWORD})
    assert browser.cookies["session"].value != before


def test_an_unknown_name_and_a_wrong_password_are_answered_alike(anna: Player) -> None:
    wrong, unknown = try_to_sign_in("Anna", "falsch"), try_to_sign_in("Otto", "falsch")
    assert wrong.status_code == unknown.status_code == 200
    assert text_of(wrong).replace("Anna", "Otto") == text_of(unknown)


def test_an_unknown_name_takes_the_server_as_long_as_a_wrong_password(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.auth.hashers import MD5PasswordHasher

    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    try_to_sign_in("Anna", "falsch")
    assert len(hashed) == 1
    try_to_sign_in("Otto", "falsch")
    assert len(hashed) == 2


def test_signing_out_takes_a_post(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    assert browser.get("/account/logout/").status_code == 200
    assert is_signed_in(browser)
    browser.post("/account/logout/")
    assert not is_signed_in(browser)


def test_a_deactivated_player_is_told_so_and_stays_outside(anna: Player) -> None:
    services.deactivate_player(player=anna, by=Player.objects.create_superuser("admin"))
    browser = Client(headers={"accept-language": "en"})
    answer = browser.post(URL, {"login": "Anna", "password": PASSWORD}, follow=True)
    assert "Account deactivated" in text_of(answer)
    assert not is_signed_in(browser)


def test_a_deactivated_players_state_is_told_only_for_the_right_password(anna: Player) -> None:
    services.deactivate_player(player=anna, by=Player.objects.create_superuser("admin"))
    assert "don’t go together" in errors_of(try_to_sign_in("Anna", "falsch"))


def test_guesses_at_one_name_are_throttled_from_wherever_they_come(anna: Player) -> None:
    guesses = ["anna", "ANNA", "Ａnna", " Anna", "anNa"]
    for number, name in enumerate(guesses):
        assert "don’t go" in errors_of(
            try_to_sign_in(name, "falsch", REMOTE_ADDR=f"192.0.2.{number}")
        )
    refused = try_to_sign_in("Anna", PASSWORD, REMOTE_ADDR="198.51.100.1")
    assert "Too many" in errors_of(refused)


def test_an_unknown_name_is_throttled_like_a_known_one(anna: Player) -> None:
    def told(name: str) -> list[str]:
        return [
            errors_of(try_to_sign_in(name, "falsch", REMOTE_ADDR=f"192.0.2.{number}"))
            for number in range(7)
        ]

    assert told("Anna") == told("Otto")


def test_guesses_from_one_address_are_throttled_whichever_names_they_try() -> None:
    told = [errors_of(try_to_sign_in(f"Anna{number}x", "falsch")) for number in range(11)]
    assert ["Too many" in word for word in told] == [False] * 10 + [True]


def test_a_forged_forwarded_address_does_not_help_without_a_proxy(settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    told = [
        errors_of(
            try_to_sign_in(
                f"Anna{number}x", "falsch", headers={"x-forwarded-for": f"192.0.2.{number}"}
            )
        )
        for number in range(11)
    ]
    assert "Too many" in told[-1]


def test_a_forged_forwarded_address_does_not_help_behind_a_proxy(settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    told = [
        errors_of(
            try_to_sign_in(
                f"Anna{number}x",
                "falsch",
                # What the guesser claims, and what the proxy adds.
                headers={"x-forwarded-for": f"192.0.2.{number}, 198.51.100.7"},
            )
        )
        for number in range(11)
    ]
    assert "Too many" in told[-1]


def test_behind_a_proxy_people_are_told_apart(settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    told = [
        errors_of(
            try_to_sign_in(
                f"Anna{number}x", "falsch", headers={"x-forwarded-for": f"192.0.2.{number}"}
            )
        )
        for number in range(11)
    ]
    assert "Too many" not in told[-1]


def test_the_number_of_proxies_is_one_setting(settings: Settings) -> None:
    assert settings.ALLAUTH_TRUSTED_PROXY_COUNT == settings.TRUSTED_PROXY_COUNT


def test_somebody_who_signs_in_rightly_is_never_locked_out_by_it(
    anna: Player, sign_in: SignIn
) -> None:
    for _time in range(12):
        sign_in("Anna")
