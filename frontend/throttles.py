"""How often one visitor may try what is to be guessed, or have stored what takes room."""

import functools
from collections.abc import Callable, Collection
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


def looks_at_invitation(view: View[P]) -> View[P]:
    """A page that takes an invitation; where there have been too many it says so instead."""
    return _counted(view, Invitations)


def starts_games(view: View[P]) -> View[P]:
    """A page whose POST starts a game; where there have been too many it says so instead."""
    return _counted(view, Starts, methods={"POST"})


def _counted(
    view: View[P], throttle: type[PerAsker], methods: Collection[str] | None = None
) -> View[P]:
    """A page whose requests are counted, by some methods or by all."""

    @functools.wraps(view)
    def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        counts = methods is None or request.method in methods
        if counts and not throttle().allow_request(request, None):
            return render(request, "429.html", status=429)
        return view(request, *args, **kwargs)

    return counted
