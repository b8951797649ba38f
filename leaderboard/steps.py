"""How many counted entries of a daily took how long, so that ranks needn't be counted anew.

A rank among a million entries is the sum of the minutes before, of the seconds before within the
minute, and a count within one second. Each entry changes two rows, in its own transaction; entries
themselves are never written again because of others.
"""

from collections.abc import Collection, Iterable

from django.db import connection
from django.db.models import Count, F, Sum

from leaderboard.models import Entry, Step

SECOND = 1
MINUTE = 60
HUNDREDTHS = 100

# The minute comes first in every transaction, so that no two wait for each other.
_COUNT = f"""
    INSERT INTO {Step._meta.db_table} AS step (daily_id, width, start, number)
    VALUES (%s, {MINUTE}, %s, %s), (%s, {SECOND}, %s, %s)
    ON CONFLICT (daily_id, width, start) DO UPDATE SET number = step.number + excluded.number
"""  # noqa: S608  # names and widths of ours


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


def seconds(daily: int) -> dict[int, int]:
    """How many counted entries of a daily took how many seconds."""
    steps = Step.objects.filter(daily=daily, width=SECOND, number__gt=0)
    return dict(steps.values_list("start", "number"))


def time_at(daily: int, place: int) -> tuple[int, int]:
    """The hundredths that the entry at a place took, and how many entries were faster.

    Places begin at 0; a place beyond the last is after the last time.
    """
    steps = Step.objects.filter(daily=daily, number__gt=0).order_by("start")
    minute, before = _step_at(steps.filter(width=MINUTE).values_list("start", "number"), place, 0)
    within = steps.filter(width=SECOND, start__gte=minute, start__lt=minute + MINUTE)
    second, before = _step_at(within.values_list("start", "number"), place, before)
    first = second * HUNDREDTHS
    entries = Entry.objects.filter(
        daily=daily,
        state=Entry.State.COUNTED,
        hundredths__gte=first,
        hundredths__lt=first + HUNDREDTHS,
    )
    times = entries.order_by("hundredths").values_list("hundredths").annotate(number=Count("*"))
    return _step_at(times, place, before)


def _step_at(steps: Iterable[tuple[int, int]], place: int, before: int) -> tuple[int, int]:
    """The start of the step in which a place is, and how many stand before that step."""
    last = 0
    for start, number in steps:
        if before + number > place:
            return start, before
        last, before = start, before + number
    return last, before
