"""What guards an account beside its password: words that are refused, a journal, signing out."""

import logging
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from config.logs import note_request
from tests.attack.pages.conftest import PASSWORD, browser

NEW = "Ein-ganz-neues-Wort"


@pytest.fixture
def journal(caplog: pytest.LogCaptureFixture) -> Any:
    """Gives the lines of the journal so far."""
    caplog.set_level(logging.INFO, logger="patience.accounts")
    return lambda: [
        record.getMessage() for record in caplog.records if record.name == "patience.accounts"
    ]


@pytest.mark.parametrize("password", ["Tagesblatt", "patience2026", "!!Zitadelle!!", "herzdame1"])
def test_a_word_of_the_site_is_no_password(password: str, db: None) -> None:
    form = {"username": "Anna", "password1": password, "email": ""}
    answer = browser("en").post("/account/signup/", form)
    assert "too common" in answer.content.decode()
    assert not Player.objects.exists()
    form["password1"] = f"{password} und Kaffee"
    assert browser("en").post("/account/signup/", form).status_code == 302


def test_the_journal_tells_who_signs_in_and_out_and_with_what(player: Player, journal: Any) -> None:
    client = Client()
    client.post("/account/login/", {"login": player.username, "password": "wrong"})
    client.post("/account/login/", {"login": player.username, "password": PASSWORD})
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": NEW})
    client.post("/account/logout/")
    assert journal() == [
        "sign-in failed: player nobody",
        f"signed in by password: player {player.pk}",
        f"password changed: player {player.pk}",
        f"signed out: player {player.pk}",
    ]


def test_the_journal_holds_nothing_that_was_typed(
    player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    client = Client()
    form = {"login": "somebody\nforged line", "password": "geheim-geheim"}
    client.post("/account/login/", form, headers={"user-agent": "x\nforged"})
    client.post("/account/login/", {"login": player.username, "password": PASSWORD})
    client.get("/nowhere/geheim/?geheim=1")
    text = "\n".join(record.getMessage() for record in caplog.records)
    for typed in ("somebody", "forged", "geheim", PASSWORD, player.username):
        assert typed not in text


def test_a_refused_form_leaves_no_address_in_the_log(
    caplog: pytest.LogCaptureFixture, db: None
) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/circles/join/an-invitation/").status_code == 403
    assert client.post("/account/password/reset/key/1-a-secret/").status_code == 403
    for record in caplog.records:
        note_request(record)  # as the handler that writes does
    written = "\n".join(record.getMessage() for record in caplog.records)
    assert "CSRF" in written
    assert "an-invitation" not in written
    assert "a-secret" not in written


def test_whoever_signs_out_leaves_no_page_behind_in_the_browser(player: Player) -> None:
    mine = browser(player=player)
    assert "Clear-Site-Data" not in mine.get("/account/logout/").headers
    assert mine.post("/account/logout/").headers["Clear-Site-Data"] == '"cache"'
    assert mine.get("/account/").status_code == 302
