"""The threads in which the sockets' database work is done."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import connection

from common.connections import keep_connection, look_after_connection
from games import events

P = ParamSpec("P")
R = TypeVar("R")

# PostgreSQL's pool hands each thread a connection in turn. SQLite has one writer anyway, and its
# one thread keeps its connection: opening one for every move costs twenty-five times the move.
THREADS = 8 if settings.ON_POSTGRESQL else 1

executor = ThreadPoolExecutor(THREADS, thread_name_prefix="sockets")


def in_thread(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Run a function that uses the database in one of the sockets' threads.

    Channels' `database_sync_to_async` would by default queue all sockets of the process, and all
    its pages, behind one thread, and with threads of its own takes three times the CPU for it.
    """

    async def run(*args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        events.tells_by.set(loop)
        call = partial(_with_connection, partial(function, *args, **kwargs))
        return await loop.run_in_executor(executor, copy_context().run, call)

    return run


def _with_connection(call: Callable[[], R]) -> R:
    """Call a function on the thread's connection, which it keeps for as long as that is good."""
    connection.close_if_unusable_or_obsolete()
    look_after_connection()
    connection.ensure_connection()
    keep_connection()
    return call()
