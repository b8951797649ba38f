"""Whether what is added up is what the entries amount to."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from datetime import date

from games.events import ALL, OF_THE_DAY
from games.selectors import patience_of_the_day
from leaderboard import steps
from leaderboard.models import Entry, Settlement, Standing, Step

Sum = tuple[int, str, date]


def faults_of_boards() -> Iterator[str]:
    """What is wrong with counts, points and months; nothing where all is well."""
    settled = set(Settlement.objects.values_list("daily", flat=True))
    dailies = Entry.objects.order_by("daily__day", "daily__ruleset").values_list(
        "daily", "daily__ruleset", "daily__day"
    )
    for daily, ruleset, day in dailies.distinct():
        kept = Step.objects.filter(daily=daily).exclude(number=0)
        numbers = {(step.width, step.start): step.number for step in kept}
        if numbers != steps.counted(daily):
            yield f"{ruleset} {day}: the counts are not the entries'"
        if not _points_are_due(daily, is_settled=daily in settled):
            yield f"{ruleset} {day}: the points are not those that are due"
    standings = Standing.objects.filter(player__isnull=False)
    stored: dict[Sum, tuple[int, int]] = {
        (player, scope, month): (points, wins)
        for player, scope, month, points, wins in standings.values_list(
            "player", "scope", "month", "points", "wins"
        )
    }
    sums = _sums()
    for player, scope, month in sorted(
        key for key in stored.keys() | sums.keys() if stored.get(key) != sums.get(key)
    ):
        yield f"{scope} {month:%Y-%m}: the points of player {player} are not the entries'"


def _points_are_due(daily: int, *, is_settled: bool) -> bool:
    entries = list(Entry.objects.filter(daily=daily).values_list("state", "hundredths", "points"))
    times = sorted(time for state, time, _ in entries if state == Entry.State.COUNTED)
    for state, time, points in entries:
        due = None
        if is_settled and state == Entry.State.COUNTED:
            # The share that was not faster, in percent, rounded up.
            due = -(-100 * (len(times) - bisect_left(times, time)) // len(times))
        if points != due:
            return False
    return True


def _sums() -> dict[Sum, tuple[int, int]]:
    points: Counter[Sum] = Counter()
    wins: Counter[Sum] = Counter()
    entries = Entry.objects.filter(points__isnull=False, player__isnull=False)
    for player, ruleset, day, each in entries.values_list(
        "player", "daily__ruleset", "daily__day", "points"
    ).iterator():
        assert player is not None  # noqa: S101  # filtered by it above
        assert each is not None  # noqa: S101  # likewise
        scopes = [ruleset, ALL] + [OF_THE_DAY] * (patience_of_the_day(day) == ruleset)
        for scope in scopes:
            key = (player, scope, day.replace(day=1))
            points[key] += each
            wins[key] += 1
    return {key: (points[key], wins[key]) for key in points}
