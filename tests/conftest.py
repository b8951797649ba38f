"""What tests of several parts share: people, seats, a clock that can be set, deals of the cases."""

import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections

from accounts.models import Player
from games import services
from games.calendar import daily_zone, day_bounds
from games.models import DailyDeal, Deal, Game
from games.rules import RULESETS
from games.seat import Seat
from games.services import Answer, Basis

CASES = Path(__file__).parent / "cases"


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
    return Seat(player=player, guest="", via_token=False)


@pytest.fixture
def other_seat(other_player: Player) -> Seat:
    """The other player, signed in."""
    return Seat(player=other_player, guest="", via_token=False)


@pytest.fixture
def guest_seat() -> Seat:
    """A guest."""
    return Seat(player=None, guest="4f1d7a", via_token=False)


# --- The clock ----------------------------------------------------------------------------------


class SetClock:
    """The database's clock, once it is called with a moment; `advance` moves it on."""

    moment: datetime

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, moment: datetime | str) -> datetime:
        """Stop the clock at a moment; a text like "2026-11-29 23:59:30" is in the daily zone."""
        if isinstance(moment, str):
            moment = datetime.fromisoformat(moment).replace(tzinfo=daily_zone())
        self.moment = moment.astimezone(UTC)
        self._monkeypatch.setattr("games.clock.now", lambda: self.moment)
        return self.moment

    def advance(self, **delta: float) -> datetime:
        """Move the stopped clock on by a timedelta's parts."""
        self.moment += timedelta(**delta)
        return self.moment


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Sets the one clock that the services read."""
    return SetClock(monkeypatch)


# --- Deals --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Case:
    """A deal that unrelated solvers have judged, with a line that wins it if there is one."""

    id: str
    ruleset: str
    shuffled: tuple[str, ...]
    reshuffled: tuple[tuple[str, ...], ...]
    line: tuple[str, ...]


def read_cases(slug: str) -> Iterator[Case]:
    """The cases of a ruleset, in order."""
    for text in (CASES / f"{slug}.jsonl").read_text().splitlines():
        data = json.loads(text)
        yield Case(
            id=data["id"],
            ruleset=data["ruleset"],
            shuffled=tuple(data["shuffled"]),
            reshuffled=tuple(map(tuple, data.get("reshuffled") or ())),
            line=tuple(data["winning_line"] or ()),
        )


@pytest.fixture
def case() -> Callable[[str], Case]:
    """Gives the first case of a ruleset that can be won."""
    return lambda slug: next(found for found in read_cases(slug) if found.line)


@dataclass(frozen=True, kw_only=True)
class CaseDaily:
    """A daily with a case's deal, and the line that wins it."""

    daily: DailyDeal
    line: tuple[str, ...]


@pytest.fixture
def daily_of_case(db: None, case: Callable[[str], Case]) -> Callable[..., CaseDaily]:
    """Stores a case's deal as the daily of its ruleset: today's, unless a day is given."""

    def store(slug: str, day: date | None = None) -> CaseDaily:
        found = case(slug)
        day = day or services_today()
        opens, closes = day_bounds(day)
        seed = secrets.token_bytes(32)
        deal = Deal.objects.create(
            ruleset=slug,
            ruleset_version=RULESETS[slug].version,
            pack="".join(found.shuffled),
            reshuffled="".join(card for pack in found.reshuffled for card in pack),
            created=opens - timedelta(days=1),
        )
        daily = DailyDeal.objects.create(
            deal=deal,
            ruleset=slug,
            day=day,
            seed=seed,
            seed_sha256=hashlib.sha256(seed).hexdigest(),
            opens=opens,
            closes=closes,
            settles=closes + timedelta(hours=1),
        )
        return CaseDaily(daily=daily, line=found.line)

    return store


def services_today() -> date:
    """Today, by the clock that the services read."""
    from games import selectors

    return selectors.today()


# --- Playing ------------------------------------------------------------------------------------


@dataclass
class Table:
    """Plays one game through the services, always on the version it saw last."""

    game_id: UUID
    seat: Seat
    version: int = 0
    answers: list[dict[str, Any]] = field(default_factory=list)

    def play(self, *texts: str, sequence: bool = False) -> dict[str, Any]:
        """Play moves, each as a request of its own; gives the last answer's payload."""
        for text in texts:
            self._take(
                services.play_move(
                    game_id=self.game_id,
                    seat=self.seat,
                    text=text,
                    sequence=sequence,
                    basis=Basis(version=self.version),
                    request=uuid4(),
                )
            )
        return self.answers[-1]

    def undo(self) -> dict[str, Any]:
        """Take the last entry back."""
        return self._ask(services.undo)

    def restart(self) -> dict[str, Any]:
        """Take everything back that may be taken back."""
        return self._ask(services.restart)

    def resign(self) -> dict[str, Any]:
        """Give the game up."""
        return self._ask(services.resign)

    def _ask(self, decide: Callable[..., Answer]) -> dict[str, Any]:
        return self._take(
            decide(
                game_id=self.game_id,
                seat=self.seat,
                basis=Basis(version=self.version),
                request=uuid4(),
            )
        )

    def _take(self, answer: Answer) -> dict[str, Any]:
        self.version = answer.payload["version"]
        self.answers.append(answer.payload)
        return answer.payload


@pytest.fixture
def table() -> Callable[[Game, Seat], Table]:
    """Seats somebody at a game."""
    return lambda game, seat: Table(game_id=game.pk, seat=seat, version=game.version)


@pytest.fixture
def at_once(transactional_db: None) -> Callable[..., list[Any]]:
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
