"""Somebody who plays while others attack, and notices whatever goes wrong."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import requests
from websockets.exceptions import ConnectionClosed

from tests.served.people import Line, Person

# Generous: whatever is held up for so long has been stalled.
SECONDS_TO_SETTLE = 60
# As browsers do: whoever says nothing for too long has gone.
SECONDS_BETWEEN_PINGS = 25


@dataclass(kw_only=True)
class Witness:
    """A player at a game of Beleaguered Castle, with an open socket."""

    person: Person
    line: Line
    game: dict[str, Any]
    token: str
    # How long the log was when the attack began.
    log_read: int
    # Who speaks hears the answer, before anybody else speaks.
    turn: threading.Lock = field(default_factory=threading.Lock)

    def plays_on(self) -> None:
        """Make a move and take it back; both must be answered."""
        with self.turn:
            self._play_on()

    def stay(self, until: threading.Event) -> None:
        """Say from time to time that one is still there.

        That the site has ended the connection is noticed by who plays on.
        """
        with suppress(ConnectionClosed, TimeoutError):
            while not until.wait(SECONDS_BETWEEN_PINGS):
                with self.turn:
                    self.line.ask(type="ping")

    def _play_on(self) -> None:
        move = next(
            f"{card}>{targets[0]}" for card, targets in self.game["dests"].items() if targets
        )
        for kind, said in (("play", {"move": move}), ("undo", {})):
            answer = self.line.ask(type=kind, id=str(uuid4()), version=self.game["version"], **said)
            assert answer["type"] == "answer", answer
            self.game = answer["game"]

    def open_sockets(self) -> int:
        """How many sockets the site says are open."""
        answer = requests.get(
            f"{self.person.site.url}/metrics",
            headers={"Authorization": f"Bearer {self.token}"},
            timeout=SECONDS_TO_SETTLE,
        )
        found = re.findall(r"^patience_open_sockets\{.*\} (\S+)$", answer.text, re.MULTILINE)
        return int(sum(map(float, found)))

    def is_alone(self) -> None:
        """Everybody's socket but the own one ends."""
        until = time.monotonic() + SECONDS_TO_SETTLE
        while self.open_sockets() > 1 and time.monotonic() < until:
            time.sleep(0.2)
        assert self.open_sockets() == 1

    def sees_all_well(self) -> None:
        """Everybody else's socket ends, the game goes on, and the log has no error."""
        self.plays_on()
        self.is_alone()
        log = self.person.site.log.read_text()[self.log_read :]
        assert " ERROR " not in log, log[-5000:]
        assert "Traceback" not in log, log[-5000:]


@contextmanager
def sit_down(person: Person, *, token: str) -> Iterator[Witness]:
    """Begin to play."""
    log_read = len(person.site.log.read_text())
    game = person.start("beleaguered-castle")
    with person.socket(f"/ws/games/{game['id']}/") as line:
        game = line.hear()["game"]
        witness = Witness(person=person, line=line, game=game, token=token, log_read=log_read)
        over = threading.Event()
        staying = threading.Thread(target=witness.stay, args=(over,))
        staying.start()
        try:
            yield witness
        finally:
            over.set()
            staying.join()
