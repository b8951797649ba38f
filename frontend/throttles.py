"""How often one visitor may try what is to be guessed, or have stored what takes room."""

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.rates import PerAsker, Starts

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


class Invitations(PerAsker):
    """Looks at invitations."""

    scope = "invitations"
    rate = "60/min"


def may_look_at_invitation(request: HttpRequest) -> bool:
    """Count a look at an invitation; False where they have been too many."""
    return Invitations().allow_request(request, None)


def starts_games(view: View[P]) -> View[P]:
    """A page whose POST starts a game; where there have been too many it says so instead."""

    @functools.wraps(view)
    def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST" and not Starts().allow_request(request, None):
            return render(request, "429.html", status=429)
        return view(request, *args, **kwargs)

    return counted
