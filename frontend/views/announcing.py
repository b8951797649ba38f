"""Putting an announcement away on one device."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from frontend import announcements


@require_POST
def dismiss_announcement(request: HttpRequest, key: int) -> HttpResponse:
    """Don't show an announcement on this device again, and go back where one came from."""
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = redirect(back if safe else "lobby")
    announcements.dismiss(request, response, min(key, 999_999_999))
    return response
