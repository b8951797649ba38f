"""The calendar: a month at a glance, and the deals of one of its days."""

import dataclasses
import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from frontend import texts
from frontend.views.common import month_or_404, page, patience_asked_for
from games import selectors
from games.seats import seat_of_request
from games.selectors import CalendarDay, DailyCard
from leaderboard import selectors as leaderboard

DAYS_A_WEEK = 7


@dataclasses.dataclass(frozen=True)
class Cell:
    """A day as the calendar shows it: of all patiences, or of one, whose state it then has."""

    day: CalendarDay
    is_today: bool
    state: str

    @property
    def deals(self) -> int:
        """How many deals there were."""
        return len(self.day.rulesets)


@page
@require_safe
def calendar(request: HttpRequest, month: datetime.date | None = None) -> HttpResponse:
    """Show a month, this one if none is named: of all patiences, or of `?patience=`."""
    today = selectors.today()
    shown = month_or_404(month)
    patience = patience_asked_for(request)
    player = seat_of_request(request).player
    days = selectors.days_of_month(month=shown.month, player=player)
    struck_off = leaderboard.struck_off(player=player, month=shown.month) if player else set()
    cells = [_cell(_without(struck_off, day), patience, today) for day in days]
    return render(
        request,
        "frontend/calendar.html",
        {
            "month": shown.month,
            "weeks": _weeks(cells),
            "patience": patience,
            "families": texts.FAMILIES,
            "before": shown.before,
            "after": shown.after,
            "won": sum(cell.state == "won" if patience else cell.day.won for cell in cells),
        },
    )


def _without(struck_off: set[tuple[datetime.date, str]], day: CalendarDay) -> CalendarDay:
    """The day, on which what was struck off was begun and not won."""
    states = {
        ruleset: "begun" if (day.day, ruleset) in struck_off else state
        for ruleset, state in day.states.items()
    }
    return dataclasses.replace(day, states=states)


def _cell(day: CalendarDay, patience: texts.Patience | None, today: datetime.date) -> Cell:
    """A day; one whose deal wasn't begun is missed once it is over."""
    if patience is None or patience.slug not in day.rulesets:
        return Cell(day=day, is_today=day.day == today, state="")
    untouched = "open" if day.day == today else "missed"
    return Cell(day=day, is_today=day.day == today, state=day.states.get(patience.slug, untouched))


def _weeks(cells: list[Cell]) -> list[list[Cell | None]]:
    """The days by weeks, from Monday on; None before the first and after the last."""
    gap: list[Cell | None] = [None] * cells[0].day.day.weekday()
    days = [*gap, *cells]
    days += [None] * (-len(days) % DAYS_A_WEEK)
    return [days[at : at + DAYS_A_WEEK] for at in range(0, len(days), DAYS_A_WEEK)]


@dataclasses.dataclass(frozen=True)
class Deal:
    """A deal of a day, with how many have won it."""

    patience: texts.Patience
    card: DailyCard
    finishers: int


@page
@require_safe
def calendar_day(request: HttpRequest, day: datetime.date) -> HttpResponse:
    """Show the deals of a day that is over; today's are in the lobby."""
    today = selectors.today()
    if day == today:
        return redirect("lobby")
    if not selectors.first_day() <= day < today:
        raise Http404("no such day")
    cards = selectors.daily_cards(day=day, seat=seat_of_request(request))
    totals = leaderboard.totals(day=day)
    by_slug = {card.ruleset: card for card in cards}
    return render(
        request,
        "frontend/calendar_day.html",
        {
            "day": day,
            "deals": [
                Deal(
                    patience=patience,
                    card=by_slug[slug],
                    finishers=totals.get(slug, 0),
                )
                for slug, patience in texts.PATIENCES.items()
                if slug in by_slug
            ],
        },
    )
