"""Redis, which may be away for a while: nothing that matters waits for it or is lost with it."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.utils.functional import cached_property
from redis.exceptions import RedisError

AWAY = (RedisError, OSError)
# A connection that two tasks use, one of which has just found it broken: the other may meet with
# what the first has already taken down.
BROKEN = (*AWAY, AttributeError, RuntimeError)
SECONDS_BETWEEN_TRIES = 1.0

logger = logging.getLogger(__name__)


class Patience:
    """Knows since when Redis is away, and lets it be asked once a second only."""

    def __init__(self, meanwhile: str) -> None:
        self.meanwhile = meanwhile
        self.away = False
        self._next_try = 0.0

    def may_try(self) -> bool:
        """Whether it is worth asking now."""
        return not self.away or time.monotonic() >= self._next_try

    def failed(self, error: Exception) -> None:
        """Take note of a try that failed; the first is told to the log."""
        if not self.away:
            logger.error("Redis is away, %s: %s", self.meanwhile, error)
        self.away = True
        self._next_try = time.monotonic() + SECONDS_BETWEEN_TRIES

    def succeeded(self) -> None:
        """Take note of a try that went well."""
        if self.away:
            logger.warning("Redis is back")
        self.away = False


# --- Messages -----------------------------------------------------------------------------------


class PatientLayer(RedisPubSubChannelLayer):
    """Messages between processes, of which those get lost that are sent while Redis is away.

    Once it is back every channel receives MISSED.
    """

    @property
    def is_away(self) -> bool:
        """Whether messages get lost at the moment."""
        return any(shard.patience.away for shard in self._get_layer()._shards)

    def _get_layer(self) -> Any:
        layer = super()._get_layer()
        if not isinstance(layer._shards[0], PatientConnection):
            layer._shards = [PatientConnection(shard.host, layer) for shard in layer._shards]
        return layer


class PatientConnection(RedisSingleShardConnection):
    """A connection that comes back by itself, with all that was to be subscribed to meanwhile."""

    def __init__(self, host: Any, layer: Any) -> None:
        super().__init__(host, layer)
        self.patience = Patience("nobody is told of changes")
        self.wanted: set[str] = set()

    async def publish(self, channel: str, message: bytes) -> None:
        """Send a message, or lose it."""
        await self._try(lambda: super(PatientConnection, self).publish(channel, message))

    async def subscribe(self, channel: str) -> None:
        """Hear of a channel from now on, or from when Redis is back."""
        self.wanted.add(channel)
        await self._try(lambda: super(PatientConnection, self).subscribe(channel))
        self._ensure_receiver()

    async def unsubscribe(self, channel: str) -> None:
        """Hear of it no more."""
        self.wanted.discard(channel)
        await self._try(lambda: super(PatientConnection, self).unsubscribe(channel))
        self._subscribed_to.discard(channel)

    async def flush(self) -> None:
        """Forget everything."""
        self.wanted.clear()
        await super().flush()

    async def _try(self, do: Callable[[], Awaitable[None]]) -> None:
        # What is away comes back in the receiver's task, where there is one.
        if self.patience.away and (self._receive_task or not self.patience.may_try()):
            return
        try:
            await do()
        except BROKEN as error:
            self.patience.failed(error)
        else:
            self.patience.succeeded()

    async def _do_receiving(self) -> None:
        task = asyncio.current_task()
        # Reading takes a cancellation that comes together with its time-out for that.
        while task and not task.cancelling():
            try:
                if self.patience.away:
                    await self._come_back()
                if self._pubsub and self._pubsub.subscribed:
                    message = await self._pubsub.get_message(
                        ignore_subscribe_messages=True, timeout=0.1
                    )
                    self._receive_message(message)
                else:
                    await asyncio.sleep(0.1)
            except BROKEN as error:
                self.patience.failed(error)
                # Not all processes at the same moment.
                await asyncio.sleep(SECONDS_BETWEEN_TRIES * random.uniform(0.5, 1.5))  # noqa: S311

    async def _come_back(self) -> None:
        """Subscribe anew, and tell every channel that it may have missed something."""
        async with self._lock:
            self._ensure_redis()
            await self._redis.ping()
            if self.wanted:
                await self._pubsub.subscribe(*self.wanted)
            self._subscribed_to = set(self.wanted)
        self.patience.succeeded()
        layer = self.channel_layer
        for queue in layer.channels.values():
            queue.put_nowait(layer.channel_layer.serialize({"type": "missed"}))


# --- Counts -------------------------------------------------------------------------------------

_COUNT = """
    local number = redis.call("INCR", KEYS[1])
    if number == 1 then redis.call("EXPIRE", KEYS[1], ARGV[1]) end
    return {number, redis.call("TTL", KEYS[1])}
