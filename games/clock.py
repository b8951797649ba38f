"""The one clock that counts: the database's."""

from datetime import UTC, datetime

from django.db import connection

SQL = {
    # Not now(): that is the moment the transaction began, before it waited for the lock.
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f+00:00', 'now')",
}


def now() -> datetime:
    """The database's time at this moment; under a lock, the time after the lock was got."""
    with connection.cursor() as cursor:
        cursor.execute(SQL[connection.vendor])
        (found,) = cursor.fetchone()
    return read(found)


def read(found: str | datetime) -> datetime:
    """The moment that a database has told."""
    moment = datetime.fromisoformat(found) if isinstance(found, str) else found
    return moment.astimezone(UTC)
