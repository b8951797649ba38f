"""Putting an announcement away on one device."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
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
    # As it is: what was sent is an address, and never the name of a page.
    response = HttpResponseRedirect(back if safe else reverse("lobby"))
    announcements.dismiss(request, response, min(key, 999_999_999))
    return response
