"""How often one asker may do something: counted in the cache, so for all processes together."""

from typing import Any, ClassVar

from django.core.cache import cache
from rest_framework.throttling import BaseThrottle

from accounts.models import Player
from accounts.networks import network_of

counts: Any = cache  # config.patient: it can count, which Django's caches can't
SECONDS = {"min": 60, "hour": 3600}


class PerAsker(BaseThrottle):
    """So many in the time that begins with the first; by player, or by network of nobody's.

    Each is counted before it is decided on, in one step of the cache's: fifty at once are fifty.
    """

    scope: ClassVar[str]
    rate: ClassVar[str]
    left: float

    def allow_request(self, request: Any, view: object) -> bool:
        """Count a request, of Django's or REST's; False where there have been too many."""
        most, _, unit = self.rate.partition("/")
        key = f"rate-{self.scope}-{asker_of(request)}"
        number: int
        number, self.left = counts.count(key, seconds=SECONDS[unit])
        return number <= int(most)

    def wait(self) -> float:
        """Seconds until the count begins anew."""
        return self.left


class Starts(PerAsker):
    """Starting games, each of which stores a deal and a row; by pages and by REST together."""

    scope = "api-starts"
    rate = "60/min"


def asker_of(request: Any) -> str:
    """Who asks, as a count's name."""
    if isinstance(request.user, Player):
        return f"player-{request.user.pk}"
    forwarded = request.headers.get("X-Forwarded-For", "")
    return f"address-{network_of(peer=request.META['REMOTE_ADDR'], forwarded=forwarded)}"
