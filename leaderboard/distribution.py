"""How the times of a day's finishers are spread."""

from collections import Counter
from dataclasses import dataclass
from datetime import date

from leaderboard import steps

# Widths of a bar in seconds, from which the narrowest that does is taken.
WIDTHS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
MOST_BARS = 16
# The slowest share of the finishers may lie far away; they are counted together at the end.
SLOWEST = 0.05


@dataclass(frozen=True, kw_only=True)
class Bar:
    """How many finishers took from `start` to below `end` seconds; the last has no end."""

    start: int
    end: int | None
    number: int
    is_mine: bool


def distribution(*, ruleset: str, day: date, mine: int | None) -> list[Bar]:
    """The bars of a daily's times, the fastest first; `mine` is the reader's, in hundredths."""
    seconds = Counter(steps.seconds(ruleset=ruleset, day=day))
    return bars_of(seconds, mine=None if mine is None else mine // steps.HUNDREDTHS)


def bars_of(seconds: Counter[int], *, mine: int | None) -> list[Bar]:
    """Bars of one width that hold how many took how many seconds.

    >>> [(bar.start, bar.number) for bar in bars_of(Counter({60: 3, 61: 1, 95: 2}), mine=61)]
    [(60, 4), (65, 0), (70, 0), (75, 0), (80, 0), (85, 0), (90, 0), (95, 2)]
    """
    if not seconds:
        return []
    fastest = min(seconds)
    usual = _below_the_slowest(seconds)
    width = next(
        (width for width in WIDTHS if usual // width - fastest // width < MOST_BARS), WIDTHS[-1]
    )
    first, last = fastest // width, usual // width
    numbers: Counter[int] = Counter()
    for second, number in seconds.items():
        numbers[min(second // width, last + 1)] += number
    own = None if mine is None else min(mine // width, last + 1)
    ends = [*range(first, last + 1), *([last + 1] if numbers[last + 1] else [])]
    return [
        Bar(
            start=at * width,
            end=(at + 1) * width if at <= last else None,
            number=numbers[at],
            is_mine=at == own,
        )
        for at in ends
    ]


def _below_the_slowest(seconds: Counter[int]) -> int:
    """The time within which all but the slowest share have finished."""
    left = round(seconds.total() * SLOWEST)
    for second in sorted(seconds, reverse=True):
        left -= seconds[second]
        if left < 0:
            return second
    return min(seconds)
