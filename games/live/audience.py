"""Everybody who looks at games or boards through this process: one subscription, one encoding."""

import asyncio
from collections import defaultdict
from functools import cache
from typing import Any, Protocol

from games.live.socket import CLOSE_RESTART, encoded

# News that come faster are told together, so that a rush of wins costs each socket four messages
# a second and no more.
PAUSE_SECONDS = 0.25
# The type of a message of the layer's own: it may have lost some.
MISSED = "missed"


async def pause() -> None:
    """Wait for as long as news are held together."""
    await asyncio.sleep(PAUSE_SECONDS)


class Watcher(Protocol):
    """A socket that hears of what happens in a group."""

    def hear(self, message: dict[str, Any]) -> None:
        """Take in what is told to the group, where that isn't the same for everybody."""

    async def say_text(self, text: str) -> None:
        """Send a message as it goes over the wire."""

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """End."""


class Audience:
    """The sockets of one process, by the group that each wants to hear of.

    A subscription of its own for each socket would cost a move as much as all the rest of it.
    """

    def __init__(self, layer: Any) -> None:
        self.layer = layer
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.reading: asyncio.Task[None] | None = None
        self.channel: asyncio.Future[str] | None = None

    async def join(self, group: str, watcher: Watcher) -> None:
        """Have a watcher hear of everything that is told to a group from now on."""
        self.watchers[group].add(watcher)
        if self.channel is None:
            self.channel = asyncio.ensure_future(self.layer.new_channel())
            self.reading = asyncio.create_task(self._read(self.channel))
        # Each time anew, for the layer forgets a subscription after a day.
        await self.layer.group_add(group, await self.channel)

    async def leave(self, group: str, watcher: Watcher) -> None:
        """Have a watcher hear no more; the last one ends the group's subscription."""
        channel = self.channel
        watchers = self.watchers.get(group, set())
        watchers.discard(watcher)
        if watchers or group not in self.watchers or channel is None:
            return
        del self.watchers[group]
        await self.layer.group_discard(group, await channel)
        if group in self.watchers:  # somebody has come meanwhile
            await self.layer.group_add(group, await channel)
        elif not self.watchers and self.reading:
            # Whoever comes next begins anew.
            self.reading.cancel()
            self.channel = self.reading = None

    async def send_away(self) -> None:
        """Have everybody connect again, and so see what they may have missed."""
        for watcher in [each for watchers in self.watchers.values() for each in watchers]:
            await watcher.close(CLOSE_RESTART)

    async def _read(self, channel: asyncio.Future[str]) -> None:
        """Take in what the layer brings; if it fails, those who look have to connect again."""
        try:
            while True:
                message = await self.layer.receive(await channel)
                if message["type"] == MISSED:
                    await self.send_away()
                else:
                    self.tell(message["group"], message)
        finally:
            if self.channel is channel:
                self.channel = self.reading = None
                lost = [watcher for watchers in self.watchers.values() for watcher in watchers]
                self.watchers.clear()
                for watcher in lost:
                    await watcher.close()

    def tell(self, group: str, message: dict[str, Any]) -> None:
        """Tell everybody in a group, each of whom knows what to make of it."""
        for watcher in tuple(self.watchers.get(group, ())):
            watcher.hear(message)


class BoardAudience(Audience):
    """Those who look at boards: they are told all the same, at most four times a second."""

    def __init__(self, layer: Any) -> None:
        super().__init__(layer)
        self.news: dict[str, dict[str, Any]] = {}
        self.telling: dict[str, asyncio.Task[None]] = {}

    def tell(self, group: str, message: dict[str, Any]) -> None:
        """Add an entry to the news, and see that they are told."""
        payload, earlier = message["payload"], self.news.get(group)
        new = [*earlier["new"], *payload["new"]] if earlier else payload["new"]
        self.news[group] = {**payload, "new": new}
        if group not in self.telling:
            self.telling[group] = asyncio.create_task(self._tell(group))

    async def _tell(self, group: str) -> None:
        """Tell a board's news at once, and what comes soon after them together."""
        try:
            while news := self.news.pop(group, None):
                text = encoded({"type": "entry", **news})
                for watcher in tuple(self.watchers.get(group, ())):
                    await watcher.say_text(text)
                await pause()
        finally:
            del self.telling[group]


# A layer lives as long as its process.
audience_of = cache(Audience)
board_audience_of = cache(BoardAudience)
