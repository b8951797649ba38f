"""What can be played."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Literal

from games import wording
from games.dailies import known_ruleset
from games.rules import RULESETS

# In which order the rulesets stand first, from a day on. A new ruleset brings a new order for days
# to come: the points of those gone by have been given for whoever stood first then.
_ORDERS = (
    (
        date.min,
        (
            "burgvoegtin",
            "beleaguered-castle",
            "archway",
            "la-belle-lucie",
            "burgvoegtin-streng",
            "streets-and-alleys",
            "archway-leicht",
            "la-belle-lucie-ohne-merci",
            "burgvoegtin-offen",
            "citadel",
            "trefoil",
            "fan",
        ),
    ),
)


@dataclass(frozen=True, kw_only=True)
class PileGroup:
    """Piles of one kind, by name and in order."""

    kind: Literal["foundation", "tableau", "reserve"]
    piles: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RulesetInfo:
    """What others need to know of a ruleset."""

    slug: str
    family: str
    version: int
    packs: int
    redeals: int
    has_merci: bool
    hides_cards: bool
    groups: tuple[PileGroup, ...]

    @property
    def name(self) -> str:
        """Its name in the active language."""
        return wording.ruleset_name(self.slug)


def rulesets() -> list[RulesetInfo]:
    """All rulesets that can be played."""
    return [_info(slug) for slug in RULESETS]


def ruleset(slug: str) -> RulesetInfo:
    """One ruleset; GameError not_found where there is none of that name."""
    return _info(known_ruleset(slug).slug)


def patience_of_the_day(day: date) -> str:
    """The ruleset that stands first on a day: all in turn, the families by turns.

    >>> first = date(2026, 11, 30)
    >>> len({patience_of_the_day(first + timedelta(days=past)) for past in range(12)})
    12
    """
    order = next(order for since, order in reversed(_ORDERS) if since <= day)
    return order[day.toordinal() % len(order)]


def patiences_to_come(day: date) -> list[tuple[date, str]]:
    """Who stands first on a day and on those after it, until all have had their turn."""
    days = [day + timedelta(days=past) for past in range(len(RULESETS))]
    return [(each, patience_of_the_day(each)) for each in days]


@cache
def _info(slug: str) -> RulesetInfo:
    rules = RULESETS[slug]
    groups = [
        PileGroup(kind="foundation", piles=rules.foundation_names),
        PileGroup(kind="tableau", piles=rules.tableau_names),
    ]
    if rules.reserve_names:
        groups.append(PileGroup(kind="reserve", piles=rules.reserve_names))
    return RulesetInfo(
        slug=rules.slug,
        family=str(rules.family),
        version=rules.version,
        packs=rules.packs,
        redeals=rules.redeals,
        has_merci=rules.has_merci,
        hides_cards=rules.hides_cards,
        groups=tuple(groups),
    )
