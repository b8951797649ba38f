"""What becomes of a player's games when the player is deleted."""

from django.db.models import Q

from accounts.models import Player
from games.models import Game, HelpRequest, Move
from games.seats import Seat

CHUNK = 500


def delete_games_of(player: Player) -> None:
    """Delete the player's games but those that boards rest upon, which stay without a name.

    Those are the won ranked ones: practice, and what was not won, belongs to the player alone.
    """
    HelpRequest.objects.filter(asker=Seat(player=player).key).delete()
    games = Game.objects.filter(player=player).exclude(
        Q(daily__isnull=False, outcome=Game.Outcome.WON)
    )
    while keys := list(games.values_list("pk", flat=True)[:CHUNK]):
        Move.objects.filter(game__in=keys).delete()
        Game.objects.filter(pk__in=keys).delete()
