"""A short way to lay positions of a few cards."""

from games.rules import RULESETS, Position
from games.rules.cards import FRESH_PACK


def tiny(slug: str, redeals: int = 0, merci: int = 0, /, **piles: str) -> Position:
    """Lay a position with nothing on it but the named cards."""
    ruleset = RULESETS[slug]
    assert set(piles) <= set(ruleset.pile_names)
    lines = [f"{name}: {piles.get(name, '')}" for name in ruleset.pile_names]
    if ruleset.redeals:
        lines.append(f"redeals: {redeals}")
    if ruleset.has_merci:
        lines.append(f"merci: {merci}")
    coming = range(ruleset.redeals - redeals + 1, ruleset.redeals + 1)
    lines += [f"redeal-{number}: {' '.join(FRESH_PACK)}" for number in coming]
    return Position.parse(ruleset, "\n".join(lines))
