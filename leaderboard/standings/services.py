"""The only writers of points, standings and records: settlements, and decisions after them."""

import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from statistics import median

from django.db import connection, transaction
from django.utils import timezone

from games import events, selectors
from games.events import ALL, OF_THE_DAY
from leaderboard.models import Entry, Record, Settlement, Standing
from leaderboard.streaks import runs_of

# Between other work, one daily at a time, and not looked for each second.
LOOK_SECONDS = 20.0
PLAYERS_AT_ONCE = 500

# The entries of a daily whose points are not what they are due: from 1 to 100, by the share of the
# finishers that one was faster than or equal to, rounded up; none for what doesn't count.
_CHANGED = f"""
    CREATE TEMPORARY TABLE changed AS
    WITH numbered AS (
        SELECT id, player_id, state, points,
            COUNT(*) FILTER (WHERE state = 'counted') OVER () AS finishers,
            RANK() OVER (PARTITION BY state ORDER BY hundredths) - 1 AS faster
        FROM {Entry._meta.db_table} WHERE daily_id = %s
    ), due AS (
        SELECT id, player_id, points AS old, CASE WHEN state = 'counted'
            THEN (100 * (finishers - faster) + finishers - 1) / finishers END AS new
        FROM numbered
    )
    SELECT id, player_id, old, new FROM due WHERE COALESCE(new, 0) <> COALESCE(old, 0)
"""  # noqa: S608  # the name of a table of ours
_ADD = f"""
    INSERT INTO {Standing._meta.db_table} AS standing (player_id, scope, month, points, wins)
    SELECT player_id, %s, %s, COALESCE(new, 0) - COALESCE(old, 0),
        CASE WHEN new IS NULL THEN 0 ELSE 1 END - CASE WHEN old IS NULL THEN 0 ELSE 1 END
    FROM changed WHERE player_id IS NOT NULL
    ON CONFLICT (player_id, scope, month) DO UPDATE
    SET points = standing.points + excluded.points, wins = standing.wins + excluded.wins
"""  # noqa: S608  # likewise
_GIVE = f"""
    UPDATE {Entry._meta.db_table} SET points = changed.new FROM changed
    WHERE {Entry._meta.db_table}.id = changed.id
"""  # noqa: S608  # likewise


def take_turns() -> None:
    """Have settlements and decisions wait for each other until this transaction ends.

    What they add up overlaps: a player's month and records come from many dailies. SQLite has one
    writer at a time anyway. Wins never wait for this.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {Settlement._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")


def settle(*, most: int | None = None) -> int:
    """Give the points of dailies that are settled and have none yet; tells how many there were."""
    waiting = selectors.settled_dailies(without=Settlement.objects.values("daily"), most=most)
    for daily in waiting:
        with transaction.atomic():
            take_turns()
            _, is_new = Settlement.objects.get_or_create(
                daily_id=daily.key, defaults={"created": timezone.now()}
            )
            if is_new:
                _give_points(daily)
                _keep_records(daily.ruleset, _players_of(daily.key))
    return len(waiting)


def settle_anew(daily: selectors.SettledDaily, *, player: int | None) -> None:
    """Have a decision about a player's entry move everybody, where points are given already.

    Call it in the decision's transaction, which has begun by taking turns.
    """
    if Settlement.objects.filter(daily=daily.key).exists():
        _give_points(daily)
        _keep_records(daily.ruleset, [player] if player else [])


class Rounds:
    """Settles between the other work of a process, now and then one daily."""

    def __init__(self) -> None:
        self.next_look = 0.0

    def __call__(self) -> None:
        """Settle one daily if there is one, and be back soon as long as there are more."""
        if time.monotonic() >= self.next_look and not settle(most=1):
            self.next_look = time.monotonic() + LOOK_SECONDS


def listen() -> None:
    """Ask for a moment from time to time in which to settle."""
    events.on_round(Rounds())


def _players_of(daily: int) -> list[int]:
    """The players with an entry of a daily."""
    rows = Entry.objects.filter(daily=daily, player__isnull=False).order_by("player")
    return list(rows.values_list("player", flat=True))


def _give_points(daily: selectors.SettledDaily) -> None:
    month = daily.day.replace(day=1)
    scopes = [daily.ruleset, ALL]
    if selectors.patience_of_the_day(daily.day) == daily.ruleset:
        scopes.append(OF_THE_DAY)
    with connection.cursor() as cursor:
        cursor.execute(_CHANGED, [daily.key])
        for scope in scopes:
            cursor.execute(_ADD, [scope, month])
        cursor.execute(_GIVE)
        cursor.execute("DROP TABLE changed")
    Standing.objects.filter(scope__in=scopes, month=month, wins=0).delete()


def _keep_records(ruleset: str, players: Sequence[int]) -> None:
    """Work out anew what players have reached with a ruleset, a few hundred at a time."""
    for start in range(0, len(players), PLAYERS_AT_ONCE):
        some = players[start : start + PLAYERS_AT_ONCE]
        days: dict[int, list[date]] = defaultdict(list)
        times: dict[int, list[int]] = defaultdict(list)
        rows = Entry.objects.filter(
            player__in=some,
            state=Entry.State.COUNTED,
            daily__ruleset=ruleset,
            daily__settlement__isnull=False,
        )
        for player, day, hundredths in rows.values_list("player", "daily__day", "hundredths"):
            assert player is not None  # noqa: S101  # filtered by it above
            days[player].append(day)
            times[player].append(hundredths)
        Record.objects.filter(ruleset=ruleset, player__in=set(some) - set(times)).delete()
        Record.objects.bulk_create(
            [
                Record(
                    player_id=player,
                    ruleset=ruleset,
                    wins=len(taken),
                    best=min(taken),
                    median=int(median(taken)),
                    streak=max(length for _, length in runs_of(days[player])),
                )
                for player, taken in sorted(times.items())
            ],
            update_conflicts=True,
            unique_fields=["player", "ruleset"],
            update_fields=["wins", "best", "median", "streak"],
        )
