"""What a guest has played goes along when the guest signs in."""

from django.http import HttpRequest

from accounts.models import Player
from games.models import Game, HelpRequest
from games.seats import GUEST, Seat


def bring_along(*, request: HttpRequest | None, user: object, **_rest: object) -> None:
    """Give the player who has just signed in what was played as a guest in this browser.

    The key stays in the session when somebody signs in, and is used up here: whoever signs out
    afterwards is a new guest.
    """
    if request is None or not isinstance(user, Player):
        return
    guest = str(request.session.pop(GUEST, ""))
    if guest:
        take_over(guest=guest, player=user)


def take_over(*, guest: str, player: Player) -> int:
    """Make a guest's games the player's; return how many they are.

    A question to the solver that still waits is dropped, since it is the guest's; it can be asked
    again.
    """
    HelpRequest.objects.filter(asker=Seat(guest=guest).key).delete()
    return Game.objects.filter(guest=guest, player=None).update(player=player, guest="")
