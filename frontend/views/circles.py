"""Circles: the reader's own, their boards, and who is in them. Nobody else learns of them."""

import datetime
import functools
from collections.abc import Callable, Mapping
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from frontend import texts
from frontend.forms import CircleForm
from frontend.views.common import days_beside, month_or_404, page, patience_or_404, refused
from games import selectors
from games.boards import ALL, OF_THE_DAY
from games.calendar import daily_day
from games.circles import OwnCircle
from games.errors import GameError
from games.seats import seat_of_request
from leaderboard.circles import selectors as leaderboard
from leaderboard.circles import services
from leaderboard.selectors import totals
from leaderboard.standings.selectors import month_as_of

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def unlisted(view: View[P]) -> View[P]:
    """A page that nobody finds by searching, whatever led a crawler to it."""

    @functools.wraps(view)
    def hidden(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return hidden


def own_or_404(request: HttpRequest, key: int) -> OwnCircle:
    """A circle of the reader's; for all others there is none."""
    player = seat_of_request(request).player
    try:
        if player is not None:
            return leaderboard.own_circle(player=player, circle=key)
    except LookupError:
        pass
    raise Http404("no circle of the reader's")


@page
@unlisted
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def circles(request: HttpRequest) -> HttpResponse:
    """List the circles that the reader is in, and start another."""
    player = seat_of_request(request).player
    assert player is not None, "only who is signed in comes here"  # noqa: S101
    form = CircleForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            started = services.start_circle(player=player, name=form.cleaned_data["name"])
        except ValidationError as error:
            form.add_error("name", error)
        else:
            return redirect("circle_members", started.pk)
    context = {"circles": leaderboard.circles_of(player), "form": form}
    return render(request, "frontend/circles.html", context, status=400 if form.errors else 200)


@page
@unlisted
@login_required
@require_safe
def circle(
    request: HttpRequest, key: int, slug: str | None = None, day: datetime.date | None = None
) -> HttpResponse:
    """Show a circle's board of a day; today's if none is named, and the patience of the day."""
    own = own_or_404(request, key)
    shown = day or selectors.today()
    patience = patience_or_404(slug or selectors.patience_of_the_day(shown))
    try:
        return render(request, "frontend/circle.html", _day_of(request, own, patience, shown))
    except GameError as error:
        return refused(request, error, back_to=reverse("circle_members", args=[key]))


@page
@unlisted
@login_required
@require_safe
def circle_news(request: HttpRequest, key: int, slug: str, day: datetime.date) -> HttpResponse:
    """What the page of a circle's day shows by now, without the page around it."""
    own = own_or_404(request, key)
    try:
        context = _day_of(request, own, patience_or_404(slug), day)
    except GameError as error:
        return refused(request, error, back_to=reverse("circle_members", args=[key]))
    return render(request, "frontend/parts/circle_day.html", context)


def _day_of(
    request: HttpRequest,
    own: OwnCircle,
    patience: texts.Patience,
    day: datetime.date,
) -> dict[str, object]:
    """What a circle's board of a day shows; GameError where there is no such daily."""
    today = selectors.today()
    # For the script, which hears of the board of all players how many there are; before looking,
    # so that nothing that happens meanwhile is missed.
    total = totals(day=day).get(patience.slug, 0)
    board = leaderboard.day_board(own=own, ruleset=patience.slug, day=day)
    return {
        "own": own,
        "patience": patience,
        "families": _with_winners(leaderboard.winners(own=own, day=day)),
        "board": board,
        "total": total,
        "card": selectors.daily_card(day=day, ruleset=patience.slug, seat=seat_of_request(request)),
        "day": day,
        "is_today": day == today,
        **days_beside(day, today=today),
        "month": day.replace(day=1),
    }


def _with_winners(winners: Mapping[str, int]) -> list[dict[str, object]]:
    """The families with their patiences, and how many members have won each."""
    return [
        {
            "name": family.name,
            "patiences": [
                {"slug": each.slug, "name": each.name, "winners": winners.get(each.slug, 0)}
                for each in family.patiences
            ],
        }
        for family in texts.FAMILIES
    ]


@page
@unlisted
@login_required
@require_safe
def circle_month(request: HttpRequest, key: int, scope: str, month: datetime.date) -> HttpResponse:
    """Show a circle's points of a month: with a patience, with all, or with those of the days."""
    return render(request, "frontend/circle_month.html", _month_of(request, key, scope, month))


@page
@unlisted
@login_required
@require_safe
def circle_month_news(
    request: HttpRequest, key: int, scope: str, month: datetime.date
) -> HttpResponse:
    """What the page of a circle's month shows by now, without the page around it."""
    context = _month_of(request, key, scope, month)
    return render(request, "frontend/parts/circle_points.html", context)


def _month_of(
    request: HttpRequest, key: int, scope: str, month: datetime.date
) -> dict[str, object]:
    own = own_or_404(request, key)
    patience = None if scope in (ALL, OF_THE_DAY) else patience_or_404(scope)
    shown = month_or_404(month)
    return {
        "own": own,
        "scope": scope,
        "patience": patience,
        "families": texts.FAMILIES,
        "month": month,
        # Before looking, so that nothing that happens meanwhile is missed.
        "as_of": month_as_of(scope=scope, month=month),
        "board": leaderboard.month_board(own=own, scope=scope, month=month),
        "is_now": shown.after is None,
        "before": shown.before,
        "after": shown.after,
    }


@page
@unlisted
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def circle_members(request: HttpRequest, key: int) -> HttpResponse:
    """Show who is in a circle; to its owner the invitation, too, and how to rename it."""
    own = own_or_404(request, key)
    if request.method == "POST":
        form = CircleForm(request.POST)
        if form.is_valid() and _renamed(own, form):
            return redirect("circle_members", key)
    else:
        form = CircleForm(initial={"name": own.name})
    invitation = reverse("circle_join", args=[own.invitation]) if own.is_owner else ""
    context = {
        "own": own,
        "members": [
            {
                "id": each.id,
                "name": each.name,
                "is_owner": each.is_owner,
                "day": daily_day(each.joined),
            }
            for each in own.members
        ],
        "most": services.MOST_MEMBERS,
        "month": selectors.today().replace(day=1),
        "invitation": request.build_absolute_uri(invitation) if invitation else "",
        "form": form if own.is_owner else None,
    }
    status = 400 if form.errors else 200
    return render(request, "frontend/circle_members.html", context, status=status)


def _renamed(own: OwnCircle, form: CircleForm) -> bool:
    """Give a circle the name that was sent; where that can't be, the form says why."""
    try:
        services.rename(owner=own.player, circle=own.id, name=form.cleaned_data["name"])
    except services.NotTheirs:
        raise Http404("the reader doesn't own this circle") from None
    except ValidationError as error:
        form.add_error("name", error)
        return False
    return True
