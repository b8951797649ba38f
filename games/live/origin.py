"""Only our own pages may open a socket: browsers send cookies along from any page."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

DEFAULT_PORTS = {"http": "80", "https": "443"}
CLOSE_FOREIGN = 4403


class OwnOrigin:
    """Refuse a handshake whose Origin is missing, null or another host's, before it is accepted."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the connection on, or refuse it."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        if is_own_origin(origin, host):
            await self.application(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_FOREIGN})


def is_own_origin(origin: str, host: str) -> bool:
    """Whether a page of this origin is ours: the host asked for, or one that settings trust.

    >>> is_own_origin("http://localhost:8000", "localhost:8000")
    True
    >>> is_own_origin("null", "localhost:8000"), is_own_origin("http://localhost", "evil.example")
    (False, False)
    """
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        asked, own = urlsplit(origin), urlsplit(f"//{host}")
    except ValueError:
        return False
    if asked.scheme not in DEFAULT_PORTS or origin != f"{asked.scheme}://{asked.netloc}":
        return False
    domain, port = split_domain_port(asked.netloc)
    own_domain, own_port = split_domain_port(host)
    usual = DEFAULT_PORTS[asked.scheme]
    return (
        domain != ""
        and domain == own_domain
        # Django takes a name with a dot in the end for the same; to browsers it is another site.
        and asked.hostname == own.hostname
        and (port or usual) == (own_port or usual)
        and validate_host(own_domain, settings.ALLOWED_HOSTS)
    )
