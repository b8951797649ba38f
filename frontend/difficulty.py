"""How hard a deal of the day was, in a word: by how many positions the solver looked at."""

import dataclasses

from django.utils.formats import number_format
from django.utils.translation import gettext as _

# Of the deals that are certified for a ruleset a third takes no more nodes than the first number,
# and a third at least as many as the second; measured by `benchmarks/difficulty.py` on up to 300
# of each. The deals of the easier Archway are won without a search.
THIRDS = {
    "burgvoegtin": (48, 215),
    "burgvoegtin-streng": (86, 2_914),
    "burgvoegtin-offen": (48, 149),
    "beleaguered-castle": (349, 1_803),
    "streets-and-alleys": (958, 7_148),
    "citadel": (329, 1_375),
    "archway": (124, 449),
    "archway-leicht": (0, 0),
    "la-belle-lucie": (832, 3_158),
    "la-belle-lucie-ohne-merci": (830, 4_868),
    "trefoil": (602, 1_122),
    "fan": (167, 5_652),
}


@dataclasses.dataclass(frozen=True)
class Difficulty:
    """A word, and what it says."""

    word: str
    explanation: str


def difficulty_of(*, slug: str, nodes: int | None) -> Difficulty | None:
    """Put a settled daily's nodes into words, beside other deals of the same patience."""
    if nodes is None:
        return None
    easy, hard = THIRDS[slug]
    if nodes == 0:
        return Difficulty(word=_("easy"), explanation=_("The computer won without searching."))
    if nodes <= easy:
        word = _("easy")
        beside = _("Of three such deals about two take it longer.")
    elif nodes < hard:
        word = _("medium")
        beside = _("Of three such deals about one takes it longer and one less long.")
    else:
        word = _("hard")
        beside = _("Of three such deals about two take it less long.")
    looked = _("The computer looked at %(positions)s positions before it had won.") % {
        "positions": number_format(nodes, force_grouping=True)
    }
    return Difficulty(word=word, explanation=f"{looked} {beside}")
