"""What the tests of the pages share: browsers, and days with something on their boards."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Protocol
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import Player
from games import selectors, services
from games.models import DailyDeal, Game
from games.seats import Seat
from tests.conftest import SetClock
from tests.pages.html import Element, read
from tests.support import publish, publish_day, store_win

NOON = "2026-11-29 12:00"
DAY = date(2026, 11, 29)


@pytest.fixture(autouse=True)
def site(settings: Settings, set_clock: SetClock, db: None) -> None:
    """It is noon of a day with its deals; pages need neither collected files nor encryption."""
    cache.clear()  # nobody has asked for anything yet
    set_clock(NOON)
    publish_day(DAY)
    settings.SECURE_SSL_REDIRECT = False
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


def browser(language: str = "de", player: Player | None = None) -> Client:
    """A browser that asks for a language, with somebody signed in."""
    client = Client(headers={"accept-language": language})
    if player is not None:
        client.force_login(player)
    return client


@pytest.fixture
def guest(db: None) -> Client:
    """A German guest's browser."""
    return browser()


@pytest.fixture
def mine(player: Player) -> Client:
    """The player's browser, in German."""
    return browser(player=player)


@pytest.fixture
def theirs(other_player: Player) -> Client:
    """The other player's browser, in German."""
    return browser(player=other_player)


class Answer(Protocol):
    """An answer, whether from a test's browser or from a view itself."""

    @property
    def status_code(self) -> int: ...
    @property
    def content(self) -> bytes: ...
    @property
    def headers(self) -> Mapping[str, str]: ...


def page(answer: Answer, status: int = 200) -> Element:
    """The page that was answered, read."""
    assert answer.status_code == status, (answer.status_code, answer.content[:500])
    return read(answer.content.decode())


class Won(Protocol):
    """Puts a win on a board."""

    def __call__(
        self,
        who: Player,
        slug: str,
        hundredths: int,
        *,
        day: date = DAY,
        undos: int = 0,
        restarts: int = 0,
        state: str = "counted",
    ) -> UUID: ...


@pytest.fixture
def won(db: None) -> Won:
    """Stores a won ranked game with its entry, as if it had been played."""

    def store(
        who: Player,
        slug: str,
        hundredths: int,
        *,
        day: date = DAY,
        undos: int = 0,
        restarts: int = 0,
        state: str = "counted",
    ) -> UUID:
        daily = publish(slug, day)
        entry = store_win(
            daily,
            who,
            hundredths,
            finished=daily.opens + timedelta(hours=1, milliseconds=10 * hundredths),
            undos=undos,
            restarts=restarts,
            state=state,
        )
        return entry.game_id

    return store


@pytest.fixture
def yesterday(db: None, set_clock: SetClock) -> Callable[[], date]:
    """Prepares the day before, so that it has a board; gives that day."""

    def prepare() -> date:
        now: datetime = set_clock.moment
        set_clock(now - timedelta(days=1))
        day = selectors.today()
        publish_day(day)
        set_clock(now)
        return day

    return prepare


def ranked_game(player: Player, slug: str, day: date = DAY) -> Game:
    """The player's ranked game, started now."""
    return services.start_daily(player=player, ruleset=slug, day=day)


def seat_of(player: Player) -> Seat:
    """The player's seat."""
    return Seat(player=player)


def stored_daily(slug: str, day: date = DAY) -> DailyDeal:
    """The daily as it is stored, secrets and all."""
    return DailyDeal.objects.select_related("deal").get(ruleset=slug, day=day)
