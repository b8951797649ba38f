"""Certified dailies: seeds are drawn until the solver wins the deal of one.

This runs in the solver's process and in management commands, never in a request.
"""

import secrets
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from games.dailies import SEED_BYTES, known_ruleset, missing_rulesets, publish_daily
from games.models import DailyDeal, DayRequest
from games.rules import RULESETS
from games.solver import Verdict, shortened, solve
from games.solver.compiled import IS_COMPILED

# How many nodes a deal may take. Of the winnable deals of each ruleset more than nine in ten take
# fewer (docs/decisions/17), so the limit leaves the hard ones in.
NODE_LIMITS = {
    "burgvoegtin": 50_000,
    "burgvoegtin-streng": 200_000,
    "burgvoegtin-offen": 50_000,
    "beleaguered-castle": 100_000,
    "streets-and-alleys": 500_000,
    "citadel": 50_000,
    "archway": 20_000,
    "archway-leicht": 20_000,
    "la-belle-lucie": 100_000,
    "la-belle-lucie-ohne-merci": 100_000,
    "trefoil": 100_000,
    "fan": 300_000,
}

# Uncompiled a search is hundreds of times slower. With this limit a day is there in a minute or
# two all the same; its deals are on the easy side, so this is for a first run alone.
PLAIN_LIMIT = 4_000


@dataclass(frozen=True, kw_only=True)
class Certified:
    """A daily that was published, with what it took: deals drawn, undecided ones, seconds."""

    daily: DailyDeal
    drawn: int
    undecided: int
    seconds: float


def node_limit(ruleset: str) -> int:
    """How many nodes a deal may take here."""
    limit = NODE_LIMITS[ruleset]
    return limit if IS_COMPILED else min(limit, PLAIN_LIMIT)


def certify_daily(*, ruleset: str, day: date) -> Certified:
    """Draw deals until one is certified, and publish it as the daily."""
    rules = known_ruleset(ruleset)
    began = time.monotonic()
    drawn = undecided = 0
    while True:
        seed = secrets.token_bytes(SEED_BYTES)
        position = rules.deal_seed(seed)
        solution = solve(position, node_limit=node_limit(ruleset))
        drawn += 1
        undecided += solution.verdict is Verdict.UNDECIDED
        if solution.line is not None:
            line = shortened(position, solution.line)
            return Certified(
                daily=publish_daily(
                    ruleset=ruleset, day=day, seed=seed, line=line, nodes=solution.nodes
                ),
                drawn=drawn,
                undecided=undecided,
                seconds=time.monotonic() - began,
            )


def certify_day(*, day: date, rulesets: Collection[str] | None = None) -> Iterator[Certified]:
    """Certify and publish what is missing of a day, those that take least first.

    What is missing is looked up anew before each, as somebody else may be at it, too.
    """
    while missing := set(missing_rulesets(day=day)) & set(rulesets or RULESETS):
        yield certify_daily(ruleset=min(missing, key=_by_effort), day=day)
    if not missing_rulesets(day=day):
        DayRequest.objects.filter(day=day).delete()


def _by_effort(slug: str) -> tuple[int, int]:
    return NODE_LIMITS[slug], list(RULESETS).index(slug)
