"""How often one asker may call: counted in the cache, so for all processes together."""

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts.models import Player


class PerAsker(SimpleRateThrottle):
    """Counts by player, and by address where nobody is signed in.

    The address comes from the trusted proxies (NUM_PROXIES), so X-Forwarded-For can't forge it.
    """

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Name the asker's count of this scope."""
        player = request.user if isinstance(request.user, Player) else None
        asker = f"player-{player.pk}" if player else f"address-{self.get_ident(request)}"
        return self.cache_format % {"scope": self.scope, "ident": asker}


class Everything(PerAsker):
    """All that has no rate of its own."""

    scope = "api"
    rate = "600/min"


class Starts(PerAsker):
    """Starting games, each of which stores a deal and a row."""

    scope = "api-starts"
    rate = "60/min"


class Moves(PerAsker):
    """Moves; a program may well play a whole line in one go."""

    scope = "api-moves"
    rate = "900/min"


class Help(PerAsker):
    """Help: asking is rare, looking for the answer isn't."""

    scope = "api-help"
    rate = "600/min"


class Tokens(PerAsker):
    """Making and revoking tokens."""

    scope = "api-tokens"
    rate = "20/hour"
