"""Ranks: every rank of an entry that is shown anywhere comes from `ranks_of`."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import connection

from common.prepared import rows_of
from leaderboard import steps
from leaderboard.models import Entry, Step
from leaderboard.steps import HUNDREDTHS, MINUTE, SECOND

# A daily's key, and hundredths of a second.
Time = tuple[int, int]

# One statement however many times it asks for, in a list of lists.
_ASKED = {
    "postgresql": "SELECT (time ->> 0)::bigint, (time ->> 1)::bigint "
    "FROM jsonb_array_elements(%s::jsonb) AS time",
    "sqlite": "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(%s)",
}
# The minutes before, the seconds within the minute up to the one that begins nearest, and what lies
# between its beginning and the time: more before that time, or fewer.
_FASTER = f"""
    WITH asked (daily, hundredths) AS ({{asked}}), near AS (
        SELECT daily, hundredths, (hundredths + {HUNDREDTHS // 2}) / {HUNDREDTHS} AS second
        FROM asked
    )
    SELECT daily, hundredths, CAST(
        COALESCE((
            SELECT SUM(number) FROM {Step._meta.db_table}
            WHERE daily_id = daily AND width = {MINUTE} AND start < second / {MINUTE} * {MINUTE}
        ), 0) + COALESCE((
            SELECT SUM(number) FROM {Step._meta.db_table}
            WHERE daily_id = daily AND width = {SECOND}
                AND start >= second / {MINUTE} * {MINUTE} AND start < second
        ), 0) + (
            SELECT COUNT(*) FROM {Entry._meta.db_table} AS entry
            WHERE daily_id = daily AND state = 'counted'
                AND entry.hundredths >= second * {HUNDREDTHS}
                AND entry.hundredths < near.hundredths
        ) - (
            SELECT COUNT(*) FROM {Entry._meta.db_table} AS entry
            WHERE daily_id = daily AND state = 'counted'
                AND entry.hundredths >= near.hundredths
                AND entry.hundredths < second * {HUNDREDTHS}
        ) AS integer)
    FROM near
"""  # noqa: S608  # names and widths of ours


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
    hundredths of a second, so equal times share it (1 2 2 4).
    """
    counted = [entry for entry in entries if entry.state == Entry.State.COUNTED]
    before = numbers_faster({(entry.daily_id, entry.hundredths) for entry in counted})
    return {entry.pk: before[entry.daily_id, entry.hundredths] + 1 for entry in counted}


def numbers_faster(times: Collection[Time]) -> dict[Time, int]:
    """How many counted entries of its daily were faster than each time, in one query."""
    if not times:
        return {}
    sql = _FASTER.format(asked=_ASKED[connection.vendor])
    # In order, so that what is read for one is at hand for the next.
    found = rows_of(sql, [json.dumps(sorted(times))])
    return {(daily, hundredths): number for daily, hundredths, number in found}


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
