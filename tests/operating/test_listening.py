"""A process ends, whatever its listening to Redis is at."""

import asyncio
from contextlib import suppress

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
