"""Sessions as Django keeps them in the database, asked for by nothing but keys."""

from functools import cache

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from common.compiled import Query

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

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        """The session that is stored under the key and is not over."""
        found = _sessions().first(session_key=self.session_key, expire_date=timezone.now())
        if found is None:
            self._session_key = None
        return found


@cache
def _sessions() -> Query[AbstractBaseSession]:
    # Settings name this module before there are any models.
    sessions = SessionStore.get_model_class().objects
    return Query(sessions.filter(session_key="", expire_date__gt=timezone.now()))
