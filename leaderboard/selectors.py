"""Boards, ranks and results: every rank that is shown anywhere comes from `ranks_of`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import Player
from games import events
from games.events import Board, PlayerResult, Result, Row
from games.selectors import daily_id, is_settled_daily
from leaderboard.models import Entry

# How many rows those who look at a board are sent when it changes.
TOP = 10
RESULTS = 100


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """An entry's rank on its board, None where it is held or void, and the board's size."""

    rank: int | None
    total: int


def ranks_of(entries: Collection[Entry]) -> dict[int, Ranking]:
    """The ranking of each of the entries, by key, in three queries however many they are.

    The rank is one more than the number of counted entries of the same daily that were faster in
    hundredths of a second, so equal times share it (1 2 2 4). For each daily the faster ones are
    counted for its first entry alone; from there on only those between the first and the last.
    """
    counted = [entry for entry in entries if entry.state == Entry.State.COUNTED]
    counted.sort(key=lambda entry: entry.hundredths, reverse=True)
    first = {entry.daily_id: entry for entry in counted}
    last = {entry.daily_id: entry for entry in reversed(counted)}
    ranks = {
        (daily, first[daily].hundredths): number + 1
        for daily, number in Entry.objects.filter(pk__in=[entry.pk for entry in first.values()])
        .annotate(number=_number(_faster()))
        .values_list("daily", "number")
    }
    between = Q(pk__in=())
    for daily, entry in first.items():
        if entry.hundredths < last[daily].hundredths:
            times = (entry.hundredths, last[daily].hundredths)
            between |= Q(daily=daily, hundredths__range=times)
    following: dict[int, int] = {}
    for daily, hundredths, number in (
        Entry.objects.filter(between, state=Entry.State.COUNTED)
        .order_by("daily", "hundredths")
        .values_list("daily", "hundredths")
        .annotate(number=Count("pk"))
    ):
        rank = ranks.setdefault((daily, hundredths), following.get(daily, 0))
        following[daily] = rank + number
    sizes = dict(
        Entry.objects.filter(
            daily__in={entry.daily_id for entry in entries}, state=Entry.State.COUNTED
        )
        .order_by()
        .values_list("daily")
        .annotate(number=Count("pk"))
    )
    return {
        entry.pk: Ranking(
            rank=ranks[entry.daily_id, entry.hundredths]
            if entry.state == Entry.State.COUNTED
            else None,
            total=sizes.get(entry.daily_id, 0),
        )
        for entry in entries
    }


def _faster() -> QuerySet[Entry]:
    """The counted entries that were faster than the one of the query around it."""
    return Entry.objects.filter(
        daily=OuterRef("daily"), state=Entry.State.COUNTED, hundredths__lt=OuterRef("hundredths")
    )


def _number(entries: QuerySet[Entry]) -> Coalesce:
    number = entries.order_by().values("daily").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number), 0)


def on_board(daily: int) -> QuerySet[Entry]:
    """A daily's counted entries in the order of its board: by time, then by who was first."""
    return Entry.objects.filter(daily=daily, state=Entry.State.COUNTED).order_by(
        "hundredths", "finished", "pk"
    )


