"""What the API tells of a player's results, and what it asks of whoever keeps them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from accounts.models import Player


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

    def results_of(self, player: Player) -> list[PlayerResult]:
        """A player's results, the latest first, as many as a page shows."""

    def streaks_of(self, player: Player) -> Streaks:
        """A player's streaks."""


_keeper: list[ResultsKeeper] = []


def results_from(keeper: ResultsKeeper) -> None:
    """Have somebody asked for players' results from now on."""
    _keeper[:] = [keeper]


def keeper() -> ResultsKeeper:
    """Whoever keeps players' results."""
    return _keeper[0]
