"""How many counted entries of a daily took how long, so that ranks needn't be counted anew.

A rank among a million entries is the sum of the minutes before, of the seconds before within the
minute, and a count within one second. Each entry changes two rows, in its own transaction; entries
themselves are never written again because of others.
"""

from collections.abc import Collection, Sequence
from datetime import date

from django.db import connection
from django.db.models import Count, F, Sum

from common.prepared import rows_of
from leaderboard.models import Entry, Step

SECOND = 1
MINUTE = 60
HUNDREDTHS = 100
# More seconds than any step begins at.
LONGEST = 2**31 - 1

# Where each step begins, and how many it holds; empty ones are left out.
Numbers = Sequence[tuple[int, int]]

# The minute comes first in every transaction, so that no two wait for each other.
_COUNT = f"""
    INSERT INTO {Step._meta.db_table} AS step (daily_id, width, start, number)
    VALUES (%s, {MINUTE}, %s, %s), (%s, {SECOND}, %s, %s)
    ON CONFLICT (daily_id, width, start) DO UPDATE SET number = step.number + excluded.number
"""  # noqa: S608  # names and widths of ours
_STEPS = f"""
    SELECT start, number FROM {Step._meta.db_table}
    WHERE daily_id = %s AND width = %s AND start >= %s AND start < %s AND number > 0
    ORDER BY start
"""  # noqa: S608  # likewise
_TIMES = f"""
    SELECT hundredths, COUNT(*) FROM {Entry._meta.db_table}
    WHERE daily_id = %s AND state = 'counted' AND hundredths >= %s AND hundredths < %s
    GROUP BY hundredths ORDER BY hundredths
"""  # noqa: S608  # likewise


def count(entry: Entry, *, by: int) -> None:
    """Count an entry in, by 1, or out, by -1; call it in the transaction that changes the entry."""
    second = entry.hundredths // HUNDREDTHS
    daily = entry.daily_id
    with connection.cursor() as cursor:
        minute = second - second % MINUTE
        cursor.execute(_COUNT, [daily, minute, by, daily, second, by])


def recount(daily: int) -> None:
    """Count a daily's entries anew, for who has changed them by hand."""
    Step.objects.filter(daily=daily).delete()
    Step.objects.bulk_create(
        Step(daily_id=daily, width=width, start=start, number=number)
        for (width, start), number in counted(daily).items()
    )


def counted(daily: int) -> dict[tuple[int, int], int]:
    """What the steps of a daily ought to be, by width and start, from its entries."""
    entries = Entry.objects.filter(daily=daily, state=Entry.State.COUNTED).order_by()
    return {
        (width, start): number
        for width in (MINUTE, SECOND)
        for start, number in entries.annotate(start=F("hundredths") / (HUNDREDTHS * width) * width)
        .values_list("start")
        .annotate(number=Count("pk"))
    }


def totals(dailies: Collection[int]) -> dict[int, int]:
    """How many counted entries each of the dailies has; one without any is left out."""
    steps = Step.objects.filter(daily__in=dailies, width=MINUTE, number__gt=0).order_by()
    return dict(steps.values_list("daily").annotate(total=Sum("number")))


def seconds(*, ruleset: str, day: date) -> dict[int, int]:
    """How many counted entries of a daily took how many seconds."""
    steps = Step.objects.filter(daily__ruleset=ruleset, daily__day=day, width=SECOND, number__gt=0)
    return dict(steps.values_list("start", "number"))


def minutes(daily: int) -> Numbers:
    """How many counted entries a daily has in each minute that has any, the first one first."""
    return _numbers(_STEPS, [daily, MINUTE, 0, LONGEST])


def time_at(daily: int, place: int, within: Numbers) -> tuple[int, int]:
    """The hundredths that the entry at a place took, and how many entries were faster.

    Needs the daily's minutes. Places begin at 0; a place beyond the last is after the last time.
    """
    minute, before = _step_at(within, place, 0)
    seconds = _numbers(_STEPS, [daily, SECOND, minute, minute + MINUTE])
    second, before = _step_at(seconds, place, before)
    first = second * HUNDREDTHS
    times = _numbers(_TIMES, [daily, first, first + HUNDREDTHS])
    return _step_at(times, place, before)


def _numbers(sql: str, params: Sequence[int]) -> Numbers:
    return [(start, number) for start, number in rows_of(sql, params)]


def _step_at(steps: Numbers, place: int, before: int) -> tuple[int, int]:
    """The start of the step in which a place is, and how many stand before that step."""
    last = 0
    for start, number in steps:
        if before + number > place:
            return start, before
        last, before = start, before + number
    return last, before
