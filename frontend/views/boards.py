"""Who won how fast: the boards, and each player's results."""

import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import selectors as accounts
from frontend import formats, texts
from frontend.plots import Column, columns_plot
from frontend.views.common import page, page_asked_for, patience_or_404, refused
from games import clock, selectors
from games.errors import GameError
from games.events import Row, board_payload
from games.seats import seat_of_request
from leaderboard import selectors as leaderboard
from leaderboard.distribution import distribution

ONE_DAY = datetime.timedelta(days=1)
#: With fewer finishers there is nothing to be spread.
FEWEST_SPREAD = 2
#: How many of one's latest games are looked through for practice that is over.
PRACTICE_LOOKED_AT = 40


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
            "before": shown - ONE_DAY if shown > selectors.first_day() else None,
            "after": shown + ONE_DAY if shown < today else None,
            "now": clock.now(),
            "this_month": today.replace(day=1),
            "spread": _spread(slug, shown, board.mine),
        },
    )


def _spread(slug: str, day: datetime.date, mine: Row | None) -> dict[str, object] | None:
    """The plot of a day's times and its numbers in words; None for fewer than two finishers."""
    bars = distribution(
        daily=selectors.daily_id(ruleset=slug, day=day), mine=mine.hundredths if mine else None
    )
    if sum(bar.number for bar in bars) < FEWEST_SPREAD:
        return None
    columns = [
        Column(
            label=formats.minutes(bar.start),
            value=bar.number,
            filled=bar.number if bar.is_mine else 0,
            mark=_("you") if bar.is_mine else "",
        )
        for bar in bars
    ]
    words = [
        {
            "words": f"{formats.minutes(bar.start)} – {formats.minutes(bar.end)}"
            if bar.end
            else _("%(time)s and slower") % {"time": formats.minutes(bar.start)},
            "number": bar.number,
            "is_mine": bar.is_mine,
        }
        for bar in bars
    ]
    return {"plot": columns_plot(columns), "bars": words}


@page
@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's results, summed up by ruleset and one by one."""
    found = accounts.public_player(name)
    if found is None:
        raise Http404("no such player")
    if found.username != name:
        return redirect("player", found.username)
    is_me = found == request.user
    records = {record.ruleset: record for record in leaderboard.records_of(found)}
    return render(
        request,
        "frontend/player.html",
        {
            "shown": found,
            "is_me": is_me,
            "practice": _practice_of(request) if is_me else [],
            "results": leaderboard.results_of(found),
            "records": [records[slug] for slug in texts.PATIENCES if slug in records],
            "wins": sum(record.wins for record in records.values()),
            "first_places": leaderboard.first_places_of(found),
        },
    )


def _practice_of(request: HttpRequest) -> list[selectors.GameSummary]:
    """The reader's own latest practice games that are over."""
    seat = seat_of_request(request)
    latest = selectors.games_of(seat=seat, page_size=PRACTICE_LOOKED_AT).games
    return [game for game in latest if not game.ranked and game.outcome != "playing"]
