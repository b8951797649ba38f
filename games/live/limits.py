"""How much a socket may ask: buckets that fill up again with time, and how many may be open."""

import time
from collections import Counter
from collections.abc import Callable
from weakref import WeakValueDictionary


class Bucket:
    """Holds up to `size` tokens, gains `rate` a second; each message takes one.

    >>> bucket = Bucket(size=1, rate=0.5, clock=lambda: 0.0)
    >>> bucket.take(), bucket.take()
    (True, False)
    """

    def __init__(
        self, *, size: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.size = size
        self.rate = rate
        self.clock = clock
        self.tokens = size
        self.filled = clock()

    def take(self) -> bool:
        """Take one token if there is one."""
        now = self.clock()
        self.tokens = min(self.size, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


# A fast hand makes three moves a second; a program that plays a known line of a hundred moves,
# or a browser that catches up after a break, sends them in one go.
CONNECTION_BURST, CONNECTION_RATE = 250, 15
PLAYER_BURST, PLAYER_RATE = 500, 30
# So many refusals in a row, and the socket is closed.
REFUSALS_UNTIL_CLOSED = 50
MALFORMED_UNTIL_CLOSED = 10

_of_players: WeakValueDictionary[str, Bucket] = WeakValueDictionary()


def connection_bucket() -> Bucket:
    """The bucket of one socket."""
    return Bucket(size=CONNECTION_BURST, rate=CONNECTION_RATE)


def player_bucket(who: str) -> Bucket:
    """The bucket that all sockets of one player in this process share."""
    return _of_players.setdefault(who, Bucket(size=PLAYER_BURST, rate=PLAYER_RATE))


class Places:
    """The open sockets of this process, by who holds them: an address, or a player.

    >>> places = Places()
    >>> places.take("address ::1", most=1), places.take("address ::1", most=1)
    (True, False)
    """

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def take(self, who: str, *, most: int) -> bool:
        """Take one place if somebody holds fewer than the most that there may be."""
        free = self.taken[who] < most
        if free:
            self.taken[who] += 1
        return free

    def leave(self, who: str) -> None:
        """Give one place back."""
        self.taken[who] -= 1
        if self.taken[who] <= 0:
            del self.taken[who]


places = Places()
