"""The lobby: today's deals, one of them first, and how far one has come with each."""

import dataclasses
from datetime import date, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend import texts
from frontend.views.common import page
from games import clock, selectors
from games.seats import seat_of_request
from games.selectors import DailyCard, GameSummary
from leaderboard import selectors as leaderboard

ONE_DAY = timedelta(days=1)
#: How many games that were left unfinished the lobby offers to go on with.
UNFINISHED_SHOWN = 4


@dataclasses.dataclass(frozen=True)
class Seat:
    """One of today's deals as the lobby shows it; no card while it is being prepared."""

    patience: texts.Patience
    card: DailyCard | None
    finishers: int


@dataclasses.dataclass(frozen=True)
class Row:
    """A family with its deals of today."""

    family: texts.Family
    seats: list[Seat]


@page
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show today's deals, the patience of the day first, and games left unfinished."""
    seat = seat_of_request(request)
    day = selectors.today()
    cards = {card.ruleset: card for card in selectors.daily_cards(day=day, seat=seat)}
    totals = leaderboard.totals(day=day)
    seats = {
        slug: Seat(patience=patience, card=cards.get(slug), finishers=totals.get(slug, 0))
        for slug, patience in texts.PATIENCES.items()
    }
    rows = [
        Row(family=family, seats=[seats[patience.slug] for patience in family.patiences])
        for family in texts.FAMILIES
    ]
    first = selectors.patience_of_the_day(day)
    return render(
        request,
        "frontend/lobby.html",
        {
            "day": day,
            "now": clock.now(),
            "closes": selectors.closes(day=day),
            "first": seats[first],
            "first_family": texts.FAMILY_OF[first],
            "next_first": texts.PATIENCES[selectors.patience_of_the_day(day + ONE_DAY)],
            "rows": rows,
            "all": len(texts.PATIENCES),
            "being_prepared": len(cards) < len(texts.PATIENCES),
            "won": sum(
                card.state == "won" and card.result_state != "void" for card in cards.values()
            ),
            "unfinished": _unfinished(selectors.games_of(seat=seat, page_size=30).games, day),
        },
    )


def _unfinished(games: list[GameSummary], today: date) -> list[GameSummary]:
    """The latest games that are still being played and have no place among today's deals.

    Besides practice these are ranked games of the day before, which count until it is settled.
    """
    return [
        game
        for game in games
        if game.outcome == "playing" and not (game.ranked and game.day == today)
    ][:UNFINISHED_SHOWN]
