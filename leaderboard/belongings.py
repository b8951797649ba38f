"""Everything that is stored about a player's results, for the player's own download."""

from collections.abc import Iterator

from accounts.events import Stored
from accounts.models import Player
from games import events
from leaderboard.models import Entry, Record, Standing


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


def months_of(player: Player) -> Iterator[Stored]:
    """The sums of a player's points, by month and by what they are summed up over."""
    for each in Standing.objects.filter(player=player).order_by("month", "scope").iterator():
        yield {
            "month": f"{each.month:%Y-%m}",
            "scope": each.scope,
            "points": each.points,
            "wins": each.wins,
        }


def records_of(player: Player) -> Iterator[Stored]:
    """What a player has reached with each ruleset."""
    for each in Record.objects.filter(player=player).order_by("ruleset").iterator():
        yield {
            "ruleset": each.ruleset,
            "wins": each.wins,
            "best": each.best,
            "median": each.median,
            "streak": each.streak,
        }
