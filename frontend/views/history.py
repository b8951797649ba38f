"""One's own months: how many deals were won, how fast, and how many days in a row."""

import datetime

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from accounts.views.common import player_of
from common import times
from frontend import texts
from frontend.plots import Column, columns_plot
from frontend.views.common import page, patience_asked_for
from leaderboard.history import History, Month, history_of


@page
@login_required
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Show the reader's own months with all patiences, or with `?patience=`."""
    patience = patience_asked_for(request)
    player = player_of(request)
    found = history_of(player, ruleset=patience.slug if patience else None)
    return render(
        request,
        "frontend/history.html",
        {
            "patience": patience,
            "families": texts.FAMILIES,
            "months": found.months,
            "streak": found.streak,
            "won": sum(month.won for month in found.months),
            "plots": plots_of(found),
        },
    )


def plots_of(history: History) -> dict[str, SafeString]:
    """The plots of a player's months: wins, times and streaks."""
    labels = [_short(month.month) for month in history.months]
    columns = {"wins": _wins, "times": _time, "streaks": _streak}
    return {
        name: columns_plot(
            [column(month, label) for month, label in zip(history.months, labels, strict=True)]
        )
        for name, column in columns.items()
    }


def _wins(month: Month, label: str) -> Column:
    # A win can't be without its game, save where an account took a game over: then it counts.
    begun = max(month.begun, month.won)
    mark = str(month.won) if month.won else ""
    return Column(label=label, value=begun, filled=month.won, mark=mark)


def _time(month: Month, label: str) -> Column:
    if month.best is None or month.median is None:
        return Column(label=label, value=0)
    # Whole seconds are enough for the eye; the table has the rest.
    mark = times.minutes(month.best // 100)
    return Column(label=label, value=month.median, filled=month.best, mark=mark)


def _streak(month: Month, label: str) -> Column:
    mark = str(month.streak) if month.streak else ""
    return Column(label=label, value=month.streak, filled=month.streak, mark=mark)


def _short(month: datetime.date) -> str:
    """A month for the foot of a column, with the year where it begins."""
    return str(month.year) if month.month == 1 else date_format(month, "M")
