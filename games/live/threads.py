"""The threads in which the sockets' database work is done."""

from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings

P = ParamSpec("P")
R = TypeVar("R")

# PostgreSQL's pool hands each thread a connection in turn. SQLite has one writer anyway, and its
# one thread keeps its connection: opening one for every move costs twenty-five times the move.
THREADS = 8 if settings.ON_POSTGRESQL else 1

executor = ThreadPoolExecutor(THREADS, thread_name_prefix="sockets")


def in_thread(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Run a function that uses the database in one of the sockets' threads.

    The default would queue all sockets of the process, and all its pages, behind one thread.
    """
    return database_sync_to_async(function, thread_sensitive=False, executor=executor)
