"""The only writers of points, standings and records: settlements, and decisions after them."""

import time

from django.db import connection, transaction
from django.utils import timezone

from games import events, selectors
from games.events import ALL, OF_THE_DAY
from leaderboard.models import Entry, Record, Settlement, Standing

# Between other work, one daily at a time, and not looked for each second.
LOOK_SECONDS = 20.0

# Of games, whose models only games may import.
_DAILIES = "games_dailydeal"
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

# A day as a number, so that days in a row have the same difference to their place among all days.
_DAY_NUMBER = {
    "postgresql": "daily.day - DATE '2000-01-01'",
    "sqlite": "CAST(julianday(daily.day) AS INTEGER)",
}
_RECORDS = f"""
    INSERT INTO {Record._meta.db_table} (player_id, ruleset, wins, best, median, streak)
    WITH mine AS (
        SELECT entry.player_id, entry.hundredths, {{day}} AS day
        FROM {Entry._meta.db_table} AS entry
        JOIN {Settlement._meta.db_table} AS settlement ON settlement.daily_id = entry.daily_id
        JOIN {_DAILIES} AS daily ON daily.id = entry.daily_id
        WHERE daily.ruleset = %s AND entry.state = 'counted' AND entry.player_id IN
            (SELECT player_id FROM {Entry._meta.db_table} WHERE {{of}} = %s)
    ), placed AS (
        SELECT player_id, hundredths, COUNT(*) OVER (PARTITION BY player_id) AS wins,
            ROW_NUMBER() OVER (PARTITION BY player_id ORDER BY hundredths) AS place,
            day - ROW_NUMBER() OVER (PARTITION BY player_id ORDER BY day) AS run
        FROM mine
    ), runs AS (
        SELECT player_id, COUNT(*) AS days FROM placed GROUP BY player_id, run
    ), streaks AS (
        SELECT player_id, MAX(days) AS days FROM runs GROUP BY player_id
    ), medians AS (
        SELECT player_id, CAST(SUM(hundredths) AS bigint) / COUNT(*) AS hundredths
        FROM placed WHERE place IN ((wins + 1) / 2, (wins + 2) / 2) GROUP BY player_id
    )
    SELECT placed.player_id, %s, COUNT(*), MIN(placed.hundredths), MIN(medians.hundredths),
        MIN(streaks.days)
    FROM placed
    JOIN streaks ON streaks.player_id = placed.player_id
    JOIN medians ON medians.player_id = placed.player_id
    WHERE true
    GROUP BY placed.player_id
    ON CONFLICT (player_id, ruleset) DO UPDATE SET wins = excluded.wins, best = excluded.best,
        median = excluded.median, streak = excluded.streak
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
                _keep_records(daily.ruleset, of="daily_id", key=daily.key)
    return len(waiting)


def settle_anew(daily: selectors.SettledDaily, *, entry: Entry) -> None:
    """Have a decision about an entry move everybody, where points are given already.

    Call it in the decision's transaction, which has begun by taking turns.
    """
    if Settlement.objects.filter(daily=daily.key).exists():
        _give_points(daily)
        Record.objects.filter(ruleset=daily.ruleset, player=entry.player_id).delete()
        _keep_records(daily.ruleset, of="id", key=entry.pk)


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


def _keep_records(ruleset: str, *, of: str, key: int) -> None:
    """Work out anew what the players of some entries have reached with a ruleset."""
    sql = _RECORDS.format(of=of, day=_DAY_NUMBER[connection.vendor])
    with connection.cursor() as cursor:
        cursor.execute(sql, [ruleset, key, ruleset])
