"""Whether this process lives, and whether it can do its work: asked by whoever runs it."""

from collections.abc import Callable

from django.core.cache import caches
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from config.patient import PatientCache
from config.stopping import stopping


def ask_database() -> None:
    """Raise DatabaseError where the database does not answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def ask_cache() -> None:
    """Raise RedisError where the cache does not answer."""
    cache = caches["default"]
    if isinstance(cache, PatientCache):
        cache.ask()


PARTS: dict[str, Callable[[], None]] = {"database": ask_database, "cache": ask_cache}
# Without the others a process does its work all the same.
NEEDED = {"database"}


@require_safe
@never_cache
def alive(request: HttpRequest) -> JsonResponse:
    """Answer 200 as long as this process answers anything: one that doesn't is to be restarted."""
    return JsonResponse({})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 when the process can do its work, else 503; and what does not answer.

    While the process stops the answer is 503, too: it takes nobody new.
    """
    silent = [name for name, ask in PARTS.items() if not answers(ask)]
    told = {"silent": silent, "stopping": stopping.begun}
    is_ready = NEEDED.isdisjoint(silent) and not stopping.begun
    return JsonResponse(told, status=200 if is_ready else 503)


def answers(ask: Callable[[], None]) -> bool:
    """Tell whether a part answers."""
    try:
        ask()
    except (DatabaseError, RedisError):
        return False
    return True
