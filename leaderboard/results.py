"""A player's single results, the latest first, a page at a time; only counted ones are in them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Player
from games.events import Place
from games.players import PlayerResult
from leaderboard import steps
from leaderboard.models import Entry
from leaderboard.ranks import ranks_by_key
from leaderboard.rows import place_of

PAGE = 50


@dataclass(frozen=True, kw_only=True)
class ResultsPage:
    """Some results in a row, and the places from which to go on, None where nothing is known."""

    results: list[PlayerResult]
    newer: Place | None
    older: Place | None


def asked_for(player: Player, *, older: str, newer: str) -> ResultsPage:
    """The page after or before a place, given as text, or the latest; ValueError for no place."""
    if older:
        return older_than(player, Place.parse(older))
    if newer:
        return newer_than(player, Place.parse(newer))
    return latest(player)


def latest(player: Player) -> ResultsPage:
    """The first page of a player's results."""
    return _page(list(_counted(player)[: PAGE + 1]), has_newer=False)


def older_than(player: Player, place: Place) -> ResultsPage:
    """The page after a place, which stays the same while new results come."""
    at_once = Q(finished=place.finished, pk__lt=place.entry)
    older = Q(finished__lt=place.finished) | at_once
    counted = _counted(player).filter(older, finished__lte=place.finished)
    found = list(counted[: PAGE + 1])
    return _page(found, has_newer=True) if found else latest(player)


def newer_than(player: Player, place: Place) -> ResultsPage:
    """The page before a place; the latest results, where fewer than a page's are newer."""
    at_once = Q(finished=place.finished, pk__gt=place.entry)
    newer = Q(finished__gt=place.finished) | at_once
    counted = _counted(player).filter(newer, finished__gte=place.finished)
    found = list(counted.reverse()[: PAGE + 1])
    if len(found) <= PAGE:
        return latest(player)
    shown = found[:PAGE][::-1]
    return ResultsPage(results=_told(shown), newer=place_of(shown[0]), older=place_of(shown[-1]))


def _counted(player: Player) -> QuerySet[Entry]:
    entries = Entry.objects.filter(player=player, state=Entry.State.COUNTED)
    known = entries.select_related("daily").defer("daily__seed")
    return known.order_by("-finished", "-pk")


def _page(found: Sequence[Entry], *, has_newer: bool) -> ResultsPage:
    """A page of what was found, of which one more than it shows says that there are older ones."""
    shown, more = found[:PAGE], found[PAGE:]
    return ResultsPage(
        results=_told(shown),
        newer=place_of(shown[0]) if shown and has_newer else None,
        older=place_of(shown[-1]) if more else None,
    )


def _told(entries: Sequence[Entry]) -> list[PlayerResult]:
    ranks = ranks_by_key(entries)
    totals = steps.totals({entry.daily_id for entry in entries})
    return [
        PlayerResult(
            ruleset=entry.daily.ruleset,
            day=entry.daily.day,
            hundredths=entry.hundredths,
            rank=ranks[entry.pk],
            total=totals.get(entry.daily_id, 0),
            moves=entry.moves,
            clean=entry.is_clean,
            finished=entry.finished,
        )
        for entry in entries
    ]
