"""Who asks for a game."""

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import Player
from games.models import Game


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A signed-in player or a guest's key, and whether they came with an API token."""

    player: Player | None = None
    guest: str = ""
    via_token: bool = False

    @property
    def key(self) -> str:
        """A text that tells players and guests apart; empty for nobody."""
        if self.player is not None:
            return f"player {self.player.pk}"
        return f"guest {self.guest}" if self.guest else ""

    def owned(self) -> Q | None:
        """The condition that a game is this seat's own; None where a seat can own nothing.

        A deleted player's games have neither player nor key: an empty key owns none of them.
        """
        if self.player is not None:
            return Q(player=self.player)
        return Q(player=None, guest=self.guest) if self.guest else None

    def owns(self, game: Game) -> bool:
        """Whether the game is this seat's own."""
        if self.player is not None:
            return game.player_id == self.player.pk
        return bool(self.guest) and game.player_id is None and game.guest == self.guest
