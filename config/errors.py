"""The page for requests that can't be read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say so without another look at the form.

    Django's own view looks there for a CSRF token, and stumbles again over a form that is in
    another encoding than UTF-8.
    """
    return render(request, "400.html", status=400)
