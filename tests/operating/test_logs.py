"""What stands in the log of a request: what happened, under its id, and no secret."""

import json
import logging
import sys
from typing import Any
from uuid import uuid4

import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import Client

from config import request_ids
from config.logs import JsonLine, note_request
from config.request_ids import NamesRequests


def line(record: logging.LogRecord) -> dict[str, Any]:
    """What the JSON of a record's line says."""
    note_request(record)
    text = JsonLine().format(record)
    assert "\n" not in text
    told: dict[str, Any] = json.loads(text)
    return told


def record(message: str, **extra: object) -> logging.LogRecord:
    """A record as a logger makes it."""
    return logging.getLogger("patience").makeRecord(
        "patience", logging.WARNING, "file", 1, message, (), None, extra=extra
    )


def test_a_line_is_one_object_with_the_id_of_its_request() -> None:
    mark = request_ids.current.set("a1b2c3d4")
    try:
        told = line(record("two\nlines", milliseconds=1.5))
    finally:
        request_ids.current.reset(mark)
    assert told["message"] == "two\nlines"
    assert told["level"] == "WARNING"
    assert told["request_id"] == "a1b2c3d4"
    assert told["milliseconds"] == 1.5
    assert told["time"].endswith("+00:00")


def test_what_else_hangs_on_a_record_is_not_written() -> None:
    assert "hush" not in json.dumps(line(record("hello", password="hush", request="hush")))


def test_a_failure_brings_its_traceback() -> None:
    try:
        raise ValueError("odd")
    except ValueError:
        found = record("failed")
        found.exc_info = sys.exc_info()
    assert "ValueError: odd" in line(found)["traceback"]


@pytest.mark.django_db
def test_a_request_is_told_by_its_pattern_alone(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    token = uuid4()
    with caplog.at_level(logging.INFO, logger="patience.requests"):
        client.get(f"/games/{token}/?password=hush")
    assert [found.getMessage() for found in caplog.records] == ["GET games/<uuid:game_id>/ 404"]
    assert caplog.records[0].milliseconds > 0  # type: ignore[attr-defined]  # set by extra


async def echo_id(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the id under which one is asked."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": request_ids.current.get().encode()})


async def ids(given: bytes | None) -> tuple[str, str]:
    """The id in the answer's header, and the one the application was asked under."""
    headers = [] if given is None else [(b"x-request-id", given)]
    communicate: Any = ApplicationCommunicator  # the library's lacks its types
    asked = communicate(NamesRequests(echo_id), {"type": "http", "headers": headers})
    start = await asked.receive_output()
    body = await asked.receive_output()
    return dict(start["headers"])[b"x-request-id"].decode(), body["body"].decode()


@pytest.mark.asyncio
@pytest.mark.parametrize("proxies", [0, 1])
async def test_each_request_has_an_id_of_its_own(settings: Any, proxies: int) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    (first, inside), (second, _) = await ids(None), await ids(None)
    assert first == inside
    assert first != second


@pytest.mark.asyncio
async def test_only_a_trusted_proxy_gives_ids(settings: Any) -> None:
    settings.TRUSTED_PROXY_COUNT = 0
    assert await ids(b"from-the-proxy") != ("from-the-proxy", "from-the-proxy")
    settings.TRUSTED_PROXY_COUNT = 1
    assert await ids(b"from-the-proxy") == ("from-the-proxy", "from-the-proxy")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "given", [b"short", b"x" * 65, b"two\nlines-of-it", b"<b>bold</b>", b"\xff" * 9]
)
async def test_ids_that_could_be_misread_are_replaced(settings: Any, given: bytes) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    told, _ = await ids(given)
    assert told != given.decode("latin-1")
    assert len(told) == 32
