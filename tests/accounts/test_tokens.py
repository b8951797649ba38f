"""Personal API tokens: shown once, kept as a hash, good until they are revoked."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from accounts import selectors, services
from accounts.models import ApiToken, Player
from accounts.tokens import TokenAuthentication

from .conftest import PASSWORD, SignIn, post_with_password, text_of

pytestmark = pytest.mark.django_db


def ask(header: str | None) -> tuple[Player, ApiToken] | None:
    headers = {} if header is None else {"authorization": header}
    return TokenAuthentication().authenticate(
        Request(APIRequestFactory().get("/api/me/", headers=headers))
    )


def test_a_token_stands_for_its_player(anna: Player) -> None:
    token, plain = services.create_token(player=anna, label="my bot")
    assert ask(f"Token {plain}") == (anna, token)
    assert ask(f"token {plain}") == (anna, token)


def test_other_ways_of_signing_in_are_left_to_others(anna: Player) -> None:
    assert ask(None) is None
    assert ask("Bearer abc") is None
    assert ask("") is None


def test_the_plain_token_is_stored_nowhere(anna: Player) -> None:
    token, plain = services.create_token(player=anna, label="my bot")
    stored = ApiToken.objects.values().get()
    secret = plain.removeprefix("patience_")
    assert all(secret not in str(value) for value in stored.values())
    assert plain.startswith(token.prefix)
    assert len(token.prefix) <= len("patience_") + 3


@pytest.mark.parametrize("header", ["Token", "Token ", "Token nonsense", "Token a b", "Token \xff"])
def test_a_bad_token_is_refused(anna: Player, header: str) -> None:
    services.create_token(player=anna, label="my bot")
    with pytest.raises(AuthenticationFailed):
        ask(header)


def test_a_stored_hash_is_no_token(anna: Player) -> None:
    token, _plain = services.create_token(player=anna, label="my bot")
    with pytest.raises(AuthenticationFailed):
        ask(f"Token {token.digest}")


def test_a_revoked_token_is_refused(anna: Player) -> None:
    token, plain = services.create_token(player=anna, label="my bot")
    assert services.revoke_token(player=anna, token_id=token.pk)
    with pytest.raises(AuthenticationFailed):
        ask(f"Token {plain}")
    assert not services.revoke_token(player=anna, token_id=token.pk)


def test_nobody_revokes_anothers_token(anna: Player) -> None:
    token, plain = services.create_token(player=anna, label="my bot")
    otto = Player.objects.create_user("Otto")
    assert not services.revoke_token(player=otto, token_id=token.pk)
    assert ask(f"Token {plain}") is not None


def test_the_token_of_a_deactivated_player_is_refused(anna: Player) -> None:
    _token, plain = services.create_token(player=anna, label="my bot")
    services.deactivate_player(player=anna, by=Player.objects.create_superuser("admin"))
    with pytest.raises(AuthenticationFailed):
        ask(f"Token {plain}")


def test_the_last_use_is_noted_at_most_every_few_minutes(
    anna: Player,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    token, plain = services.create_token(player=anna, label="my bot")
    with django_assert_num_queries(2):
        ask(f"Token {plain}")
    token.refresh_from_db()
    first = token.last_used
    assert first is not None
    with django_assert_num_queries(1):
        ask(f"Token {plain}")
    monkeypatch.setattr(timezone, "now", lambda: first + timedelta(minutes=6))
    ask(f"Token {plain}")
    token.refresh_from_db()
    assert token.last_used == first + timedelta(minutes=6)


def test_a_player_has_a_limited_number_of_tokens(at_once: Callable[..., list[Any]]) -> None:
    anna = Player.objects.create_user("Anna")
    for number in range(services.MAX_TOKENS - 1):
        services.create_token(player=anna, label=f"bot {number}")
    results = at_once([lambda: services.create_token(player=anna, label="last")] * 3)
    refused = [result for result in results if isinstance(result, ValidationError)]
    assert [error.code for error in refused] == ["too_many_tokens"] * 2
    assert selectors.tokens_of(anna).count() == services.MAX_TOKENS


@pytest.mark.parametrize("label", ["", "   ", "x" * 61])
def test_a_token_needs_a_label_of_reasonable_length(anna: Player, label: str) -> None:
    with pytest.raises(ValidationError):
        services.create_token(player=anna, label=label)


def test_the_page_shows_a_new_token_once_and_lists_it(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    shown = post_with_password(browser, "/account/tokens/", {"label": "my <bot>"})
    plain = shown.context["new_token"]
    assert plain in text_of(shown)
    assert ask(f"Token {plain}") is not None
    again = browser.get("/account/")
    assert plain not in text_of(again)
    assert "my &lt;bot&gt;" in text_of(again)
    assert ApiToken.objects.get().digest not in text_of(again)


def test_a_new_token_takes_the_password_once_more(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    asked = browser.post("/account/tokens/", {"label": "my bot"})
    browser.post(asked.headers["Location"], {"password": "falsch"})
    assert not ApiToken.objects.exists()
    browser.post(asked.headers["Location"], {"password": PASSWORD})
    assert ApiToken.objects.exists()


def test_the_page_revokes_tokens_of_the_players_own_alone(anna: Player, sign_in: SignIn) -> None:
    foreign, _plain = services.create_token(player=Player.objects.create_user("Otto"), label="a")
    own, _plain = services.create_token(player=anna, label="b")
    browser = sign_in("Anna")
    for token in (foreign, own):
        browser.post(f"/account/tokens/{token.pk}/revoke/")
    assert list(ApiToken.objects.all()) == [foreign]
