"""What may be noticed about a win. Each finder gives the facts of one signal, None for nothing."""

from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings

from accounts import devices
from games import selectors as games
from games.selectors import Asked
from leaderboard.fairplay.models import Examination, Sighting, Signal
from leaderboard.models import Entry

# So many requests in a row are looked at together: fewer may come at once from who has played on
# while the connection was away.
BURST = 15
# A household shares a device; that many accounts on one are worth a look.
MANY_ACCOUNTS = 5
MOST_NAMED = 10

Facts = dict[str, Any]


def device_had_seen(entry: Entry) -> Facts | None:
    """Games of the same daily that the entry's devices were shown earlier."""
    others: set[str] = set()
    for sighting in Sighting.objects.filter(game=entry.game_id):
        earlier = Sighting.objects.filter(
            device=sighting.device, daily=sighting.daily_id, seen__lt=sighting.seen
        )
        others |= {str(game) for game in earlier.values_list("game", flat=True)[:MOST_NAMED]}
    others.discard(str(entry.game_id))
    return {"games": sorted(others)} if others else None


def many_accounts(entry: Entry) -> Facts | None:
    """The players who use a device on which the entry's game was shown, where they are many."""
    shown = Sighting.objects.filter(game=entry.game_id).values_list("device", flat=True)
    for device in shown:
        players = devices.players_on(device)
        if len(players) >= MANY_ACCOUNTS:
            return {"number": len(players), "players": players[:MOST_NAMED]}
    return None


def too_fast(asked: Sequence[Asked]) -> Facts | None:
    """How fast the requests came on average, where hands would have needed longer."""
    moves = [each for each in asked if each.moves]
    if not moves or moves[-1].elapsed >= _hands(len(moves)):
        return None
    return {"requests": len(moves), "milliseconds": moves[-1].elapsed}


def burst(asked: Sequence[Asked]) -> Facts | None:
    """The longest run of requests that is faster than hands.

    The run is told with the time before it, since who has worked a game out elsewhere waits
    first, so that the average stays that of hands.
    """
    moments = [0, *(each.elapsed for each in asked)]
    best: tuple[int, int] | None = None
    first = 1
    for last in range(2, len(moments)):
        # What hands could have done neither ends a run nor, further down, begins one.
        if moments[last] - moments[last - 1] >= _hands(1):
            continue
        while first < last and (
            moments[first + 1] - moments[first] >= _hands(1)
            or moments[last] - moments[first] >= _hands(last - first)
        ):
            first += 1
        number = last - first + 1
        if number >= BURST and (best is None or number > best[1] - best[0] + 1):
            best = (first, last)
    if best is None:
        return None
    first, last = best
    return {
        "requests": last - first + 1,
        "milliseconds": moments[last] - moments[first],
        "waited": moments[first] - moments[first - 1],
    }


def _hands(requests: int) -> float:
    """Milliseconds that hands need at least for so many requests."""
    return settings.FASTEST_SECONDS_PER_MOVE * 1000 * requests


def same_line(entry: Entry, digest: str) -> Facts | None:
    """Games of the same daily that were won by the very same moves."""
    same = Examination.objects.filter(daily=entry.daily_id, line=digest).exclude(game=entry.game_id)
    found = [str(game) for game in same.order_by("won").values_list("game", flat=True)[:MOST_NAMED]]
    return {"games": found} if found else None


def signals_of(entry: Entry, trace: games.Trace) -> dict[Signal.Kind, Facts]:
    """All that is noticed about an entry."""
    found: list[tuple[Signal.Kind, Callable[[], Facts | None]]] = [
        (Signal.Kind.DEVICE, lambda: device_had_seen(entry)),
        (Signal.Kind.FAST, lambda: too_fast(trace.asked)),
        (Signal.Kind.BURST, lambda: burst(trace.asked)),
        (Signal.Kind.SAME_LINE, lambda: same_line(entry, trace.digest)),
        (Signal.Kind.STORED_LINE, lambda: {} if trace.is_certified else None),
        (Signal.Kind.ACCOUNTS, lambda: many_accounts(entry)),
    ]
    facts = {kind: find() for kind, find in found}
    return {kind: each for kind, each in facts.items() if each is not None}
