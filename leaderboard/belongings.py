"""Everything that is stored about a player's results, for the player's own download."""

from collections.abc import Iterator

from accounts.events import Stored
from accounts.models import Player
from games import events
from leaderboard.models import Entry


def entries_of(player: Player) -> Iterator[Stored]:
    """Every entry of a player, whether it counts or not."""
    entries = Entry.objects.filter(player=player).select_related("daily").defer("daily__seed")
    for entry in entries.order_by("finished", "pk").iterator():
        yield {
            "game": str(entry.game_id),
            "ruleset": entry.daily.ruleset,
            "day": entry.daily.day.isoformat(),
            "hundredths": entry.hundredths,
            "moves": entry.moves,
            "undos": entry.undos,
            "restarts": entry.restarts,
            "finished": events.iso(entry.finished),
            "state": entry.state,
            "reason": entry.reason,
        }
