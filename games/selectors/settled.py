"""Dailies that are over for everybody, for whoever adds up what they brought."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import QuerySet

from games import clock
from games.models import DailyDeal

# A win that was decided at the last moment has been committed by then.
GRACE = timedelta(minutes=2)


@dataclass(frozen=True, kw_only=True)
class SettledDaily:
    """A daily, by key, ruleset and day."""

    key: int
    ruleset: str
    day: date


def settled_dailies(*, without: QuerySet[Any, Any], most: int | None) -> list[SettledDaily]:
    """The dailies that are settled, the earliest first, without those whose keys are given."""
    dailies = DailyDeal.objects.filter(settles__lte=clock.now() - GRACE).exclude(pk__in=without)
    rows = dailies.order_by("settles", "pk").values_list("pk", "ruleset", "day")[:most]
    return [SettledDaily(key=key, ruleset=ruleset, day=day) for key, ruleset, day in rows]
