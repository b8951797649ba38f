"""The boards of months and of all time, a page at a time; equal standings share a rank."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Q

from accounts.models import Player
from games.events import MonthRow, RecordRow, Standings
from leaderboard.models import Record, Standing
from leaderboard.selectors import shown_name

PAGE_SIZE = 50


def month_board(
    *, scope: str, month: date, player: Player | None, page: int = 1
) -> Standings[MonthRow]:
    """A page of a month's board: with a ruleset, or one of ALL and OF_THE_DAY."""
    standings = Standing.objects.filter(scope=scope, month=month)
    ordered = standings.order_by("-points", "player", "pk").select_related("player")
    total = standings.count()
    page, start, pages = _place(page, total)

    def rank_of(each: Standing) -> int:
        return standings.filter(points__gt=each.points).count() + 1

    def row(each: Standing, rank: int) -> MonthRow:
        return MonthRow(
            rank=rank,
            name=shown_name(each.player),
            deleted=each.player is None,
            is_me=player is not None and each.player_id == player.pk,
            points=each.points,
            wins=each.wins,
        )

    found = list(ordered[start : start + PAGE_SIZE])
    ranks = _ranks([each.points for each in found], start, rank_of(found[0]) if found else 1)
    mine = ordered.filter(player=player).first() if player else None
    return Standings(
        rows=[row(each, rank) for each, rank in zip(found, ranks, strict=True)],
        total=total,
        page=page,
        pages=pages,
        mine=row(mine, rank_of(mine)) if mine else None,
    )


def all_time_board(*, ruleset: str, player: Player | None, page: int = 1) -> Standings[RecordRow]:
    """A page of a ruleset's board of all time: by wins, then by the best time."""
    records = Record.objects.filter(ruleset=ruleset)
    ordered = records.order_by("-wins", "best", "player", "pk").select_related("player")
    total = records.count()
    page, start, pages = _place(page, total)

    def rank_of(each: Record) -> int:
        better = Q(wins__gt=each.wins) | Q(wins=each.wins, best__lt=each.best)
        return records.filter(better).count() + 1

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

    found = list(ordered[start : start + PAGE_SIZE])
    values = [(each.wins, each.best) for each in found]
    ranks = _ranks(values, start, rank_of(found[0]) if found else 1)
    mine = ordered.filter(player=player).first() if player else None
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


def _place(page: int, total: int) -> tuple[int, int, int]:
    """The page that there is, where it starts, and how many there are."""
    pages = max(1, -(-total // PAGE_SIZE))
    page = min(max(page, 1), pages)
    return page, (page - 1) * PAGE_SIZE, pages
