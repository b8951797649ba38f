"""Ranks: every rank of an entry that is shown anywhere comes from `ranks_of`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce

from leaderboard import steps
from leaderboard.models import Entry, Step
from leaderboard.steps import HUNDREDTHS, MINUTE, SECOND


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """An entry's rank on its board, None where it is held or void, and the board's size."""

    rank: int | None
    total: int


def ranks_of(entries: Collection[Entry]) -> dict[int, Ranking]:
    """The ranking of each of the entries, by key, in two queries however many they are."""
    ranks = ranks_by_key(entries)
    totals = steps.totals({entry.daily_id for entry in entries})
    return {
        entry.pk: Ranking(rank=ranks.get(entry.pk), total=totals.get(entry.daily_id, 0))
        for entry in entries
    }


def ranks_by_key(entries: Collection[Entry]) -> dict[int, int]:
    """The rank of each of the entries that counts, in one query however many they are.

    The rank is one more than the number of counted entries of the same daily that were faster in
    hundredths of a second, so equal times share it (1 2 2 4). It is looked for once a time.
    """
    counted = [entry for entry in entries if entry.state == Entry.State.COUNTED]
    # One entry for each time of each daily.
    times = {(entry.daily_id, entry.hundredths): entry.pk for entry in counted}
    found = Entry.objects.filter(pk__in=times.values()).annotate(
        before=_sum(_minutes_before()) + _sum(_seconds_before()) + _number(_faster_in_the_second())
    )
    before = dict(found.values_list("pk", "before"))
    return {entry.pk: before[times[entry.daily_id, entry.hundredths]] + 1 for entry in counted}


def rank_of(entry: Entry) -> int | None:
    """An entry's rank on its board; None where it is held or void."""
    return ranks_by_key([entry]).get(entry.pk)


def shared_ranks(values: Sequence[int], *, first: int = 1, before: int = 0) -> list[int]:
    """The ranks of rows in order, by what they are ranked by; equal values share a rank.

    Where these are not a board's first rows: the rank of their first one, and how many stand
    before it, those of its own rank included.

    >>> shared_ranks([3, 8, 8, 11])
    [1, 2, 2, 4]
    >>> shared_ranks([8, 11], first=2, before=2)
    [2, 4]
    """
    ranks: list[int] = []
    for at, value in enumerate(values):
        is_equal = at > 0 and value == values[at - 1]
        ranks.append(ranks[-1] if is_equal else before + at + 1 if at else first)
    return ranks


def faster() -> QuerySet[Entry]:
    """The counted entries that were faster than the one of the query around it."""
    return Entry.objects.filter(
        daily=OuterRef("daily"), state=Entry.State.COUNTED, hundredths__lt=OuterRef("hundredths")
    )


def _faster_in_the_second() -> QuerySet[Entry]:
    return faster().filter(hundredths__gte=OuterRef("hundredths") / HUNDREDTHS * HUNDREDTHS)


def _minutes_before() -> QuerySet[Step]:
    return Step.objects.filter(daily=OuterRef("daily"), width=MINUTE, start__lt=_minute())


def _seconds_before() -> QuerySet[Step]:
    return Step.objects.filter(
        daily=OuterRef("daily"),
        width=SECOND,
        start__gte=_minute(),
        start__lt=OuterRef("hundredths") / HUNDREDTHS,
    )


def _minute() -> CombinedExpression:
    return OuterRef("hundredths") / (HUNDREDTHS * MINUTE) * MINUTE


def _sum(found: QuerySet[Step]) -> Coalesce:
    number = found.order_by().values("daily").annotate(sum=Sum("number")).values("sum")
    return Coalesce(Subquery(number), 0)


def _number(entries: QuerySet[Entry]) -> Coalesce:
    number = entries.order_by().values("daily").annotate(number=Count("*")).values("number")
    return Coalesce(Subquery(number), 0)
