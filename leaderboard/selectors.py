"""Boards and results, a page at a time."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext as _

from accounts.models import Player
from games import events
from games.events import Board, Place, Result, Row
from games.selectors import daily_id, is_settled_daily
from leaderboard import steps
from leaderboard.models import Entry, Step
from leaderboard.ranks import ranks_by_key, ranks_of, shared_ranks

# How many rows those who look at a board are sent when it changes.
TOP = 10
# Of an entry; the rest, and the rest of its player, is not for boards.
_SHOWN = ("game", "daily", "player", "hundredths", "moves", "undos", "restarts", "finished")


def on_board(daily: int) -> QuerySet[Entry]:
    """A daily's counted entries in the order of its board: by time, then by who was first."""
    entries = Entry.objects.filter(daily=daily, state=Entry.State.COUNTED)
    shown = entries.select_related("player").only(*_SHOWN, "state", "player__username")
    return shown.order_by("hundredths", "finished", "pk")


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
    daily = daily_id(ruleset=ruleset, day=day)
    total = steps.totals([daily]).get(daily, 0)
    pages = max(1, -(-total // page_size))
    start: int | None = None
    if around is not None:
        entries = _around(daily, around, page_size)
    elif after is not None:
        entries = list(_after(daily, after)[:page_size])
    elif before is not None:
        entries = [*_before(daily, before)[:page_size]][::-1]
    else:
        page = min(max(page, 1), pages)
        start = (page - 1) * page_size
        entries = _from_place(daily, start, page_size)
    near = _own_and_neighbours(daily, player, entries) if player else []
    known = ranks_by_key([*entries[:1], *near])
    first = known[entries[0].pk] if entries else 1
    if start is None:
        start = _number_before(entries[0], first) if entries else total
    ranks = shared_ranks([entry.hundredths for entry in entries], first=first, before=start)
    watched = is_settled_daily(daily)
    near_rows = _rows(near, [known[entry.pk] for entry in near], player, watched=watched)
    return Board(
        ruleset=ruleset,
        day=day,
        entries=_rows(entries, ranks, player, watched=watched),
        total=total,
        page=min(start // page_size + 1, pages),
        pages=pages,
        before=_place(entries[0]) if entries and start > 0 else None,
        after=_place(entries[-1]) if entries and start + len(entries) < total else None,
        mine=next((row for row in near_rows if row.is_me), None),
        near=near_rows,
    )


def _own_and_neighbours(daily: int, player: Player, shown: Sequence[Entry]) -> list[Entry]:
    """The player's entry with the one before and the one after it, from what is shown if it can."""
    at = next((at for at, entry in enumerate(shown) if entry.player_id == player.pk), None)
    if at is not None and 0 < at < len(shown) - 1:
        return list(shown[at - 1 : at + 2])
    own = _entry_of(daily, player) if at is None else shown[at]
    if own is None:
        return []
    return [*_before(daily, _place(own))[:1], own, *_after(daily, _place(own))[:1]]


def _entry_of(daily: int, player: Player) -> Entry | None:
    """A player's entry on a board: found by the game, of which each has one a daily."""
    entries = Entry.objects.filter(game__player=player, game__daily=daily, daily=daily)
    counted = entries.filter(state=Entry.State.COUNTED, player=player)
    return counted.select_related("player").first()


def _from_place(daily: int, place: int, number: int) -> list[Entry]:
    """So many entries from a place on; far behind, the counts say at which time to begin."""
    if place < number:
        return list(on_board(daily)[place : place + number])
    hundredths, before = steps.time_at(daily, place)
    entries = on_board(daily).filter(hundredths__gte=hundredths)
    return list(entries[place - before : place - before + number])


def _around(daily: int, player: Player, number: int) -> list[Entry]:
    entry = _entry_of(daily, player)
    if entry is None:
        raise LookupError("the player isn't on this board")
    place = _place(entry)
    before = [*_before(daily, place)[: number // 2]][::-1]
    return [*before, entry, *_after(daily, place)[: number - 1 - len(before)]]


def _place(entry: Entry) -> Place:
    return Place(hundredths=entry.hundredths, finished=entry.finished, entry=entry.pk)


def _before(daily: int, place: Place) -> QuerySet[Entry]:
    """What stands before a place, the nearest first; the plain bound is what an index serves."""
    faster = Q(hundredths__lt=place.hundredths) | _first_of_equals(place)
    return on_board(daily).filter(faster, hundredths__lte=place.hundredths).reverse()


def _after(daily: int, place: Place) -> QuerySet[Entry]:
    """What stands after a place."""
    later = Q(finished__gt=place.finished) | Q(finished=place.finished, pk__gt=place.entry)
    slower = Q(hundredths__gt=place.hundredths) | Q(hundredths=place.hundredths) & later
    return on_board(daily).filter(slower, hundredths__gte=place.hundredths)


def _first_of_equals(place: Place) -> Q:
    """What took the same time and was finished before a place."""
    earlier = Q(finished__lt=place.finished) | Q(finished=place.finished, pk__lt=place.entry)
    return Q(hundredths=place.hundredths) & earlier


def _number_before(entry: Entry, rank: int) -> int:
    """How many stand before an entry: the faster ones, and those of its time that were first."""
    equals = on_board(entry.daily_id).filter(_first_of_equals(_place(entry)))
    return rank - 1 + equals.count()


def top_payload(daily: int, *, new: int | None) -> dict[str, Any]:
    """A board's first rows, its size, and the row of a new entry (by key), for all who look."""
    fresh = list(on_board(daily).filter(pk=new)) if new else []
    top = list(on_board(daily)[:TOP])
    ranks = shared_ranks([entry.hundredths for entry in top])
    return {
        "new": [events.row_payload(row) for row in rows_of(fresh, None)],
        "top": [events.row_payload(row) for row in _rows(top, ranks, None)],
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


def shown_name(player: Player | None) -> str:
    """The name that a player's results stand under."""
    return player.username if player else _("deleted player")


def rows_of(entries: Sequence[Entry], player: Player | None, *, watched: bool = False) -> list[Row]:
    """The rows of entries from anywhere; with their games where everybody may watch these."""
    known = ranks_by_key(entries)
    return _rows(entries, [known[entry.pk] for entry in entries], player, watched=watched)


def _rows(
    entries: Sequence[Entry],
    ranks: Sequence[int],
    player: Player | None,
    *,
    watched: bool = False,
) -> list[Row]:
    return [
        Row(
            rank=rank,
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
        for entry, rank in zip(entries, ranks, strict=True)
    ]