def board(
    *, ruleset: str, day: date, player: Player | None, page: int = 1, page_size: int = 50
) -> Board:
    """A page of a board, and the player's own row wherever it is.

    GameError not_found or not_open where there is no such board. A page beyond the last one is
    the last one.
    """
    daily = daily_id(ruleset=ruleset, day=day)
    total = on_board(daily).count()
    pages = max(1, -(-total // page_size))
    page = min(max(page, 1), pages)
    start = (page - 1) * page_size
    own = on_board(daily).filter(player=player).first() if player else None
    watched = is_settled_daily(daily)
    near = _rows(_neighbours(own), player, watched=watched) if own else []
    return Board(
        ruleset=ruleset,
        day=day,
        entries=_rows(on_board(daily)[start : start + page_size], player, watched=watched),
        total=total,
        page=page,
        pages=pages,
        mine=next((row for row in near if row.is_me), None),
        near=near,
    )


def _neighbours(entry: Entry) -> QuerySet[Entry]:
    """An entry with the one before and the one after it on its board."""
    rows = on_board(entry.daily_id).values("pk")
    # The plain bounds of the time are what an index serves.
    before = rows.filter(_before(entry), hundredths__lte=entry.hundredths).reverse()[:1]
    following = rows.filter(~_before(entry), ~Q(pk=entry.pk), hundredths__gte=entry.hundredths)[:1]
    keys = [entry.pk, *(row["pk"] for part in (before, following) for row in part)]
    return on_board(entry.daily_id).filter(pk__in=keys)


def _before(entry: Entry) -> Q:
    """What stands before an entry: by time, then by who was first."""
    earlier = Q(finished__lt=entry.finished) | Q(finished=entry.finished, pk__lt=entry.pk)
    return Q(hundredths__lt=entry.hundredths) | Q(hundredths=entry.hundredths) & earlier


def top_payload(daily: int, *, new: int | None) -> dict[str, Any]:
    """A board's first rows, its size, and the row of a new entry (by key), for all who look."""
    rows = _rows(on_board(daily).filter(pk=new), None) if new else []
    return {
        "new": [events.row_payload(row) for row in rows],
        "top": [events.row_payload(row) for row in _rows(on_board(daily)[:TOP], None)],
        "total": on_board(daily).count(),
    }


def totals(*, day: date) -> dict[str, int]:
    """How many players are on each board of a day, by ruleset; an empty board is left out."""
    return dict(
        Entry.objects.filter(daily__day=day, state=Entry.State.COUNTED)
        .order_by()
        .values_list("daily__ruleset")
        .annotate(number=Count("pk"))
    )


def rank_of(entry: Entry) -> int | None:
    """An entry's rank on its board; None where it is held or void."""
    return ranks_of([entry])[entry.pk].rank


def results_of_games(game_ids: Sequence[UUID]) -> Mapping[UUID, Result]:
    """The results of those of the games that have one."""
    entries = list(Entry.objects.filter(game__in=game_ids))
    rankings = ranks_of(entries)
    return {
        entry.game_id: Result(
            hundredths=entry.hundredths,
            state=entry.state,
            rank=rankings[entry.pk].rank,
            total=rankings[entry.pk].total,
        )
        for entry in entries
    }


def results_of(player: Player) -> list[PlayerResult]:
    """A player's counted results, the latest first, as many as a page shows."""
    entries = list(
        Entry.objects.filter(player=player, state=Entry.State.COUNTED)
        .select_related("daily")
        .defer("daily__seed")
        .order_by("-finished", "-pk")[:RESULTS]
    )
    rankings = ranks_of(entries)
    return [
        PlayerResult(
            ruleset=entry.daily.ruleset,
            day=entry.daily.day,
            hundredths=entry.hundredths,
            rank=_counted(rankings[entry.pk]),
            total=rankings[entry.pk].total,
            moves=entry.moves,
            clean=entry.is_clean,
            finished=entry.finished,
        )
        for entry in entries
    ]


def shown_name(player: Player | None) -> str:
    """The name that a player's results stand under."""
    return player.username if player else _("deleted player")


@dataclass(frozen=True, kw_only=True)
class Record:
    """What a player has reached in a ruleset so far."""

    ruleset: str
    wins: int
    best: int
    best_day: date
    latest_day: date


def records_of(player: Player) -> list[Record]:
    """A player's record in each ruleset with a counted result; times in hundredths."""
    counted = Entry.objects.filter(player=player, state=Entry.State.COUNTED).order_by()
    fastest = counted.filter(daily__ruleset=OuterRef("daily__ruleset")).order_by(
        "hundredths", "finished", "pk"
    )
    rows = counted.values("daily__ruleset").annotate(
        wins=Count("pk"),
        best=Min("hundredths"),
        best_day=Subquery(fastest.values("daily__day")[:1]),
        latest_day=Max("daily__day"),
    )
    return [
        Record(
            ruleset=row["daily__ruleset"],
            wins=row["wins"],
            best=row["best"],
            best_day=row["best_day"],
            latest_day=row["latest_day"],
        )
        for row in rows
    ]


def first_places_of(player: Player) -> int:
    """How many boards the player leads, alone or with others."""
    counted = Entry.objects.filter(player=player, state=Entry.State.COUNTED)
    return counted.filter(~Exists(_faster())).count()


def _rows(entries: QuerySet[Entry], player: Player | None, *, watched: bool = False) -> list[Row]:
    """The rows of entries; with their games where these may be watched by everybody."""
    named = list(entries.select_related("player"))
    rankings = ranks_of(named)
    return [
        Row(
            rank=_counted(rankings[entry.pk]),
            name=shown_name(entry.player),
            deleted=entry.player_id is None,
            is_me=player is not None and entry.player_id == player.pk,
            hundredths=entry.hundredths,
            moves=entry.moves,
            undos=entry.undos,
            restarts=entry.restarts,
            clean=entry.is_clean,
            finished=entry.finished,
            game=entry.game_id if watched else None,
        )
        for entry in named
    ]


def _counted(ranking: Ranking) -> int:
    assert ranking.rank is not None, "every counted entry has a rank"  # noqa: S101
    return ranking.rank
