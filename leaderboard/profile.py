"""What a player has reached: tallies and streaks; only counted entries are in them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import chain

from django.db import connection

from accounts.models import Player
from games import selectors as games
from games.players import Streaks
from leaderboard.models import DAILIES, Entry, Settlement
from leaderboard.streaks import streak_of

# A day's number as in `date.toordinal`, and many numbers as one list in JSON: PostgreSQL and Python
# take half as long over a list for each ruleset as over ten thousand rows.
_NUMBERS = {
    "postgresql": ("daily.day - DATE '0001-01-01' + 1", "string_agg(({})::text, ',')"),
    "sqlite": ("CAST(julianday(daily.day) - 1721424.5 AS INTEGER)", "group_concat({}, ',')"),
}
# A settlement has noted the fastest time. To look for a faster one at each of thousands of days
# would take too long.
_WON = f"""
    SELECT daily.ruleset, '[' || {{days}} || ']', '[' || {{times}} || ']', COUNT(*) FILTER (WHERE
        settlement.fastest = entry.hundredths
        OR settlement.daily_id IS NULL AND NOT EXISTS (
            SELECT 1 FROM {Entry._meta.db_table} AS other
            WHERE other.daily_id = entry.daily_id AND other.state = 'counted'
                AND other.hundredths < entry.hundredths
        )
    )
    FROM {Entry._meta.db_table} AS entry JOIN {DAILIES} AS daily ON daily.id = entry.daily_id
    LEFT JOIN {Settlement._meta.db_table} AS settlement ON settlement.daily_id = entry.daily_id
    WHERE entry.player_id = %s AND entry.state = 'counted'
    GROUP BY daily.ruleset
"""  # noqa: S608  # names of ours


@dataclass(frozen=True, kw_only=True)
class Won:
    """What a player has won with one ruleset: the days' numbers, and hundredths in this order.

    `first_places` says how many of these boards the player leads, alone or with others.
    """

    days: list[int]
    times: list[int]
    first_places: int


Wins = Mapping[str, Won]


@dataclass(frozen=True, kw_only=True)
class Tally:
    """What a player has won with a ruleset so far; `best` in hundredths of a second."""

    ruleset: str
    wins: int
    best: int
    best_day: date
    latest_day: date


def wins_of(player: Player) -> Wins:
    """All that a player has won, by ruleset, from which the rest is told without another query."""
    day, aggregated = _NUMBERS[connection.vendor]
    sql = _WON.format(days=aggregated.format(day), times=aggregated.format("entry.hundredths"))
    with connection.cursor() as cursor:
        cursor.execute(sql, [player.pk])
        return {
            ruleset: Won(days=json.loads(days), times=json.loads(times), first_places=first)
            for ruleset, days, times, first in cursor.fetchall()
        }


def number_of(wins: Wins) -> int:
    """How many they are."""
    return sum(len(won.days) for won in wins.values())


def first_places_in(wins: Wins) -> int:
    """How many boards the player leads, alone or with others."""
    return sum(won.first_places for won in wins.values())


def tallies_in(wins: Wins) -> dict[str, Tally]:
    """The tally of each ruleset that was won; of equal times the first one is the best."""
    return {ruleset: _tally(ruleset, won) for ruleset, won in wins.items()}


def _tally(ruleset: str, won: Won) -> Tally:
    best, best_day = min(zip(won.times, won.days, strict=True))
    return Tally(
        ruleset=ruleset,
        wins=len(won.days),
        best=best,
        best_day=date.fromordinal(best_day),
        latest_day=date.fromordinal(max(won.days)),
    )


def streaks_in(wins: Wins) -> Streaks:
    """The days in a row on which any deal was won, and those on which each ruleset's was."""
    open_since = games.earliest_open_day()
    won_on_any = set(chain.from_iterable(won.days for won in wins.values()))
    return Streaks(
        overall=streak_of(won_on_any, open_since=open_since),
        by_ruleset={
            ruleset: streak_of(won.days, open_since=open_since) for ruleset, won in wins.items()
        },
    )


def streaks_of(player: Player) -> Streaks:
    """A player's streaks."""
    return streaks_in(wins_of(player))
