"""What the account pages have in common."""

from collections.abc import Callable
from typing import Any, TypeVar

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest

from accounts.models import Player

V = TypeVar("V", bound=Callable[..., Any])


def player_of(request: HttpRequest) -> Player:
    """The player who asks on a page that requires the sign-in."""
    assert isinstance(request.user, Player)  # noqa: S101  # every caller requires the sign-in
    return request.user


def sure_who_asks(view: V) -> V:
    """Have whoever posts show once more that they are the player, unless they did just now."""
    guarded: V = reauthentication_required(view, allow_get=True)
    return guarded
