"""Dailies of deals whose winning line is known, and what must stay secret of them."""

import hashlib
import json
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from games import clock, selectors
from games.calendar import day_bounds
from games.models import DailyDeal, Deal
from games.rules import RULESETS

CASES = Path(__file__).parents[1] / "cases"
SEED = bytes(range(200, 232))


@cache
def solved_case(slug: str) -> dict[str, Any]:
    """The first case of a ruleset that has a winning line."""
    lines = (CASES / f"{slug}.jsonl").read_text().splitlines()
    cases: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return next(case for case in cases if case["winning_line"])


def winning_line(slug: str) -> list[str]:
    """Moves that win the case's deal."""
    line: list[str] = solved_case(slug)["winning_line"]
    return line


def store_daily(slug: str, day: date | None = None) -> DailyDeal:
    """Make the case's deal the daily of a day, today's if none is given."""
    case = solved_case(slug)
    day = day or selectors.today()
    opens, closes = day_bounds(day)
    deal = Deal.objects.create(
        ruleset=slug,
        ruleset_version=RULESETS[slug].version,
        pack="".join(case["shuffled"]),
        reshuffled="".join(card for pack in case.get("reshuffled") or () for card in pack),
        created=clock.now(),
    )
    return DailyDeal.objects.create(
        deal=deal,
        ruleset=slug,
        day=day,
        seed=SEED,
        seed_sha256=hashlib.sha256(SEED).hexdigest(),
        opens=opens,
        closes=closes,
        settles=closes + timedelta(minutes=settings.SETTLING_MINUTES),
    )
