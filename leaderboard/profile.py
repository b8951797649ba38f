"""What a player has reached: results, tallies and streaks; only counted entries are in them."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from accounts.models import Player
from games import selectors as games
from games.players import Streaks
from leaderboard.models import Entry
from leaderboard.selectors import first_places_of, results_of
from leaderboard.streaks import streak_of

__all__ = [
    "Tally",
    "Win",
    "first_places_of",
    "results_of",
    "streaks_in",
    "streaks_of",
    "tallies_in",
    "wins_of",
]


class Win(NamedTuple):
    """A day, a ruleset and hundredths of a second: a tuple, for there may be ten thousand."""

    day: date
    ruleset: str
    hundredths: int


@dataclass(frozen=True, kw_only=True)
class Tally:
    """What a player has won with a ruleset so far; `best` in hundredths of a second."""

    ruleset: str
    wins: int
    best: int
    best_day: date
    latest_day: date


def wins_of(player: Player) -> list[Win]:
    """All that a player has won, from which the rest is told without another query."""
    entries = Entry.objects.filter(player=player, state=Entry.State.COUNTED)
    found = entries.values_list("daily__day", "daily__ruleset", "hundredths")
    return list(map(Win._make, found.iterator()))


def tallies_in(wins: Collection[Win]) -> dict[str, Tally]:
    """The tally of each ruleset that was won; of equal times the first one is the best."""
    times: dict[str, list[tuple[int, date]]] = defaultdict(list)
    for day, ruleset, hundredths in wins:
        times[ruleset].append((hundredths, day))
    return {
        ruleset: Tally(
            ruleset=ruleset,
            wins=len(found),
            best=min(found)[0],
            best_day=min(found)[1],
            latest_day=max(day for _hundredths, day in found),
        )
        for ruleset, found in times.items()
    }


def streaks_in(wins: Collection[Win]) -> Streaks:
    """The days in a row on which any deal was won, and those on which each ruleset's was."""
    days: dict[str, set[date]] = defaultdict(set)
    for day, ruleset, _hundredths in wins:
        days[ruleset].add(day)
    today = games.today()
    return Streaks(
        overall=streak_of(set().union(*days.values()), today=today),
        by_ruleset={ruleset: streak_of(found, today=today) for ruleset, found in days.items()},
    )


def streaks_of(player: Player) -> Streaks:
    """A player's streaks."""
    return streaks_in(wins_of(player))
