"""Days in a row: a streak counts the days of the deals that were won, never the moments."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta

from games.players import Streak

ONE_DAY = timedelta(days=1)


def streak_of(days: Collection[date], *, today: date) -> Streak:
    """The streaks in a set of days; a current one is alive as long as today isn't over.

    >>> streak_of({date(2026, 12, 30), date(2026, 12, 31)}, today=date(2027, 1, 1))
    Streak(current=2, longest=2)
    >>> streak_of({date(2026, 12, 30), date(2026, 12, 31)}, today=date(2027, 1, 2))
    Streak(current=0, longest=2)
    """
    return streak_in(runs_of(days), today=today)


def streak_in(runs: Sequence[tuple[date, int]], *, today: date) -> Streak:
    """The streaks among runs of days."""
    last_day, length = runs[-1] if runs else (date.min, 0)
    alive = last_day >= today - ONE_DAY
    return Streak(
        current=length if alive else 0, longest=max((length for _, length in runs), default=0)
    )


def runs_of(days: Collection[date]) -> list[tuple[date, int]]:
    """Each run of days in a row: its last day and how many days it has.

    >>> runs_of([date(2026, 10, 24), date(2026, 10, 25), date(2026, 10, 27)])
    [(datetime.date(2026, 10, 25), 2), (datetime.date(2026, 10, 27), 1)]
    """
    # Numbers are quicker than dates, and there may be a thousand days with each of twelve rulesets.
    runs: list[tuple[date, int]] = []
    last, length = 0, 0
    for number in sorted({day.toordinal() for day in days}):
        if number != last + 1 and length:
            runs.append((date.fromordinal(last), length))
            length = 0
        last, length = number, length + 1
    return [*runs, (date.fromordinal(last), length)] if length else runs
