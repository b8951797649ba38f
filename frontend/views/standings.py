"""The boards of a month and of all time."""

import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend import texts
from frontend.views.common import month_or_404, page, page_asked_for, patience_or_404
from games import selectors
from games.boards import ALL, OF_THE_DAY
from games.seats import seat_of_request
from leaderboard.standings.selectors import all_time_board, month_as_of, month_board


@page
@require_safe
def month(request: HttpRequest, scope: str, month: datetime.date) -> HttpResponse:
    """Show a month's points: with a patience, with all, or with the patiences of the days."""
    return render(request, "frontend/month.html", _month_of(request, scope, month))


@page
@require_safe
def month_news(request: HttpRequest, scope: str, month: datetime.date) -> HttpResponse:
    """What a page of a month's points shows by now, without the page around it."""
    return render(request, "frontend/parts/month_points.html", _month_of(request, scope, month))


def _month_of(request: HttpRequest, scope: str, month: datetime.date) -> dict[str, object]:
    patience = None if scope in (ALL, OF_THE_DAY) else patience_or_404(scope)
    shown = month_or_404(month)
    return {
        "scope": scope,
        "patience": patience,
        "families": texts.FAMILIES,
        "month": month,
        # Before looking, so that nothing that happens meanwhile is missed.
        "as_of": month_as_of(scope=scope, month=month),
        "board": month_board(
            scope=scope,
            month=month,
            player=seat_of_request(request).player,
            page=page_asked_for(request),
        ),
        "is_now": shown.after is None,
        "before": shown.before,
        "after": shown.after,
    }


@page
@require_safe
def all_time(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has won a patience's deals most often, and how fast."""
    patience = patience_or_404(slug)
    board = all_time_board(
        ruleset=slug, player=seat_of_request(request).player, page=page_asked_for(request)
    )
    return render(
        request,
        "frontend/all_time.html",
        {
            "patience": patience,
            "families": texts.FAMILIES,
            "month": selectors.today().replace(day=1),
            "board": board,
        },
    )
