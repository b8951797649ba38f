"""A position of each patience with a move to show, for those who explain the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from games.dailies import known_ruleset
from games.rules import Move, practice_seed
from games.rules.view import visible_piles

# The number of a practice deal, the moves that lead to the position, and last the one to show.
_SHOWN: Mapping[str, tuple[int, str]] = {
    "burgvoegtin": (1, "2C:R2>F1 3D:T3>F1 4S:T1>F1 5C:R5>F1 6C:T4>F1"),
    "burgvoegtin-streng": (1, "2C:R2>F1 3D:T3>F1 4S:T1>F1 5C:R5>F1 6C:T4>F1"),
    "burgvoegtin-offen": (1, "2C:R2>F1 3C:R3>F1 4H:T1>F1 5S:T2>F1"),
    "beleaguered-castle": (1, "2S:T5>FS TH:T6>T1 7S:T5>T8 QS:T2>T5"),
    "streets-and-alleys": (2, "3D:T3>T8 AD:T3>FD 4C:T3>T4 AS:T3>FS AH:T3>FH 3H:T1>T4"),
    "citadel": (1, "4D:T1>T5 4H:T7>T3 QC:T1>T7 3S:T1>FS JC:T1>T6"),
    "archway": (1, "2C:T4>FAC 3C:R3>FAC 4C:R4>FAC 5C:R5>FAC 2D:R2>FAD 3D:T3>FAD"),
    "archway-leicht": (1, "2C:T4>FAC 3C:R3>FAC 4C:R4>FAC 5C:R5>FAC 2D:R2>FAD 3D:T3>FAD"),
    "la-belle-lucie": (3, "AH:T2>FH JH:T2>T10 3H:T3>T9 3C:T3>T2"),
    "la-belle-lucie-ohne-merci": (3, "AH:T2>FH JH:T2>T10 3H:T3>T9 3C:T3>T2"),
    "trefoil": (1, "2C:T10>FC 2S:T15>FS 8C:T4>T9 TD:T7>T1"),
    "fan": (1, "AC:T15>FC AS:T11>FS 8H:T18>T2 KD:T8>T18 7D:T14>T8"),
}


@dataclass(frozen=True, kw_only=True)
class Example:
    """A position as its player sees it, and a legal move of the free card of a pile.

    `onto` is the card that it goes on, '' for an empty place.
    """

    piles: Mapping[str, tuple[str, ...]]
    card: str
    pile: str
    index: int
    target: str
    onto: str


@cache
def example_of(slug: str) -> Example:
    """The example of a ruleset; GameError not_found where there is none of that name."""
    rules = known_ruleset(slug)
    number, line = _SHOWN[slug]
    *before, shown = map(Move.parse, line.split())
    position = rules.deal_seed(practice_seed(number))
    for move in before:
        position = position.play(move)
    position.play(shown)  # an example that isn't legal must not be shown
    piles = visible_piles(position)
    # None of them is a redeal, which has no card.
    card, pile, target = shown.card or "", shown.source or "", shown.target or ""
    return Example(
        piles=piles,
        card=card,
        pile=pile,
        index=piles[pile].index(card),
        target=target,
        onto=piles[target][-1] if piles[target] else "",
    )
