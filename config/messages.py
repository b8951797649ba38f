"""Where messages for the next page wait: in a cookie named as the others are."""

from django.conf import settings
from django.contrib.messages.storage import cookie, fallback
from django.contrib.messages.storage.session import SessionStorage


class CookieStorage(cookie.CookieStorage):
    """Keeps messages in a signed cookie."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class Storage(fallback.FallbackStorage):
    """Keeps what is too long for the cookie in the session."""

    storage_classes = (CookieStorage, SessionStorage)
