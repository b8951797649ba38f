"""A player's single results, the latest first, a page at a time; only counted ones are in them."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from accounts.models import Player
from games.boards import Place
from games.players import PlayerResult, ResultsPage
from leaderboard import steps
from leaderboard.models import Entry
from leaderboard.ranks import ranks_by_key
from leaderboard.rows import place_of

PAGE = 50


def asked_for(player: Player, *, older: str, newer: str) -> ResultsPage:
    """The page after or before a place, given as text, or the latest; ValueError for no place.

    Also the latest where there would be nothing, or less than a page of what is newer.
    """
    if older:
        page = results_of(player, older_than=Place.parse(older))
        return page if page.results else results_of(player)
    if newer:
        page = results_of(player, newer_than=Place.parse(newer))
        return page if page.newer else results_of(player)
    return results_of(player)


def results_of(
    player: Player, *, older_than: Place | None = None, newer_than: Place | None = None
) -> ResultsPage:
    """A page of a player's results, or of those next to a place, whatever has come meanwhile."""
    counted = _counted(player)
    if newer_than is not None:
        at_once = Q(finished=newer_than.finished, pk__gt=newer_than.entry)
        newer = Q(finished__gt=newer_than.finished) | at_once
        known = counted.filter(newer, finished__gte=newer_than.finished)
        found = list(known.reverse()[: PAGE + 1])
        return _page(found[:PAGE][::-1], has_newer=len(found) > PAGE, has_older=True)
    if older_than is not None:
        at_once = Q(finished=older_than.finished, pk__lt=older_than.entry)
        older = Q(finished__lt=older_than.finished) | at_once
        counted = counted.filter(older, finished__lte=older_than.finished)
    found = list(counted[: PAGE + 1])
    return _page(found[:PAGE], has_newer=older_than is not None, has_older=len(found) > PAGE)


def _counted(player: Player) -> QuerySet[Entry]:
    entries = Entry.objects.filter(player=player, state=Entry.State.COUNTED)
    known = entries.select_related("daily").defer("daily__seed")
    return known.order_by("-finished", "-pk")


def _page(shown: Sequence[Entry], *, has_newer: bool, has_older: bool) -> ResultsPage:
    return ResultsPage(
        results=_told(shown),
        newer=place_of(shown[0]) if shown and has_newer else None,
        older=place_of(shown[-1]) if shown and has_older else None,
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
