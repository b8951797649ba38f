"""Whose game it is that is watched, and what it brought, as far as its board tells."""

from dataclasses import dataclass
from uuid import UUID

from leaderboard.models import Entry
from leaderboard.ranks import ranks_of
from leaderboard.selectors import shown_name


@dataclass(frozen=True, kw_only=True)
class Watched:
    """A counted result."""

    name: str
    hundredths: int
    rank: int
    total: int


def watched_result(game_id: UUID) -> Watched | None:
    """The result of a game; None where it stands on no board."""
    entry = (
        Entry.objects.filter(game=game_id, state=Entry.State.COUNTED)
        .select_related("player")
        .first()
    )
    if entry is None:
        return None
    ranking = ranks_of([entry])[entry.pk]
    if ranking.rank is None:
        return None
    return Watched(
        name=shown_name(entry.player),
        hundredths=entry.hundredths,
        rank=ranking.rank,
        total=ranking.total,
    )
