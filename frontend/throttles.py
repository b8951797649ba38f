"""How often one visitor may try what is to be guessed."""

from django.http import HttpRequest

from games.rates import PerAsker


class Invitations(PerAsker):
    """Looks at invitations."""

    scope = "invitations"
    rate = "60/min"


def may_look_at_invitation(request: HttpRequest) -> bool:
    """Count a look at an invitation; False where they have been too many."""
    return Invitations().allow_request(request, None)
