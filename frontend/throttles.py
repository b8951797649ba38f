"""How often one visitor may try what is to be guessed, counted for all processes together."""

from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle


class Invitations(SimpleRateThrottle):
    """Looks at invitations, by player, and by address where nobody is signed in."""

    scope = "invitations"
    rate = "60/min"

    def get_cache_key(self, request: HttpRequest, view: object) -> str:
        """Name the visitor's count."""
        player = request.user.pk
        visitor = f"player-{player}" if player else f"address-{self.get_ident(request)}"  # type: ignore[arg-type]  # likewise
        return self.cache_format % {"scope": self.scope, "ident": visitor}


def may_look_at_invitation(request: HttpRequest) -> bool:
    """Count a look at an invitation; False where they have been too many."""
    return Invitations().allow_request(request, None)  # type: ignore[arg-type]  # likewise
