"""What tests of several parts share: people, seats, a clock that can be set, deals of the cases."""

import threading
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest
from django.db import connection, connections

from accounts.models import Player
from games import selectors
from games.models import DailyDeal
from games.seats import Seat
from tests.support import (
    AtOnce,
    Case,
    CaseDaily,
    SetClock,
    SitDown,
    StoreDaily,
    Table,
    read_cases,
    store_case,
)

# Fixtures' types, for who takes them from here.
__all__ = ["Case", "CaseDaily", "SetClock", "Table", "read_cases"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Keep SQLite's test database in a file: in memory, threads could not wait for each other."""
    if connection.vendor == "sqlite":
        name = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        connection.settings_dict["TEST"]["NAME"] = name


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Hash passwords fast: the slow way is Django's own to test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


# --- People -------------------------------------------------------------------------------------


@pytest.fixture
def player(db: None) -> Player:
    """A player."""
    return Player.objects.create_user("Wilhelmine", password="correct horse battery")


@pytest.fixture
def other_player(db: None) -> Player:
    """Another player."""
    return Player.objects.create_user("Ottokar", password="correct horse battery")


@pytest.fixture
def seat(player: Player) -> Seat:
    """The player, signed in."""
    return Seat(player=player)


@pytest.fixture
def other_seat(other_player: Player) -> Seat:
    """The other player, signed in."""
    return Seat(player=other_player)


@pytest.fixture
def guest_seat() -> Seat:
    """A guest."""
    return Seat(guest="4f1d7a")


# --- The clock ----------------------------------------------------------------------------------


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Sets the one clock that the services read."""
    return SetClock(monkeypatch)


# --- Deals --------------------------------------------------------------------------------------


@pytest.fixture
def case() -> Callable[[str], Case]:
    """Gives the first case of a ruleset that can be won."""
    return lambda slug: next(found for found in read_cases(slug) if found.line)


@pytest.fixture
def daily_of_case(db: None, case: Callable[[str], Case]) -> StoreDaily:
    """Stores a case's deal as the daily of its ruleset: today's, unless a day is given."""

    def store(slug: str, day: date | None = None) -> CaseDaily:
        found = case(slug)
        day = day or selectors.today()
        # In the place of one that the test's surroundings have published.
        DailyDeal.objects.filter(ruleset=slug, day=day).delete()
        return CaseDaily(daily=store_case(found, day), line=found.line)

    return store


# --- Playing ------------------------------------------------------------------------------------


@pytest.fixture
def table() -> SitDown:
    """Seats somebody at a game."""
    return lambda game, seat: Table(game_id=game.pk, seat=seat, version=game.version)


@pytest.fixture
def at_once(transactional_db: None) -> AtOnce:
    """Calls functions in as many threads at the same moment; gives results or exceptions."""

    def run(functions: Sequence[Callable[[], Any]]) -> list[Any]:
        results: list[Any] = [None] * len(functions)
        gate = threading.Barrier(len(functions))

        def call(place: int) -> None:
            gate.wait()
            try:
                results[place] = functions[place]()
            except Exception as error:
                results[place] = error
            finally:
                connections.close_all()

        threads = [threading.Thread(target=call, args=(place,)) for place in range(len(functions))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return results

    return run
