"""How hard a deal of the day was, in a word: by how many positions the solver looked at."""

import dataclasses

from django.utils.formats import number_format
from django.utils.translation import gettext as _

# Of the deals that are certified for a ruleset a third takes fewer nodes than the first number,
# and a third at least as many as the second: measured over 300 certified deals each (60 and more
# of those that take longest).
THIRDS = {
    "burgvoegtin": (60, 640),
    "burgvoegtin-streng": (790, 5_900),
    "burgvoegtin-offen": (60, 660),
    "beleaguered-castle": (540, 4_400),
    "streets-and-alleys": (2_400, 45_000),
    "citadel": (500, 4_000),
    "archway": (500, 4_000),
    "archway-leicht": (500, 4_000),
    "la-belle-lucie": (500, 4_000),
    "la-belle-lucie-ohne-merci": (500, 4_000),
    "trefoil": (500, 4_000),
    "fan": (500, 4_000),
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
    if nodes < easy:
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
