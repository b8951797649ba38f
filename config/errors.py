"""The pages of refusals. They may show who is signed in, so nobody keeps them."""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.cache import patch_cache_control
from django.views import csrf, defaults

from games.errors import GameError
from games.failures import UNAVAILABLE, failure_of


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that the request can't be read, without another look at the form.

    Django's own view looks there for a CSRF token, and stumbles again over a form that is in
    another encoding than UTF-8.
    """
    return _unkept(render(request, "400.html", status=400))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that this is somebody else's."""
    return _unkept(defaults.permission_denied(request, exception))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form came from no page of ours, or from an old one."""
    return _unkept(csrf.csrf_failure(request, reason))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is nothing."""
    return _unkept(defaults.page_not_found(request, exception))


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that it isn't the asker's fault, to programs as JSON; 503 where it will pass by itself.

    Django has logged the error already, save for the database's.
    """
    error = sys.exc_info()[1]
    failure = failure_of(error) if isinstance(error, UNAVAILABLE) else GameError("server_error")
    answer: HttpResponse
    if request.path.startswith("/api/"):
        body = {"error": {"code": failure.code, "message": failure.message()}}
        answer = JsonResponse(body, status=failure.status)
    else:
        answer = HttpResponse(get_template("500.html").render({}), status=failure.status)
    if failure.retry_after is not None:
        answer.headers["Retry-After"] = str(failure.retry_after)
    return _unkept(answer)


def _unkept(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_store=True)
    return answer