"""


class OwnCache(LocMemCache):
    """Counts of this process alone."""

    _expire_info: dict[str, float]

    def count(self, key: str, *, seconds: int) -> tuple[int, float]:
        """Add one to a count that ends so many seconds after its first.

        Gives its number, and how many seconds it goes on.
        """
        self.add(key, 0, timeout=seconds)
        try:
            number = self.incr(key)
        except ValueError:
            # It has ended between the two.
            number = 1
        ends = self._expire_info.get(self.make_key(key), time.time() + seconds)
        return number, max(ends - time.time(), 0)


class OneClient(RedisCacheClient):
    """Keeps its client, which takes longer to make than a command takes."""

    @cached_property
    def client(self) -> Any:
        """The one client; threads may share it."""
        return super().get_client(write=True)

    @cached_property
    def count(self) -> Any:
        """The script that counts."""
        return self.client.register_script(_COUNT)

    def get_client(self, key: object = None, *, write: bool = False) -> Any:
        """The one client, whatever it is for."""
        return self.client


# Django makes a cache for each request; its connections are the process's.
_clients: dict[str, OneClient] = {}


class SharedCache(RedisCache):
    """Counts in Redis, those of all processes together."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        if server not in _clients:
            _clients.setdefault(server, OneClient([server], **params["OPTIONS"]))
        self._cache: Any = _clients[server]

    def count(self, key: str, *, seconds: int) -> tuple[int, float]:
        """Add one to a count that ends so many seconds after its first, in one step."""
        number, left = self._cache.count(keys=[self.make_key(key)], args=[seconds])
        return number, left


_of_counts = Patience("each process counts for itself")


class PatientCache(SharedCache):
    """Counts of who has tried how often; in each process by itself while Redis is away."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        own = {key: value for key, value in params.items() if key != "OPTIONS"}
        self._meanwhile = OwnCache("meanwhile", {**own, "OPTIONS": {"MAX_ENTRIES": 100_000}})

    def ask(self) -> None:
        """Raise RedisError where Redis does not answer."""
        super().get("health")

    def count(self, key: str, *, seconds: int) -> tuple[int, float]:
        """Add one to a count; its number, and how many seconds it goes on."""
        done: tuple[int, float] = self._patiently("count", key, seconds=seconds)
        return done

    def add(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Set what isn't there yet; tell whether it was set."""
        return self._patiently("add", key, value, *args, **kwargs)

    def get(self, key: str, *args: Any, **kwargs: Any) -> Any:
        """Get a value."""
        return self._patiently("get", key, *args, **kwargs)

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Set a value."""
        return self._patiently("set", key, value, *args, **kwargs)

    def delete(self, key: str, *args: Any, **kwargs: Any) -> Any:
        """Delete a value; tell whether there was one."""
        return self._patiently("delete", key, *args, **kwargs)

    def incr(self, key: str, *args: Any, **kwargs: Any) -> Any:
        """Add to a number."""
        return self._patiently("incr", key, *args, **kwargs)

    def _patiently(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if _of_counts.may_try():
            try:
                done = getattr(super(), name)(*args, **kwargs)
            except AWAY as error:
                _of_counts.failed(error)
            else:
                _of_counts.succeeded()
                return done
        return getattr(self._meanwhile, name)(*args, **kwargs)
