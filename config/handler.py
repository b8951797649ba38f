"""Pages and the API, each request answered in one go by one of a few threads.

All of it is synchronous. Django's own handler would give each request a thread of its own and send
it back and forth between that and the loop half a dozen times; with a hundred requests at once as
many threads would contend for one lock.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import HttpResponseBase
from django.urls import set_script_prefix

from common.connections import keep_connection, look_after_connection
from config.within import VIEWS
from games import events
from games.live.threads import THREADS as THREADS_OF_SOCKETS

# Each keeps a connection to the database, as those of the sockets do; one is left over.
THREADS = max(settings.DATABASE_POOL_SIZE - THREADS_OF_SOCKETS - 1, 1)

executor = ThreadPoolExecutor(THREADS, thread_name_prefix="requests")
# How a process is, is also answered where all others wait for the database. These give their
# connection back.
within = ThreadPoolExecutor(3, thread_name_prefix="within")

Messages = tuple[dict[str, Any], dict[str, Any]]


class Handler(ASGIHandler):
    """Django as an ASGI application, synchronous from the first middleware to the last."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Put the middlewares together, none of them for the loop."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Take in a request, have a thread answer it, and send the answer.

        Who hangs up meanwhile is answered all the same: no thread can be called back.
        """
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        # What a move over REST tells others, the loop tells by itself.
        events.tells_by.set(loop)
        is_within = scope["path"] in VIEWS
        answer = partial(self.answer, scope, body, keeps_connection=not is_within)
        threads = within if is_within else executor
        for message in await loop.run_in_executor(threads, copy_context().run, answer):
            await send(message)

    def answer(self, scope: Any, body: IO[bytes], *, keeps_connection: bool) -> Messages:
        """The two messages that answer a request: its start, and all of its body."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        look_after_connection()
        request, refusal = self.create_request(scope, body)
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__  # in whose name the request's end is told
        try:
            return _start_of(response), {"type": "http.response.body", "body": b"".join(response)}
        finally:
            if keeps_connection:
                keep_connection()
            response.close()
            body.close()


def _start_of(response: HttpResponseBase) -> dict[str, Any]:
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    cookies = [cookie.OutputString().encode("ascii") for cookie in response.cookies.values()]
    return {
        "type": "http.response.start",
        "status": response.status_code,
        "headers": [*headers, *((b"Set-Cookie", cookie) for cookie in cookies)],
    }
