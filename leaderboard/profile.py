"""What a player has reached: results, tallies and streaks; only counted entries are in them."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, F, Q

from accounts.models import Player
from games import selectors as games
from games.players import PlayerResult, Streaks
from leaderboard import steps
from leaderboard.models import Entry
from leaderboard.ranks import faster, ranks_by_key
from leaderboard.streaks import streak_of

# The latest ones, as many as a page shows.
RESULTS = 50


# A day, a ruleset and hundredths of a second: no class, for there may be ten thousand.
Win = tuple[date, str, int]


@dataclass(frozen=True, kw_only=True)
class Tally:
    """What a player has won with a ruleset so far; `best` in hundredths of a second."""

    ruleset: str
    wins: int
    best: int
    best_day: date
    latest_day: date


def wins_of(player: Player) -> list[Win]:
    """All that a player has won, from which the rest is told without another query."""
    entries = Entry.objects.filter(player=player, state=Entry.State.COUNTED)
    found = entries.values_list("daily__day", "daily__ruleset", "hundredths")
    return list(found)


def tallies_in(wins: Collection[Win]) -> dict[str, Tally]:
    """The tally of each ruleset that was won; of equal times the first one is the best."""
    times: dict[str, list[tuple[int, date]]] = defaultdict(list)
    for day, ruleset, hundredths in wins:
        times[ruleset].append((hundredths, day))
    return {
        ruleset: Tally(
            ruleset=ruleset,
            wins=len(found),
            best=min(found)[0],
            best_day=min(found)[1],
            latest_day=max(day for _hundredths, day in found),
        )
        for ruleset, found in times.items()
    }


def streaks_in(wins: Collection[Win]) -> Streaks:
    """The days in a row on which any deal was won, and those on which each ruleset's was."""
    days: dict[str, set[date]] = defaultdict(set)
    for day, ruleset, _hundredths in wins:
        days[ruleset].add(day)
    today = games.today()
    return Streaks(
        overall=streak_of(set().union(*days.values()), today=today),
        by_ruleset={ruleset: streak_of(found, today=today) for ruleset, found in days.items()},
    )


def streaks_of(player: Player) -> Streaks:
    """A player's streaks."""
    return streaks_in(wins_of(player))


def results_of(player: Player) -> list[PlayerResult]:
    """A player's counted results, the latest first, as many as a page shows."""
    entries = list(
        Entry.objects.filter(player=player, state=Entry.State.COUNTED)
        .select_related("daily")
        .defer("daily__seed")
        .order_by("-finished", "-pk")[:RESULTS]
    )
    ranks = ranks_by_key(entries)
    totals = steps.totals({entry.daily_id for entry in entries})
    return [
        PlayerResult(
            ruleset=entry.daily.ruleset,
            day=entry.daily.day,
            hundredths=entry.hundredths,
            rank=ranks[entry.pk],
            total=totals.get(entry.daily_id, 0),
            moves=entry.moves,
            clean=entry.is_clean,
            finished=entry.finished,
        )
        for entry in entries
    ]


def first_places_of(player: Player) -> int:
    """How many boards the player leads, alone or with others."""
    counted = Entry.objects.filter(player=player, state=Entry.State.COUNTED)
    is_fastest = Q(daily__settlement__fastest=F("hundredths"))
    # A look for a faster one at each of thousands of days would take too long.
    still_leads = Q(daily__settlement=None) & ~Exists(faster())
    return counted.filter(is_fastest | still_leads).count()
