"""What can be played."""

from dataclasses import dataclass
from typing import Literal

from games import wording
from games.dailies import known_ruleset
from games.rules import RULESETS, Ruleset


@dataclass(frozen=True, kw_only=True)
class PileGroup:
    """Piles of one kind, by name and in order."""

    kind: Literal["foundation", "tableau", "reserve"]
    piles: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RulesetInfo:
    """What others need to know of a ruleset; its name is in the active language."""

    slug: str
    name: str
    family: str
    version: int
    packs: int
    redeals: int
    has_merci: bool
    hides_cards: bool
    groups: tuple[PileGroup, ...]


def rulesets() -> list[RulesetInfo]:
    """All rulesets that can be played."""
    return [_info(rules) for rules in RULESETS.values()]


def ruleset(slug: str) -> RulesetInfo:
    """One ruleset; GameError not_found where there is none of that name."""
    return _info(known_ruleset(slug))


def _info(rules: Ruleset) -> RulesetInfo:
    groups = [
        PileGroup(kind="foundation", piles=rules.foundation_names),
        PileGroup(kind="tableau", piles=rules.tableau_names),
    ]
    if rules.reserve_names:
        groups.append(PileGroup(kind="reserve", piles=rules.reserve_names))
    return RulesetInfo(
        slug=rules.slug,
        name=wording.ruleset_name(rules.slug),
        family=str(rules.family),
        version=rules.version,
        packs=rules.packs,
        redeals=rules.redeals,
        has_merci=rules.has_merci,
        hides_cards=rules.hides_cards,
        groups=tuple(groups),
    )
