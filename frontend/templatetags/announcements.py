"""The bar of announcements that stands on all pages."""

from typing import Any

from django import template

from frontend.announcements import shown_to

register = template.Library()


@register.inclusion_tag("frontend/parts/announcements.html", takes_context=True)
def announcements(context: dict[str, Any]) -> dict[str, Any]:
    """What is announced now; nothing on the page of a failure, which has no request."""
    request = context.get("request")
    return {
        "announcements": shown_to(request) if request else [],
        "csrf_token": context.get("csrf_token"),
        "here": request.get_full_path() if request else "",
    }
