"""Whether entries are what their games say, and what is added up is what they amount to."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from statistics import median_high, median_low

from django.db.models import F, Q

from leaderboard import steps
from leaderboard.models import Entry, Record, Settlement, Standing, Step
from leaderboard.standings.boards import Kept, KeptBoard, all_time_of, month_of, scopes_of
from leaderboard.standings.services import fastest_of
from leaderboard.streaks import runs_of

Sum = tuple[int, str, date]


def faults_of_boards() -> Iterator[str]:
    """What is wrong with entries, counts, points, months, records and places; nothing if not."""
    yield from _faults_of_entries()
    settled = dict(Settlement.objects.values_list("daily", "fastest"))
    dailies = Entry.objects.order_by("daily__day", "daily__ruleset").values_list(
        "daily", "daily__ruleset", "daily__day"
    )
    due: Counter[Sum] = Counter()
    wins: Counter[Sum] = Counter()
    for daily, ruleset, day in dailies.distinct():
        kept = Step.objects.filter(daily=daily).exclude(number=0)
        numbers = {(step.width, step.start): step.number for step in kept}
        if numbers != steps.counted(daily):
            yield f"{ruleset} {day}: the counts are not the entries'"
        if daily not in settled:
            continue
        if settled[daily] != fastest_of(daily):
            yield f"{ruleset} {day}: the fastest time is not the entries'"
        scopes = scopes_of(ruleset=ruleset, day=day)
        for player, points in _points(daily):
            for scope in scopes:
                due[player, scope, day.replace(day=1)] += points
                wins[player, scope, day.replace(day=1)] += 1
    standings = Standing.objects.filter(player__isnull=False)
    stored: dict[Sum, tuple[int, int]] = {
        (player, scope, month): (points, wins)
        for player, scope, month, points, wins in standings.values_list(
            "player", "scope", "month", "points", "wins"
        )
    }
    sums = {key: (due[key], wins[key]) for key in due}
    for player, scope, month in sorted(
        key for key in stored.keys() | sums.keys() if stored.get(key) != sums.get(key)
    ):
        yield f"{scope} {month:%Y-%m}: the points of player {player} are not the entries'"
    months = Standing.objects.order_by("month", "scope").values_list("scope", "month").distinct()
    for scope, month in months:
        if _is_misplaced(month_of(scope=scope, month=month)):
            yield f"{scope} {month:%Y-%m}: the places are not those of the rows"
    for ruleset in sorted(
        {*Settlement.objects.values_list("daily__ruleset", flat=True).distinct()}
        | {*Record.objects.values_list("ruleset", flat=True).distinct()}
    ):
        for player in _players_with_other_records(ruleset):
            yield f"{ruleset}, all time: the record of player {player} is not the entries'"
        if _is_misplaced(all_time_of(ruleset)):
            yield f"{ruleset}, all time: the places are not those of the rows"


def _faults_of_entries() -> Iterator[str]:
    """Entries that say something else than their games; their times are the games' to check."""
    others = {
        "daily": ~Q(daily=F("game__daily")),
        # A deleted player is neither's.
        "player": ~Q(player=F("game__player")) & ~Q(player=None, game__player=None),
        "number of moves": ~Q(moves=F("game__ply")),
        "number of undos": ~Q(undos=F("game__undos")),
        "number of restarts": ~Q(restarts=F("game__restarts")),
        "end": ~Q(finished=F("game__finished")),
    }
    for what, is_another in others.items():
        for game in Entry.objects.filter(is_another).order_by("pk").values_list("game", flat=True):
            yield f"game {game}: the {what} of its entry is another"


def _points(daily: int) -> Iterator[tuple[int, int]]:
    """Who is due how many points: the share that was not faster, in percent, rounded up."""
    counted = Entry.objects.filter(daily=daily, state=Entry.State.COUNTED).order_by("hundredths")
    rows = list(counted.values_list("player", "hundredths"))
    times = [time for _, time in rows]
    for player, time in rows:
        if player is not None:
            yield player, -(-100 * (len(times) - bisect_left(times, time)) // len(times))


def _players_with_other_records(ruleset: str) -> list[int]:
    """Whose wins, best or median time or longest streak with a ruleset is not what is stored."""
    counted = Entry.objects.filter(
        state=Entry.State.COUNTED, player__isnull=False, daily__settlement__isnull=False
    )
    rows = counted.filter(daily__ruleset=ruleset).order_by("player", "hundredths")
    due = {}
    for player, own in groupby(
        rows.values_list("player", "hundredths", "daily__day").iterator(), key=lambda row: row[0]
    ):
        _, times, days = zip(*own, strict=True)
        streak = max(length for _, length in runs_of([day.toordinal() for day in days]))
        middle = (median_low(times) + median_high(times)) // 2
        due[player] = (len(times), times[0], middle, streak)
    stored = {
        player: record
        for player, *record in Record.objects.filter(ruleset=ruleset, player__isnull=False)
        .order_by("player")
        .values_list("player", "wins", "best", "median", "streak")
    }
    return sorted(
        player
        for player in due.keys() | stored.keys()
        if due.get(player) != tuple(stored.get(player, ()))
    )


def _is_misplaced(board: KeptBoard[Kept]) -> bool:
    kept = enumerate(board.rows.values_list("place", flat=True).iterator())
    return any(place not in (None, at) for at, place in kept)
