"""A program that plays as docs/protocol.md asks: it comes back and sends again."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import requests
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.faults.tally import tally
from tests.served.people import Line, Person

# What a client connects again after: all that ends a connection, or keeps one from beginning.
BROKEN = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError)
FOR_GOOD = {4400, 4401, 4403, 4404, 4413}
# For one move: how long a whole game takes depends on the machine.
LONGEST = 120.0


@dataclass(kw_only=True)
class Follower:
    """Plays one line in one game, `ahead` requests at a time without waiting for answers."""

    person: Person
    line: Sequence[str]
    ahead: int = 1
    pause: float = 0.0
    ids: list[str] = field(default_factory=list)
    confirmed: dict[str, dict[str, Any]] = field(default_factory=dict)
    last: dict[str, Any] = field(default_factory=dict)
    # How often it was told that nothing could be stored.
    unavailable: int = 0
    # The codes that sockets were closed with.
    closes: list[int] = field(default_factory=list)
    _failures: int = 0
    _sent: int = 0
    # When it will have waited too long for the next move.
    _until: float = 0.0

    def start(self, slug: str) -> str:
        """Start today's game, however often it takes to ask; gives its id."""
        until = time.monotonic() + LONGEST
        while True:
            assert time.monotonic() < until, "no game could be started"
            try:
                return str(self.person.start(slug)["id"])
            except (requests.RequestException, AssertionError):
                self.wait()

    def play(self, game: str, *, to: int | None = None) -> dict[str, Any]:
        """Play the line up to a number of moves, whatever happens; the game as last answered."""
        to = len(self.line) if to is None else to
        while len(self.ids) < len(self.line):
            self.ids.append(str(uuid4()))
        self._until = time.monotonic() + LONGEST
        while len(self.confirmed) < to:
            assert time.monotonic() < self._until, f"stuck after {len(self.confirmed)} moves"
            try:
                with self.socket(game) as line:
                    self._sent = len(self.confirmed)
                    self._talk(line, to)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
                self.closes.append(code)
                assert code not in FOR_GOOD, f"closed with {code}"
                self.wait()
            except BROKEN:
                self.wait()
        return self.last

    def socket(self, game: str) -> AbstractContextManager[Line]:
        """Open the game's socket."""
        return self.person.socket(f"/ws/games/{game}/")

    def wait(self) -> None:
        """A pause that grows, drawn by lot."""
        tally.add("reconnects")
        time.sleep(min(2.0, 0.1 * 2 ** min(self._failures, 5)) * (0.5 + random.random() / 2))
        self._failures += 1

    def request(self, place: int) -> dict[str, object]:
        """The request for a move of the line; always the same for the same place."""
        basis = {"after": self.ids[place - 1]} if place else {"version": 0}
        return {"type": "play", "id": self.ids[place], "move": self.line[place], **basis}

    def _talk(self, line: Line, to: int) -> None:
        opened = line.hear()
        if opened["type"] == "error":
            self._take(opened)
            opened = line.hear()  # which ends with the connection
        assert opened["type"] == "game", opened
        assert opened["game"]["version"] >= len(self.confirmed), "a confirmed move is gone"
        while len(self.confirmed) < to:
            while self._sent < min(len(self.confirmed) + self.ahead, to):
                line.say(**self.request(self._sent))
                self._sent += 1
                tally.add("requests")
            self._take(line.hear())
            if self.pause:
                time.sleep(self.pause)

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] in ("changed", "game"):
            return
        if message["type"] == "error" and message["error"]["code"] == "unavailable":
            self.unavailable += 1
            return
        if message["type"] == "error" and message["error"]["code"] == "too_many_requests":
            time.sleep(1)
            self._sent = len(self.confirmed)
            return
        place = len(self.confirmed)
        assert message["type"] == "answer", message
        assert message["id"] == self.ids[place], "an answer to another request"
        assert message["game"]["version"] == place + 1, "a version is missing or doubled"
        self.confirmed[message["id"]] = self.last = message["game"]
        self._failures = 0
        self._until = time.monotonic() + LONGEST
        tally.add("confirmed moves")


def until(true: Callable[[], object], *, seconds: float = 30.0) -> None:
    """Wait until something is true; AssertionError where it never is."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never came to be"
        time.sleep(0.05)
