"""What those who run the site ask of a process itself, past the proxy and whatever they call it."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseNotFound

from config.health import alive, ready
from config.metrics import metrics

VIEWS = {"/healthz": alive, "/readyz": ready, "/metrics": metrics}


class AnswersWithin:
    """Answers before anything asks for a host, a secure connection or a session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        view = VIEWS.get(request.path)
        if view is None:
            return self.get_response(request)
        try:
            answer: HttpResponseBase = view(request)
        except Http404:
            answer = HttpResponseNotFound()
        # What makes answers safe to open in a browser comes after this.
        answer.headers["X-Content-Type-Options"] = "nosniff"
        answer.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        return answer
