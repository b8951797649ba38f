"""Requests as the server hands them over: each is answered whole, under its own id."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.contrib.staticfiles import finders
from django.db import connections

from config.handler import THREADS, Handler, executor
from config.request_ids import NamesRequests

application = NamesRequests(Handler())
Communicator: Any = ApplicationCommunicator  # which bears no types
LONGEST_SECONDS = 60
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def own_connections() -> Iterator[None]:
    """Have the threads close their connections, which would hold the tests' database."""
    yield
    everybody_here = threading.Barrier(THREADS)

    def close() -> None:
        everybody_here.wait()
        connections.close_all()

    for done in [executor.submit(close) for _ in range(THREADS)]:
        done.result()


async def asked(path: str, *, method: str = "GET", body: bytes = b"") -> tuple[Any, bytes]:
    """The start of an answer and its body."""
    token = b"c" * 32
    headers = [
        (b"host", b"localhost"),
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if body:
        headers += [(b"cookie", b"csrftoken=" + token), (b"x-csrftoken", token)]
    client = ["127.0.0.1", 50000]
    scope = {"type": "http", "method": method, "path": path, "client": client, "headers": headers}
    talk = Communicator(application, scope)
    half = len(body) // 2
    await talk.send_input({"type": "http.request", "body": body[:half], "more_body": True})
    await talk.send_input({"type": "http.request", "body": body[half:]})
    start, content = [await talk.receive_output(LONGEST_SECONDS) for _ in range(2)]
    assert not content.get("more_body")
    return start, content["body"]


def values(start: Any, name: bytes) -> list[bytes]:
    """All that an answer says under the name of a header."""
    return [value for key, value in start["headers"] if key.lower() == name]


async def test_a_page_comes_whole_with_its_cookies_and_its_id() -> None:
    start, body = await asked("/account/login/")
    assert start["status"] == 200
    assert values(start, b"content-length") == [str(len(body)).encode()]
    assert [cookie.partition(b"=")[0] for cookie in values(start, b"set-cookie")] == [b"csrftoken"]
    assert len(values(start, b"x-request-id")) == 1


async def test_what_is_sent_in_parts_is_read_as_one() -> None:
    start, body = await asked("/api/practice/", method="POST", body=b'{"ruleset": "fan"}')
    assert (start["status"], json.loads(body)["ruleset"]) == (200, "fan")
    cookies = [cookie.partition(b"=")[0] for cookie in values(start, b"set-cookie")]
    assert cookies == [b"session"]


async def test_a_file_comes_whole() -> None:
    start, body = await asked("/static/frontend/css/base.css")
    found = finders.find("frontend/css/base.css") or ""
    assert (start["status"], body) == (200, Path(found).read_bytes())


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_how_a_process_is_is_told_while_all_others_wait(path: str) -> None:
    waiting = threading.Event()
    others = [executor.submit(waiting.wait) for _ in range(2 * THREADS)]
    try:
        start, _ = await asked(path)
    finally:
        waiting.set()
    assert start["status"] == 200
    assert all(other.result() for other in others)


async def test_who_hangs_up_before_having_asked_is_not_answered() -> None:
    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    talk = Communicator(application, scope)
    await talk.send_input({"type": "http.disconnect"})
    await talk.wait()
    assert await talk.receive_nothing()
