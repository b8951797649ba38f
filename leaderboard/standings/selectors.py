"""The boards of months and of all time, a page at a time; equal standings share a rank."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import TypeVar

from django.db.models import Q, QuerySet

from accounts.models import Player
from games.events import MonthRow, RecordRow, Standings, StandingsRow
from leaderboard.models import Record, Standing
from leaderboard.selectors import shown_name

PAGE_SIZE = 50
Kept = TypeVar("Kept", Standing, Record)


def month_board(
    *, scope: str, month: date, player: Player | None, page: int = 1
) -> Standings[MonthRow]:
    """A page of a month's board: with a ruleset, or one of ALL and OF_THE_DAY."""
    standings = Standing.objects.filter(scope=scope, month=month)

    def row(each: Standing, rank: int) -> MonthRow:
        return MonthRow(
            rank=rank,
            name=shown_name(each.player),
            deleted=each.player is None,
            is_me=player is not None and each.player_id == player.pk,
            points=each.points,
            wins=each.wins,
        )

    return _page(
        standings.order_by("-points", "player", "pk"),
        player=player,
        page=page,
        value=lambda each: each.points,
        better=lambda each: Q(points__gt=each.points),
        row=row,
    )


def all_time_board(*, ruleset: str, player: Player | None, page: int = 1) -> Standings[RecordRow]:
    """A page of a ruleset's board of all time: by wins, then by the best time."""
    records = Record.objects.filter(ruleset=ruleset)

    def row(each: Record, rank: int) -> RecordRow:
        return RecordRow(
            rank=rank,
            name=shown_name(each.player),
            deleted=each.player is None,
            is_me=player is not None and each.player_id == player.pk,
            wins=each.wins,
            best=each.best,
            median=each.median,
            streak=each.streak,
        )

    return _page(
        records.order_by("-wins", "best", "player", "pk"),
        player=player,
        page=page,
        value=lambda each: (each.wins, each.best),
        better=lambda each: Q(wins__gt=each.wins) | Q(wins=each.wins, best__lt=each.best),
        row=row,
    )


def _page(
    ordered: QuerySet[Kept],
    *,
    player: Player | None,
    page: int,
    value: Callable[[Kept], object],
    better: Callable[[Kept], Q],
    row: Callable[[Kept, int], StandingsRow],
) -> Standings[StandingsRow]:
    """A page of what is kept in order: ranked by a value, after all that is better."""
    total = ordered.count()
    pages = max(1, -(-total // PAGE_SIZE))
    page = min(max(page, 1), pages)
    start = (page - 1) * PAGE_SIZE

    def rank_of(each: Kept) -> int:
        return ordered.filter(better(each)).count() + 1

    named = ordered.select_related("player")
    found = list(named[start : start + PAGE_SIZE])
    first = rank_of(found[0]) if found else 1
    ranks = _ranks([value(each) for each in found], start, first)
    mine = named.filter(player=player).first() if player else None
    return Standings(
        rows=[row(each, rank) for each, rank in zip(found, ranks, strict=True)],
        total=total,
        page=page,
        pages=pages,
        mine=row(mine, rank_of(mine)) if mine else None,
    )


def _ranks(values: Sequence[object], start: int, first: int) -> list[int]:
    """The ranks of rows in order, `start` of which stand before them, by what they are ranked by.

    >>> _ranks([9, 9, 7], 1, 1)
    [1, 1, 4]
    """
    ranks: list[int] = []
    for at, value in enumerate(values):
        is_equal = at > 0 and value == values[at - 1]
        ranks.append(ranks[-1] if is_equal else first if at == 0 else start + at + 1)
    return ranks
