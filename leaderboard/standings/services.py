"""The only writers of standings and records: settlements, and decisions after them."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import connection, transaction
from django.db.models import F, Min, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from accounts.models import Player
from games import events, selectors
from leaderboard.models import DAILIES, Entry, Record, Settlement, Standing
from leaderboard.standings.boards import (
    STRIDE,
    Kept,
    KeptBoard,
    all_time_of,
    month_of,
    scopes_of,
)


def _due(state: str) -> str:
    """What a daily's entries are due, given an expression for the state that each is in.

    From 1 to 100 points, by the share of the finishers that one was faster than or equal to,
    rounded up; nothing for what doesn't count.
    """
    return f"""
        SELECT player_id, (100 * (finishers - faster) + finishers - 1) / finishers AS points
        FROM (
            SELECT player_id, COUNT(*) OVER () AS finishers,
                RANK() OVER (ORDER BY hundredths) - 1 AS faster
            FROM {Entry._meta.db_table} WHERE daily_id = %s AND {state} = 'counted'
        ) AS ranked
    """  # noqa: S608  # the name of a table of ours


# Adds to some scopes of a month by how much what is due differs from what was due before.
_ADD = f"""
    INSERT INTO {Standing._meta.db_table} AS standing (player_id, scope, month, points, wins)
    WITH changed AS (
        SELECT player_id, CAST(SUM(points) AS integer) AS points, CAST(SUM(wins) AS integer) AS wins
        FROM (
            SELECT player_id, points, 1 AS wins FROM ({_due("state")}) AS due
            UNION ALL
            SELECT player_id, -points, -1 FROM ({{before}}) AS was_due
        ) AS both_dues
        WHERE player_id IS NOT NULL
        GROUP BY player_id HAVING SUM(points) <> 0 OR SUM(wins) <> 0
    )
    SELECT player_id, scope, %s, points, wins FROM changed CROSS JOIN ({{scopes}}) AS scopes
    WHERE true
    ON CONFLICT (player_id, scope, month) DO UPDATE
    SET points = standing.points + excluded.points, wins = standing.wins + excluded.wins
"""  # noqa: S608  # likewise
_NOTHING = _due("NULL")
_WITH_ONE_AS_IT_WAS = _due("CASE WHEN id = %s THEN %s ELSE state END")

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
        JOIN {DAILIES} AS daily ON daily.id = entry.daily_id
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


# Whoever is being deleted is waited for, and gone in the next statement; others stay that long.
_HOLD = f"""
    SELECT COUNT(*) FROM (
        SELECT id FROM {Player._meta.db_table}
        WHERE id IN (SELECT player_id FROM {Entry._meta.db_table} WHERE daily_id = %s)
        ORDER BY id FOR KEY SHARE
    ) AS held
"""  # noqa: S608  # likewise


def take_turns(daily: int, *, is_settling: bool = False) -> None:
    """Have settlements and decisions wait for each other until this transaction ends.

    What they add up overlaps: a player's month and records come from many dailies. Where the
    daily's points are given, or are about to be, its players aren't deleted meanwhile. SQLite has
    one writer at a time anyway. Wins never wait.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {Settlement._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
            if is_settling or Settlement.objects.filter(daily=daily).exists():
                cursor.execute(_HOLD, [daily])


def is_waiting() -> bool:
    """Whether a daily is settled whose points have not been given."""
    return bool(_waiting(most=1))


def settle() -> int:
    """Give the points of dailies that are settled and have none yet; tells how many there were.

    Each is a transaction of its own: who stops it loses and doubles nothing.
    """
    waiting = _waiting(most=None)
    for daily in waiting:
        with transaction.atomic():
            take_turns(daily.key, is_settling=True)
            _, is_new = Settlement.objects.get_or_create(
                daily_id=daily.key, defaults={"created": timezone.now()}
            )
            if is_new:
                _add_points(daily, before=_NOTHING, parameters=[])
                _keep_records(daily.ruleset, of="daily_id", key=daily.key)
    return len(waiting)


def settle_anew(daily: selectors.SettledDaily, *, entry: Entry, before: str) -> None:
    """Have a decision about an entry move everybody, where points are given already.

    Call it in the decision's transaction, which has begun by taking turns, with the state that the
    entry was in before.
    """
    if Settlement.objects.filter(daily=daily.key).exists():
        _add_points(daily, before=_WITH_ONE_AS_IT_WAS, parameters=[entry.pk, before])
        # What deleted players have left belongs to nobody, and nobody's is worked out anew.
        if entry.player_id is not None:
            Record.objects.filter(ruleset=daily.ruleset, player=entry.player_id).delete()
            _keep_records(daily.ruleset, of="id", key=entry.pk)


def fastest_of(daily: int) -> int | None:
    """The best time of a daily that counts; None where there is none."""
    counted = Entry.objects.filter(daily=daily, state=Entry.State.COUNTED)
    found: int | None = counted.aggregate(fastest=Min("hundredths"))["fastest"]
    return found


def _waiting(*, most: int | None) -> list[selectors.SettledDaily]:
    return selectors.settled_dailies(without=Settlement.objects.values("daily"), most=most)


def _add_points(
    daily: selectors.SettledDaily, *, before: str, parameters: Sequence[int | str]
) -> None:
    now = timezone.now()
    given = Settlement.objects.filter(daily=daily.key)
    given.update(counted=now, fastest=fastest_of(daily.key))
    month = daily.day.replace(day=1)
    scopes = scopes_of(ruleset=daily.ruleset, day=daily.day)
    named = " UNION ALL ".join(["SELECT %s AS scope"] * len(scopes))
    with connection.cursor() as cursor:
        cursor.execute(
            _ADD.format(before=before, scopes=named),
            [daily.key, daily.key, *parameters, month, *scopes],
        )
    Standing.objects.filter(scope__in=scopes, month=month, wins=0).delete()
    for scope in scopes:
        _keep_places(month_of(scope=scope, month=month))
        _tell_month(scope, month, as_of=now)


def _tell_month(scope: str, month: date, *, as_of: datetime) -> None:
    """Tell those who look at a month's board that it has changed, once this is committed."""
    payload = {"new": [], "as_of": events.iso(as_of)}
    transaction.on_commit(
        lambda: events.board_changed(scope=scope, when=f"{month:%Y-%m}", payload=payload),
        robust=True,
    )


def _keep_records(ruleset: str, *, of: str, key: int) -> None:
    """Work out anew what the players of some entries have reached with a ruleset."""
    sql = _RECORDS.format(of=of, day=_DAY_NUMBER[connection.vendor])
    with connection.cursor() as cursor:
        cursor.execute(sql, [ruleset, key, ruleset])
    _keep_places(all_time_of(ruleset))


def _keep_places(board: KeptBoard[Kept]) -> None:
    """Count a board's rows anew, and write the places of some."""
    rows = board.rows
    rows.filter(place__isnull=False).update(place=None)
    counted = rows.annotate(number=Window(RowNumber(), order_by=board.order))
    some = counted.annotate(over=F("number") % STRIDE).filter(number__gt=STRIDE, over=1)
    rows.model._default_manager.bulk_update(
        [rows.model(pk=key, place=number - 1) for key, number in some.values_list("pk", "number")],
        ["place"],
    )
