"""The page of a player, as far as the player shows it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import public_page
from accounts import selectors as accounts
from frontend import texts
from frontend.views.common import page, patience_asked_for
from frontend.views.history import plots_of
from games import selectors
from games.seats import seat_of_request
from leaderboard import profile, results
from leaderboard.history import history_in

#: How many of one's latest games are looked through for practice that is over.
PRACTICE_LOOKED_AT = 40


@page
@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show what a player has won, with `?patience=` the months with that one."""
    found = accounts.public_player(name)
    if found is None:
        raise Http404("no such player")
    if found.username != name:
        return redirect("player", found.username)
    patience = patience_asked_for(request)
    seat = seat_of_request(request)
    parts = public_page.parts_for(found, asker=seat.player)
    is_me = found == seat.player
    wins = profile.wins_of(found) if parts else {}
    more: dict[str, object] = {}
    if "results" in parts:
        tallies = profile.tallies_in(wins)
        older, newer = (request.GET.get(name, "") for name in ("older", "newer"))
        try:
            listed = results.asked_for(found, older=older, newer=newer)
        except ValueError:
            raise Http404("no such place") from None
        more |= {
            "results": listed,
            "tallies": [tallies[slug] for slug in texts.PATIENCES if slug in tallies],
            "first_places": profile.first_places_in(wins),
        }
    if "streaks" in parts:
        streaks = profile.streaks_in(wins)
        named = [(slug, streaks.by_ruleset.get(slug)) for slug in texts.PATIENCES]
        more |= {"streak": streaks.overall, "streaks": [each for each in named if each[1]]}
    if "months" in parts:
        history = history_in(wins, player=found, ruleset=patience.slug if patience else None)
        more |= {
            "months": history.months,
            "plots": plots_of(history),
            "shows_months": bool(wins or history.months or patience),
        }
    return render(
        request,
        "frontend/player.html",
        {
            "shown": found,
            "is_me": is_me,
            "parts": parts,
            # Of one's own page: what others don't see, if they see it at all.
            "kept": parts - public_page.parts_chosen(found),
            "practice": selectors.practised(seat=seat, among=PRACTICE_LOOKED_AT) if is_me else [],
            "wins": profile.number_of(wins),
            "patience": patience,
            "families": texts.FAMILIES,
            "for_players": found.page_for == "players" and public_page.parts_chosen(found),
            **more,
        },
    )
