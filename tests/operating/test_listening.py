"""A process hears until it ends, and ends, whatever its listening to Redis is at."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from channels_redis.pubsub import RedisSingleShardConnection

from config.patient import PatientConnection


class Deaf:
    """A subscription whose reading takes a cancellation for the end of its time."""

    subscribed = True

    async def get_message(self, **_: object) -> None:
        """Wait for a message that never comes."""
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()


async def listen_and_cancel() -> bool:
    """Whether a listener that is cancelled in the middle of a read has ended then."""
    connection = PatientConnection({"address": "redis://127.0.0.1"}, None)
    connection._pubsub = Deaf()
    listening = asyncio.create_task(connection._do_receiving())
    await asyncio.sleep(0)
    listening.cancel()
    for _ in range(10):
        await asyncio.sleep(0)
    ended = listening.done()
    # Should it go on, this must end it.
    connection._pubsub = None
    listening.cancel()
    return ended


def test_listening_ends_though_a_read_swallows_its_cancellation() -> None:
    assert asyncio.run(listen_and_cancel())


class TakenDown:
    """A subscription whose connection another task has just taken down."""

    subscribed = True
    read = 0

    async def get_message(self, **_: object) -> None:
        """Meet with what is no longer there."""
        self.read += 1
        raise AttributeError("'NoneType' object has no attribute 'writelines'")


async def test_listening_goes_on_after_a_connection_was_taken_down_by_another_task(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("config.patient.SECONDS_BETWEEN_TRIES", 0.0)
    connection = PatientConnection({"address": "redis://127.0.0.1"}, None)
    connection._pubsub = taken_down = TakenDown()
    monkeypatch.setattr(connection, "_come_back", coming_back(connection))
    listening = asyncio.create_task(connection._do_receiving())
    while taken_down.read < 3:
        assert not listening.done()
        await asyncio.sleep(0)
    listening.cancel()


def coming_back(connection: PatientConnection) -> Callable[[], Any]:
    """A return to a Redis that is there."""

    async def come_back() -> None:
        connection.patience.succeeded()

    return come_back


async def test_what_cannot_be_subscribed_to_just_now_fails_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def taken_down(*_: object) -> None:
        raise AttributeError("'NoneType' object has no attribute 'writelines'")

    monkeypatch.setattr(RedisSingleShardConnection, "subscribe", taken_down)
    connection = PatientConnection({"address": "redis://127.0.0.1"}, None)
    monkeypatch.setattr(connection, "_ensure_receiver", lambda: None)
    await connection.subscribe("a board")
    assert connection.patience.away
    assert connection.wanted == {"a board"}
