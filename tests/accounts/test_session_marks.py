"""The mark of a session changes whenever what it stands for may have."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import selectors, services
from accounts.models import Player

from .conftest import PASSWORD, SignIn

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(anna: Player, sign_in: SignIn) -> Client:
    """Anna's browser, signed in."""
    return sign_in("Anna")


@pytest.fixture
def mark(browser: Client, anna: Player) -> Callable[[], object]:
    """Marks the session that Anna's browser began with."""
    key, known = browser.cookies["session"].value, anna.pk
    return lambda: selectors.session_mark(key, expected=known)


def test_a_mark_stays_while_nothing_happens(mark: Callable[[], object], anna: Player) -> None:
    before = mark()
    assert before is not None
    Player.objects.filter(pk=anna.pk).update(language="en")
    assert mark() == before


def test_a_session_that_is_over_has_no_mark(mark: Callable[[], object], browser: Client) -> None:
    browser.post("/account/logout/")
    assert mark() is None


def test_an_expired_session_has_no_mark(mark: Callable[[], object]) -> None:
    Session.objects.update(expire_date=timezone.now())
    assert mark() is None


@pytest.mark.parametrize("key", ["", "unknown", "x" * 500])
def test_what_is_no_session_has_no_mark(anna: Player, key: str) -> None:
    assert selectors.session_mark(key, expected=anna.pk) is None
    assert selectors.session_mark(key, expected=None) is None


def change_password(anna: Player, sign_in: SignIn) -> None:
    sign_in("Anna").post(
        "/account/password/change/", {"oldpassword": PASSWORD, "password1": "Ein-neues-Wort"}
    )


def deactivate(anna: Player, sign_in: SignIn) -> None:
    services.deactivate_player(player=anna, by=Player.objects.create_superuser("admin"))


def deactivate_and_activate(anna: Player, sign_in: SignIn) -> None:
    deactivate(anna, sign_in)
    services.activate_player(player=anna, by=Player.objects.get(username="admin"))


def delete(anna: Player, sign_in: SignIn) -> None:
    services.delete_player(player=anna)


def say_something_else(anna: Player, sign_in: SignIn) -> None:
    Session.objects.update(session_data="something else")


@pytest.mark.parametrize(
    "happening",
    [change_password, deactivate, deactivate_and_activate, delete, say_something_else],
)
def test_the_mark_changes_with_whatever_the_answer_depends_on(
    mark: Callable[[], object],
    anna: Player,
    sign_in: SignIn,
    happening: Callable[[Player, SignIn], None],
) -> None:
    before = mark()
    happening(anna, sign_in)
    assert mark() != before


def test_a_mark_costs_one_query(
    mark: Callable[[], object], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        mark()
