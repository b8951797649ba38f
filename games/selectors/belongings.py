"""Everything that is stored about a player's games, for the player's own download."""

from collections.abc import Iterator

from accounts.events import Stored
from accounts.models import Player
from games.events import iso
from games.models import Game, HelpRequest
from games.seats import Seat
from games.selectors.games import NOT_LOADED, daily_of

# Games whose moves are read at once.
CHUNK = 200


def games_with_moves(player: Player) -> Iterator[Stored]:
    """Each of the player's games, oldest first, with every move; times in UTC.

    What was done is told, never how the cards lie: a running game keeps its secrets.
    """
    games = (
        Game.objects.filter(player=player)
        .select_related("deal__daily")
        .defer("position", *NOT_LOADED)
        .order_by("started", "pk")
        .prefetch_related("moves")
    )
    for game in games.iterator(chunk_size=CHUNK):
        daily = daily_of(game)
        moves = sorted(game.moves.all(), key=lambda move: move.version)
        yield {
            "id": str(game.pk),
            "ruleset": game.deal.ruleset,
            "day": daily.day.isoformat() if daily else None,
            "begun_as_ranked": game.daily_id is not None,
            "number": game.deal.number,
            "started": iso(game.started),
            "finished": iso(game.finished) if game.finished else None,
            "outcome": game.outcome or "playing",
            "undos": game.undos,
            "restarts": game.restarts,
            "helped": game.helped,
            "moves": [
                {"kind": move.kind, "move": move.text, "time": iso(move.created)} for move in moves
            ],
        }


def help_asked_for(player: Player) -> Iterator[Stored]:
    """What the player has asked the solver last, and about which game; not what it has found."""
    for asked in HelpRequest.objects.filter(asker=Seat(player=player).key):
        yield {"kind": asked.kind, "game": str(asked.game_id), "time": iso(asked.created)}
