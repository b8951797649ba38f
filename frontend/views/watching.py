"""A game that is over, watched move by move on the real table."""

import datetime
import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.names import isolated
from common import times
from frontend import texts
from frontend.views.common import page, refused
from games import selectors
from games.errors import GameError
from games.seats import seat_of_request
from leaderboard.watched import watched_result


@page
@require_safe
def replay(request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
    """Show a game's moves to whoever may see them; its player goes on playing one not finished."""
    seat = seat_of_request(request)
    try:
        told = selectors.replay_of(game_id=game_id, seat=seat)
    except GameError as error:
        if error.code == "game_not_finished":
            return redirect("table", game_id)
        if error.status == 403 and seat.player is None:
            error = GameError("sign_in_required")
        back = reverse("replay", args=[game_id]) if error.status == 401 else reverse("lobby")
        return refused(request, error, back_to=back)
    slug = told["ruleset"]
    day = told["day"] and datetime.date.fromisoformat(told["day"])
    back, back_label = _way_back(slug, day)
    return render(
        request,
        "frontend/watch.html",
        {
            "day": day,
            "payload": {**told, "piles": told["steps"][0]["piles"]},
            "patience": texts.PATIENCES[slug],
            "may_help": True,
            "watched": {"title": _title(game_id), "back": back, "back_label": back_label},
        },
    )


def _way_back(slug: str, day: datetime.date | None) -> tuple[str, str]:
    if day is None:
        return reverse("practice", args=[slug]), _("To practice")
    return reverse("board", args=[slug, day]), _("To the board")


def _title(game_id: uuid.UUID) -> str:
    """Whose game it is and what it brought, where that stands on a board."""
    result = watched_result(game_id)
    if result is None:
        return _("A game, move by move")
    return _("%(name)s: %(time)s, rank %(rank)s of %(total)s") % {
        "name": isolated(result.name),
        "time": times.clock(result.hundredths),
        "rank": result.rank,
        "total": result.total,
    }
