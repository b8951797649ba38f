"""What the API tells of a player's results and streaks, and what it asks of whoever keeps them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from accounts.models import Player
from games.boards import Place


@dataclass(frozen=True, kw_only=True)
class PlayerResult:
    """One counted result of a player."""

    ruleset: str
    day: date
    hundredths: int
    rank: int
    total: int
    moves: int
    clean: bool
    finished: datetime


@dataclass(frozen=True, kw_only=True)
class ResultsPage:
    """Some results in a row, and the places from which to go on, None where nothing is known."""

    results: list[PlayerResult]
    newer: Place | None
    older: Place | None


@dataclass(frozen=True, kw_only=True)
class Streak:
    """How many days in a row: the one that goes on today, and the longest there has been."""

    current: int
    longest: int


@dataclass(frozen=True, kw_only=True)
class Streaks:
    """A player's days in a row with a win: with any ruleset, and with each that was won."""

    overall: Streak
    by_ruleset: Mapping[str, Streak]


class ResultsKeeper(Protocol):
    """What whoever keeps players' results can be asked; only what counts is in it."""

    def results_of(
        self, player: Player, *, older_than: Place | None = None, newer_than: Place | None = None
    ) -> ResultsPage:
        """A page of a player's results, the latest first, or of those next to a place."""


class StreaksKeeper(Protocol):
    """What whoever counts players' streaks can be asked."""

    def streaks_of(self, player: Player) -> Streaks:
        """A player's streaks."""


_results: list[ResultsKeeper] = []
_streaks: list[StreaksKeeper] = []


def results_from(keeper: ResultsKeeper) -> None:
    """Have somebody asked for players' results from now on."""
    _results[:] = [keeper]


def streaks_from(keeper: StreaksKeeper) -> None:
    """Have somebody asked for players' streaks from now on."""
    _streaks[:] = [keeper]


def results() -> ResultsKeeper:
    """Whoever keeps players' results."""
    return _results[0]


def streaks() -> StreaksKeeper:
    """Whoever counts players' streaks."""
    return _streaks[0]
