"""A calendar month of dailies, and how far somebody has come with each."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count

from accounts.models import Player
from games.calendar import month_bounds
from games.models import DailyDeal, Game
from games.selectors.dailies import today


@dataclass(frozen=True, kw_only=True)
class CalendarDay:
    """A day of a month: its dailies' rulesets, and what has become of those that were begun.

    `states` is won, given_up, or begun for what isn't finished or was won too late to count.
    """

    day: date
    rulesets: frozenset[str]
    states: Mapping[str, str]

    @property
    def won(self) -> int:
        """How many of the day's dailies were won."""
        return sum(state == "won" for state in self.states.values())


def days_of_month(*, month: date, player: Player | None) -> list[CalendarDay]:
    """All days of the month in which a day lies; days to come have no rulesets."""
    first, last = month_bounds(month)
    rulesets: dict[date, set[str]] = defaultdict(set)
    published = DailyDeal.objects.filter(day__range=(first, min(last, today())))
    for day, ruleset in published.values_list("day", "ruleset"):
        rulesets[day].add(ruleset)
    states: dict[date, dict[str, str]] = defaultdict(dict)
    if player:
        games = Game.objects.filter(player=player, daily__day__range=(first, last)).values_list(
            "daily__day", "daily__ruleset", "daily__settles", "outcome", "finished"
        )
        for day, ruleset, settles, outcome, finished in games:
            counts = outcome == Game.Outcome.GIVEN_UP or (finished and finished < settles)
            states[day][ruleset] = outcome if counts else "begun"
    return [
        CalendarDay(day=day, rulesets=frozenset(rulesets[day]), states=states[day])
        for day in (first + timedelta(days=past) for past in range(last.day))
    ]


def begun_by_month(player: Player, *, ruleset: str | None) -> dict[date, int]:
    """How many dailies of one ruleset, or of all, a player has begun, by the months' first days."""
    games = Game.objects.filter(player=player, daily__isnull=False)
    if ruleset is not None:
        games = games.filter(daily__ruleset=ruleset)
    begun: Counter[date] = Counter()
    # By the days, of whose months a database takes longer to tell; and no more of the games than
    # is in the index.
    days = games.values_list("daily__day").order_by()
    for day, number in days.annotate(begun=Count("*")):
        begun[day.replace(day=1)] += number
    return dict(begun)
