"""All rulesets by slug, each in its newest version."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.rules.rulesets import archway, beleaguered_castle, belle_lucie, burgvoegtin
from games.rules.spec import Ruleset

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        ruleset.slug: ruleset
        for family in (burgvoegtin, beleaguered_castle, archway, belle_lucie)
        for ruleset in family.FAMILY
    }
)

RETIRED: tuple[Ruleset, ...] = ()
"""Older versions, kept so that games that began under them replay for ever."""

_VERSIONS = {(ruleset.slug, ruleset.version): ruleset for ruleset in (*RETIRED, *RULESETS.values())}


def find_ruleset(slug: str, version: int) -> Ruleset:
    """Give a ruleset in the version a deal was made for; LookupError where there is none."""
    try:
        return _VERSIONS[slug, version]
    except KeyError:
        raise LookupError(f"there is no ruleset {slug!r} in version {version!r}") from None
