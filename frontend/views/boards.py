"""Who won how fast: the boards of the days."""

import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common import times
from frontend import texts
from frontend.plots import Column, columns_plot
from frontend.views.common import days_beside, page, page_asked_for, patience_or_404, refused
from games import clock, selectors
from games.boards import Row, board_payload
from games.errors import GameError
from games.seats import seat_of_request
from leaderboard import selectors as leaderboard
from leaderboard.distribution import distribution

#: With fewer finishers there is nothing to be spread.
FEWEST_SPREAD = 2


@page
@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """Lead to today's board of the first patience; the others are chosen there."""
    return redirect("board", texts.FAMILIES[0].patiences[0].slug)


@page
@require_safe
def board(request: HttpRequest, slug: str, day: datetime.date | None = None) -> HttpResponse:
    """Show a page of a day's board; today's if no day is named."""
    patience = patience_or_404(slug)
    today = selectors.today()
    seat = seat_of_request(request)
    shown = day or today
    try:
        board = leaderboard.board(
            ruleset=slug, day=shown, player=seat.player, page=page_asked_for(request)
        )
        card = selectors.daily_card(day=shown, ruleset=slug, seat=seat)
    except GameError as error:
        return refused(request, error, back_to=reverse("boards"))
    return render(
        request,
        "frontend/board.html",
        {
            "patience": patience,
            "families": texts.FAMILIES,
            "board": board,
            # For the script, which goes on from what the page shows.
            "shown": board_payload(board),
            "card": card,
            "day": shown,
            "is_today": shown == today,
            **days_beside(shown, today=today),
            "now": clock.now(),
            "this_month": today.replace(day=1),
            "spread": _spread(slug, shown, board.mine),
        },
    )


def _spread(slug: str, day: datetime.date, mine: Row | None) -> dict[str, object] | None:
    """The plot of a day's times and its numbers in words; None for fewer than two finishers."""
    bars = distribution(ruleset=slug, day=day, mine=mine.hundredths if mine else None)
    if sum(bar.number for bar in bars) < FEWEST_SPREAD:
        return None
    columns = [
        Column(
            label=times.minutes(bar.start),
            value=bar.number,
            filled=bar.number if bar.is_mine else 0,
            mark=_("you") if bar.is_mine else "",
        )
        for bar in bars
    ]
    words = [
        {
            "words": f"{times.minutes(bar.start)} – {times.minutes(bar.end)}"
            if bar.end
            else _("%(time)s and slower") % {"time": times.minutes(bar.start)},
            "number": bar.number,
            "is_mine": bar.is_mine,
        }
        for bar in bars
    ]
    return {"plot": columns_plot(columns), "bars": words}
