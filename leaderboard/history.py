"""A player's months: how many dailies were begun and won, how fast, and how many days in a row."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date
from itertools import chain
from statistics import median

from accounts.models import Player
from games import selectors as games
from games.players import Streak
from leaderboard.profile import Wins, wins_of
from leaderboard.streaks import runs_of, streak_in


@dataclass(frozen=True, kw_only=True)
class Month:
    """One month of a player; times in hundredths.

    Times are there for one ruleset, since those of several can't be compared, where it was won.
    `streak` is the longest run of days whose daily was won, counted in the month of its last day.
    """

    month: date
    begun: int
    won: int
    best: int | None
    median: int | None
    streak: int


@dataclass(frozen=True, kw_only=True)
class History:
    """All months of a player from the first to the last with a game, and the streaks."""

    months: list[Month]
    streak: Streak


def history_of(player: Player, *, ruleset: str | None = None) -> History:
    """A player's history with one ruleset, or with all; only counted entries are wins."""
    return history_in(wins_of(player), player=player, ruleset=ruleset)


def history_in(wins: Wins, *, player: Player, ruleset: str | None) -> History:
    """The history of a player whose wins have been looked up."""
    begun = games.begun_by_month(player, ruleset=ruleset)
    of = [won for slug, won in wins.items() if ruleset in (None, slug)]
    won_on = Counter(chain.from_iterable(won.days for won in of))
    month_of = {day: date.fromordinal(day).replace(day=1) for day in won_on}
    won_in: Counter[date] = Counter()
    for day, number in won_on.items():
        won_in[month_of[day]] += number
    times: dict[date, list[int]] = defaultdict(list)
    for won in of if ruleset else ():
        for day, hundredths in zip(won.days, won.times, strict=True):
            times[month_of[day]].append(hundredths)
    runs = runs_of(month_of)
    longest: dict[date, int] = defaultdict(int)
    for last_day, length in runs:
        month = month_of[last_day]
        longest[month] = max(longest[month], length)
    months = sorted({*begun, *won_in})
    return History(
        months=[
            Month(
                month=month,
                begun=begun.get(month, 0),
                won=won_in[month],
                best=min(times[month], default=None),
                median=int(median(times[month])) if times[month] else None,
                streak=longest[month],
            )
            for month in _all_between(months)
        ],
        streak=streak_in(runs, open_since=games.earliest_open_day()),
    )


def _all_between(months: list[date]) -> list[date]:
    """Every month from the first to the last, those without a game, too."""
    if not months:
        return []
    first, last = months[0], months[-1]
    count = (last.year - first.year) * 12 + last.month - first.month
    return [
        date(first.year + (first.month - 1 + past) // 12, (first.month - 1 + past) % 12 + 1, 1)
        for past in range(count + 1)
    ]
