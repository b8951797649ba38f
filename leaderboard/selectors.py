"""Boards and results, a page at a time."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Sum
from django.utils.translation import gettext as _

from accounts.models import Player
from games.boards import Board, Place, Result, Row, row_payload
from games.selectors import board_daily, month_bounds
from leaderboard import rows, steps
from leaderboard.models import Entry, Step
from leaderboard.ranks import ranks_by_key, ranks_of, shared_ranks

# How many rows those who look at a board are sent when it changes.
TOP = 10


def board(
    *,
    ruleset: str,
    day: date,
    player: Player | None,
    page: int = 1,
    page_size: int = 50,
    after: Place | None = None,
    before: Place | None = None,
    around: Player | None = None,
) -> Board:
    """A page of a board, and the player's own row wherever it is.

    The rows of a page by its number, or those after or before a place, which stay the same while
    others are added, or those around a player. GameError not_found or not_open where there is no
    such board, LookupError where the player isn't on it. A page beyond the last one is the last.
    """
    daily = board_daily(ruleset=ruleset, day=day)
    minutes = steps.minutes(daily.key)
    total = sum(number for _, number in minutes)
    pages = max(1, -(-total // page_size))
    start = first = None
    if around is not None:
        entries = _around(daily.key, around, page_size)
    elif after is not None:
        entries = rows.rows_after(daily.key, after, page_size)
    elif before is not None:
        entries = rows.rows_before(daily.key, before, page_size)
    else:
        page = min(max(page, 1), pages)
        start = (page - 1) * page_size
        entries, first = _from_place(daily.key, start, page_size, minutes)
    near = _own_and_neighbours(daily.key, player, entries) if player else []
    shown = {entry.pk for entry in entries}
    known = ranks_by_key(
        [*(entries[:1] if first is None else []), *(each for each in near if each.pk not in shown)]
    )
    if first is None:
        first = known[entries[0].pk] if entries else 1
    if start is None:
        start = first - 1 + rows.equals_before(entries[0]) if entries else total
    ranks = shared_ranks([entry.hundredths for entry in entries], first=first, before=start)
    known |= {entry.pk: rank for entry, rank in zip(entries, ranks, strict=True)}
    near_rows = _rows(near, known, player, watched=daily.is_settled)
    return Board(
        ruleset=ruleset,
        day=day,
        entries=_rows(entries, known, player, watched=daily.is_settled),
        total=total,
        page=min(start // page_size + 1, pages),
        pages=pages,
        before=rows.place_of(entries[0]) if entries and start > 0 else None,
        after=rows.place_of(entries[-1]) if entries and start + len(entries) < total else None,
        mine=next((row for row in near_rows if row.is_me), None),
        near=near_rows,
    )


def _own_and_neighbours(daily: int, player: Player, shown: list[Entry]) -> list[Entry]:
    """The player's entry with the one before and the one after it, from what is shown if it can."""
    at = _own_at(shown, player)
    if at is not None and 0 < at < len(shown) - 1:
        return shown[at - 1 : at + 2]
    return rows.rows_around(daily, player, before=1, after=1)


def _own_at(entries: Sequence[Entry], player: Player) -> int | None:
    """Where among entries the player's is."""
    return next((at for at, each in enumerate(entries) if each.player_id == player.pk), None)


def _from_place(
    daily: int, place: int, number: int, minutes: steps.Numbers
) -> tuple[list[Entry], int]:
    """So many entries from a place on, and the rank of the first one.

    Far behind, the counts say at which time to begin.
    """
    if not place:
        return rows.first_rows(daily, number), 1
    hundredths, before = steps.time_at(daily, place, minutes)
    found = rows.rows_from(daily, hundredths=hundredths, skip=place - before, number=number)
    return found, before + 1


def _around(daily: int, player: Player, number: int) -> list[Entry]:
    """So many entries around a player's, of which half stand before it if there are so many."""
    half = number // 2
    found = rows.rows_around(daily, player, before=half, after=number - 1 - half)
    if not found:
        raise LookupError("the player isn't on this board")
    is_near_the_top = _own_at(found, player) != half
    return rows.first_rows(daily, number) if is_near_the_top else found


def top_payload(daily: int, *, new: int | None) -> dict[str, Any]:
    """A board's first rows, its size, and the row of a new entry (by key), for all who look."""
    top = rows.first_rows(daily, TOP)
    ranks = shared_ranks([entry.hundredths for entry in top])
    known = {entry.pk: rank for entry, rank in zip(top, ranks, strict=True)}
    fresh = rows.rows_with_key(daily, new) if new else []
    return {
        "new": [row_payload(row) for row in rows_of(fresh, None)],
        "top": [row_payload(row) for row in _rows(top, known, None)],
        "total": steps.totals([daily]).get(daily, 0),
    }


def totals(*, day: date) -> dict[str, int]:
    """How many players are on each board of a day, by ruleset; an empty board is left out."""
    found = Step.objects.filter(daily__day=day, width=steps.MINUTE, number__gt=0).order_by()
    return dict(found.values_list("daily__ruleset").annotate(total=Sum("number")))


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


def struck_off(*, player: Player, month: date) -> set[tuple[date, str]]:
    """Days and rulesets of the player's wins in a month that were taken off their boards."""
    void = Entry.objects.filter(player=player, state=Entry.State.VOID)
    of_month = void.filter(daily__day__range=month_bounds(month))
    return set(of_month.values_list("daily__day", "daily__ruleset"))


def shown_name(player: Player | None) -> str:
    """The name that a player's results stand under."""
    return player.username if player else _("deleted player")


def rows_of(entries: Sequence[Entry], player: Player | None, *, watched: bool = False) -> list[Row]:
    """The rows of entries from anywhere; with their games where everybody may watch these."""
    return _rows(entries, ranks_by_key(entries), player, watched=watched)


def _rows(
    entries: Sequence[Entry],
    ranks: Mapping[int, int],
    player: Player | None,
    *,
    watched: bool = False,
) -> list[Row]:
    deleted = shown_name(None)
    return [
        Row(
            rank=ranks[entry.pk],
            name=entry.username or deleted,
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
        for entry in entries
    ]
