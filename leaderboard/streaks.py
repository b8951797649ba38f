"""Days in a row: a streak counts the days of the deals that were won, never the moments.

Days are numbers here (`date.toordinal`), of which there may be a thousand with each of twelve
rulesets.
"""

from collections.abc import Collection, Sequence
from datetime import date

from games.players import Streak


def streak_of(days: Collection[int], *, open_since: date) -> Streak:
    """The streaks in a set of days; a current one is alive while the day after it can be won.

    `open_since` is the earliest day that can still be won.

    >>> eve = date(2026, 12, 31).toordinal()
    >>> streak_of({eve - 1, eve}, open_since=date(2027, 1, 1))
    Streak(current=2, longest=2)
    >>> streak_of({eve - 1, eve}, open_since=date(2027, 1, 2))
    Streak(current=0, longest=2)
    """
    return streak_in(runs_of(days), open_since=open_since)


def streak_in(runs: Sequence[tuple[int, int]], *, open_since: date) -> Streak:
    """The streaks among runs of days."""
    last_day, length = runs[-1] if runs else (0, 0)
    alive = last_day >= open_since.toordinal() - 1
    return Streak(
        current=length if alive else 0, longest=max((length for _, length in runs), default=0)
    )


def runs_of(days: Collection[int]) -> list[tuple[int, int]]:
    """Each run of days in a row: its last day and how many days it has.

    >>> runs_of([24, 25, 25, 27])
    [(25, 2), (27, 1)]
    """
    runs: list[tuple[int, int]] = []
    last, length = 0, 0
    for day in sorted(set(days)):
        if day != last + 1 and length:
            runs.append((last, length))
            length = 0
        last, length = day, length + 1
    return [*runs, (last, length)] if length else runs
