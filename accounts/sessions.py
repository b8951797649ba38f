"""Sessions as Django keeps them in the database, asked for by nothing but keys."""

from django.contrib.sessions.backends import db

SHORTEST_KEY = 8


def is_session_key(text: str | None) -> bool:
    """Whether a text could be a session's key; a cookie may hold what no database takes.

    >>> is_session_key("3q0mzj5qyrnwd8p4"), is_session_key("aaaaaaaa\\0"), is_session_key(None)
    (True, False, False)
    """
    if text is None or len(text) < SHORTEST_KEY:
        return False
    return text.isascii() and text.isalnum()


class SessionStore(db.SessionStore):
    """Takes a cookie that can't be a key for no cookie at all."""

    def _validate_session_key(self, key: str | None) -> bool:
        return is_session_key(key)
