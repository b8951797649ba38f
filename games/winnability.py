"""How often each patience can be won: the published table, as `manage.py winnability` made it."""

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("winnability.json")


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What became of a ruleset's practice deals from number `seed` on, every card known.

    `low` and `high` bound the share that can be won, the 95 % interval, 0 to 1; `any_time` tells
    where redeal and merci could come at any time; `nodes` is where a deal was given up.
    """

    ruleset: str
    version: int
    seed: int
    nodes: int
    any_time: bool
    deals: int
    winnable: int
    unwinnable: int
    undecided: int
    low: float
    high: float
    seconds: float

    @property
    def share(self) -> Fraction:
        """The share that is known to be winnable, 0 to 1."""
        return Fraction(self.winnable, self.deals)


@cache
def table() -> tuple[Measured, ...]:
    """The published table, in the rulesets' order; one not yet measured is missing."""
    return tuple(Measured(**row) for row in json.loads(TABLE.read_text("utf-8")))


def measured(ruleset: str) -> list[Measured]:
    """A ruleset's rows: redealing only when stuck first."""
    return [row for row in table() if row.ruleset == ruleset]
