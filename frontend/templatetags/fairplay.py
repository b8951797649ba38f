"""What a player is told, on pages of several kinds, about entries that don't count."""

from datetime import date
from typing import Any

from django import template

from accounts import selectors as accounts
from games.seats import seat_of_request
from leaderboard.fairplay import selectors

register = template.Library()


@register.inclusion_tag("frontend/parts/notices.html", takes_context=True)
def own_notices(context: dict[str, Any]) -> dict[str, Any]:
    """All of the reader's entries that are being checked or were struck off."""
    player = seat_of_request(context["request"]).player
    return {
        "notices": selectors.notices_of(player) if player else [],
        "withdrawn_name": accounts.withdrawn_name_of(player) if player else None,
        "with_deal": True,
    }


@register.inclusion_tag("frontend/parts/notices.html", takes_context=True)
def own_notice(context: dict[str, Any], ruleset: str, day: date) -> dict[str, Any]:
    """The reader's entry of one daily, if it is being checked or was struck off."""
    player = seat_of_request(context["request"]).player
    notice = player and selectors.notice_of(player=player, ruleset=ruleset, day=day)
    return {"notices": [notice] if notice else [], "with_deal": False}
