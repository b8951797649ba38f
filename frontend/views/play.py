"""From a page to the table: the daily before it is begun, practice, and the game itself."""

import datetime
import uuid

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts import devices
from frontend import rulebook, texts
from frontend.difficulty import difficulty_of
from frontend.forms import DailyForm, PracticeForm
from frontend.throttles import starts_games
from frontend.views.common import page, patience_or_404, refused
from games import clock, selectors, services
from games.errors import GameError
from games.seats import seat_of_request
from games.selectors.games import is_settled
from leaderboard import selectors as leaderboard


@page
@require_http_methods(["GET", "HEAD", "POST"])
@starts_games
def daily(request: HttpRequest, slug: str) -> HttpResponse:
    """Show today's deal without a card of it; a POST starts the clock and leads to the table."""
    patience = patience_or_404(slug)
    if request.method == "POST":
        return _start_daily(request, patience)
    return _daily_page(request, patience, selectors.today())


@page
@require_http_methods(["GET", "HEAD", "POST"])
@starts_games
def settled_daily(request: HttpRequest, slug: str, day: datetime.date) -> HttpResponse:
    """Show the deal of a day gone by; a POST begins it as practice once the day is settled."""
    patience = patience_or_404(slug)
    here = reverse("settled_daily", args=[slug, day])
    if request.method == "POST":
        seat = seat_of_request(request, create_guest=True)
        try:
            game = services.start_practice_of_daily(seat=seat, ruleset=slug, day=day)
        except GameError as error:
            return refused(request, error, back_to=here)
        return redirect("table", game.pk)
    if day == selectors.today():
        return redirect("daily", slug)
    return _daily_page(request, patience, day)


def _start_daily(request: HttpRequest, patience: texts.Patience) -> HttpResponse:
    """Start or resume the ranked game of the day that the reader's page was about.

    That page may have been opened before midnight: then the day it shows is over, and the
    service says so instead of starting the next day's clock unasked.
    """
    here = reverse("daily", args=[patience.slug])
    form = DailyForm(request.POST)
    day = form.cleaned_data["day"] if form.is_valid() else selectors.today()
    seat = seat_of_request(request)
    if seat.player is None:
        return refused(request, GameError("sign_in_required"), back_to=here)
    try:
        game = services.start_daily(player=seat.player, ruleset=patience.slug, day=day)
    except GameError as error:
        return refused(request, error, back_to=here)
    response = redirect("table", game.pk)
    device = devices.recognise(request, response, seat.player)
    services.note_sighting(game=game, device=device, moment=clock.now())
    return response


def _daily_page(request: HttpRequest, patience: texts.Patience, day: datetime.date) -> HttpResponse:
    seat = seat_of_request(request)
    try:
        card = selectors.daily_card(day=day, ruleset=patience.slug, seat=seat)
    except GameError as error:
        return refused(request, error, back_to=reverse("lobby"))
    board = leaderboard.board(ruleset=patience.slug, day=day, player=seat.player, page_size=3)
    return render(
        request,
        "frontend/daily.html",
        {
            "patience": patience,
            "family": texts.FAMILY_OF[patience.slug],
            "ruleset": selectors.ruleset(patience.slug),
            "card": card,
            "board": board,
            "difficulty": difficulty_of(slug=patience.slug, nodes=card.nodes),
            "now": clock.now(),
            "settling_minutes": settings.SETTLING_MINUTES,
        },
    )


@page
@require_http_methods(["GET", "HEAD", "POST"])
@starts_games
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer a fresh deal or one by its number; a POST deals it, for guests, too."""
    patience = patience_or_404(slug)
    form = PracticeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        seat = seat_of_request(request, create_guest=True)
        try:
            game = services.start_practice(
                seat=seat, ruleset=slug, number=form.cleaned_data["number"]
            )
        except GameError as error:
            return refused(request, error, back_to=reverse("practice", args=[slug]))
        return redirect("table", game.pk)
    return render(
        request,
        "frontend/practice.html",
        {
            "patience": patience,
            "family": texts.FAMILY_OF[slug],
            "rarity": rulebook.rarity(slug),
            "form": form,
        },
        status=400 if form.errors else 200,
    )


@page
@require_safe
def table(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Show a game to who plays it."""
    seat = seat_of_request(request)
    try:
        game = selectors.game_for(game_id=game_id, seat=seat)
    except GameError as error:
        if seat.player is None and error.status == 403:
            error = GameError("sign_in_required")
        return refused(request, error, back_to=reverse("table", args=[game_id]))
    moment = clock.now()
    services.note_sighting(game=game, device=devices.device_of(request), moment=moment)
    payload = selectors.game_payload(game, moment=moment)
    day = payload["day"]
    return render(
        request,
        "frontend/table.html",
        {
            "game": game,
            "day": day and datetime.date.fromisoformat(day),
            "payload": payload,
            "patience": texts.PATIENCES[payload["ruleset"]],
            "may_help": is_settled(game, moment),
        },
    )


@page
@require_safe
def solution(request: HttpRequest, slug: str, day: datetime.date) -> HttpResponse:
    """Show on the table how a settled daily can be won: nobody's game, only looked at."""
    patience = patience_or_404(slug)
    try:
        line = selectors.solution_of(ruleset=slug, day=day)
    except GameError as error:
        return refused(request, error, back_to=reverse("settled_daily", args=[slug, day]))
    return render(
        request,
        "frontend/table.html",
        {
            "day": day,
            # The rules beside the table look at its piles, as they do with a game's.
            "payload": {**line, "piles": line["steps"][0]["piles"]},
            "patience": patience,
            "may_help": True,
        },
    )
