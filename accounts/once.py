"""Secrets that are shown once: they wait in the session until the next page takes them."""

from django.http import HttpRequest


def keep(request: HttpRequest, kind: str, secret: str) -> None:
    """Let a secret wait for the page that the answer to this request leads to."""
    request.session[f"once:{kind}"] = secret


def take(request: HttpRequest, kind: str) -> str | None:
    """Return the secret that waits, and forget it."""
    secret: str | None = request.session.pop(f"once:{kind}", None)
    return secret
