"""The boards of months and of all time, a page at a time; equal standings share a rank."""

from collections.abc import Callable
from datetime import date, datetime

from django.db.models import Max
from django.db.models.functions import Coalesce

from accounts.models import Player
from games.boards import ALL, OF_THE_DAY, MonthRow, RecordRow, Standings, StandingsRow
from games.selectors import month_bounds
from leaderboard.models import Record, Settlement, Standing
from leaderboard.ranks import shared_ranks
from leaderboard.selectors import shown_name
from leaderboard.standings.boards import Kept, KeptBoard, all_time_of, month_of

PAGE_SIZE = 50


def month_board(
    *, scope: str, month: date, player: Player | None, page: int = 1
) -> Standings[MonthRow]:
    """A page of a month's board: with a ruleset, or one of ALL and OF_THE_DAY."""

    def row(each: Standing, rank: int) -> MonthRow:
        return MonthRow(
            rank=rank,
            name=shown_name(each.player),
            deleted=each.player is None,
            is_me=player is not None and each.player_id == player.pk,
            points=each.points,
            wins=each.wins,
        )

    return _page(month_of(scope=scope, month=month), player=player, page=page, row=row)


def all_time_board(*, ruleset: str, player: Player | None, page: int = 1) -> Standings[RecordRow]:
    """A page of a ruleset's board of all time: by wins, then by the best time."""

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

    return _page(all_time_of(ruleset), player=player, page=page, row=row)


def month_as_of(*, scope: str, month: date) -> datetime | None:
    """When a month's points were last counted; None as long as there are none."""
    settled = Settlement.objects.filter(daily__day__range=month_bounds(month))
    if scope not in (ALL, OF_THE_DAY):
        settled = settled.filter(daily__ruleset=scope)
    counted = settled.aggregate(latest=Max(Coalesce("counted", "created")))
    latest: datetime | None = counted["latest"]
    return latest


def _page(
    board: KeptBoard[Kept],
    *,
    player: Player | None,
    page: int,
    row: Callable[[Kept, int], StandingsRow],
) -> Standings[StandingsRow]:
    total = board.total()
    pages = max(1, -(-total // PAGE_SIZE))
    page = min(max(page, 1), pages)
    start = (page - 1) * PAGE_SIZE
    found = board.rows_from(start, PAGE_SIZE)
    first = board.rank(found[0]) if start and found else 1
    ranks = shared_ranks([board.value(each) for each in found], first=first, before=start)
    mine = board.rows.select_related("player").filter(player=player).first() if player else None
    return Standings(
        rows=[row(each, rank) for each, rank in zip(found, ranks, strict=True)],
        total=total,
        page=page,
        pages=pages,
        mine=row(mine, board.rank(mine)) if mine else None,
    )
