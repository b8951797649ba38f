"""What the pages say of the site, of the patiences and of their families.

The rulesets' names are the games' own; a test holds this list to the rulesets that there are.
"""

import dataclasses
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import selectors

#: "Blatt" is a pack of cards and a newspaper; the name stays as it is in every language.
SITE_NAME = "Tagesblatt"

# What a lazy translation is until it is shown.
Text = str | Promise


def language() -> Literal["de", "en"]:
    """The language that the pages speak now."""
    return "en" if (get_language() or "").startswith("en") else "de"


@dataclasses.dataclass(frozen=True)
class Patience:
    """One ruleset in words: what marks it within its family, and its rule in three lines."""

    slug: str
    mark: Text
    lines: tuple[Text, Text, Text]

    @property
    def name(self) -> str:
        """Its name in the active language, as the games call it."""
        return selectors.ruleset(self.slug).name


@dataclasses.dataclass(frozen=True)
class Family:
    """Patiences that share a layout and a rules page, the best known first."""

    slug: str
    summary: Text
    patiences: tuple[Patience, ...]

    @property
    def name(self) -> str:
        """The family's name: that of its best known patience."""
        return self.patiences[0].name


_PACKETS_SHOW_ONE = _(
    "Playable are the top card of each of the four packets and every card of the arch."
)
_ALL_UP_IN_SUIT = _("Build four foundations in suit from the ace up to the king.")
_ROWS_DOWN = _(
    "Only the outermost card of a row moves: to its foundation, or down onto the end of another "
    "row, whatever the suit. An empty row takes any card."
)
_TWO_REDEALS = _(
    "Only a fan's top card moves: to its foundation, or down in suit onto another fan. "
    "Empty fans stay empty."
)

FAMILIES: tuple[Family, ...] = (
    Family(
        slug="burgvoegtin",
        summary=_("Two packs, eight foundations whatever the suit, an arch sorted by rank."),
        patiences=(
            Patience(
                slug="burgvoegtin",
                mark=_("The classic game"),
                lines=(
                    _("Build all eight aces up to the king. Suits don't matter."),
                    _PACKETS_SHOW_ONE,
                    _("Every move goes to a foundation; what lies below a packet's top is hidden."),
                ),
            ),
            Patience(
                slug="burgvoegtin-streng",
                mark=_("The arch only when no packet helps"),
                lines=(
                    _("Build all eight aces up to the king. Suits don't matter."),
                    _("Take from the arch only while no packet's top card fits anywhere."),
                    _("Every move goes to a foundation; what lies below a packet's top is hidden."),
                ),
            ),
            Patience(
                slug="burgvoegtin-offen",
                mark=_("Everything face up"),
                lines=(
                    _("Build eight foundations from ace to king. Suits don't matter."),
                    _PACKETS_SHOW_ONE,
                    _("All cards lie open. Aces go up by themselves as soon as they are free."),
                ),
            ),
        ),
    ),
    Family(
        slug="beleaguered-castle",
        summary=_("One pack, all face up: four foundations besieged by eight rows."),
        patiences=(
            Patience(
                slug="beleaguered-castle",
                mark=_("The aces lie ready"),
                lines=(
                    _ALL_UP_IN_SUIT,
                    _ROWS_DOWN,
                    _("The four aces lie out from the start; all the other cards are in view."),
                ),
            ),
            Patience(
                slug="streets-and-alleys",
                mark=_("The aces are buried in the rows"),
                lines=(
                    _ALL_UP_IN_SUIT,
                    _ROWS_DOWN,
                    _("The aces are dealt into the rows like all the others: dig them out first."),
                ),
            ),
            Patience(
                slug="citadel",
                mark=_("What fits goes up while dealing"),
                lines=(
                    _ALL_UP_IN_SUIT,
                    _ROWS_DOWN,
                    _("Cards that fit while they are dealt are on the foundations already."),
                ),
            ),
        ),
    ),
    Family(
        slug="archway",
        summary=_("Two packs, all face up: aces rise and kings descend under an arch."),
        patiences=(
            Patience(
                slug="archway",
                mark=_("David Parlett's game"),
                lines=(
                    _("In each suit build one ace up to the king and one king down to the ace."),
                    _(
                        "Playable are every column's free card and every card of the arch; an "
                        "empty column holds one card."
                    ),
                    _("Where a suit's two piles meet, their top cards may change over."),
                ),
            ),
            Patience(
                slug="archway-leicht",
                mark=_("Cards may return to the arch: a race"),
                lines=(
                    _("In each suit build one ace up to the king and one king down to the ace."),
                    _("Free cards of the columns may also go back into the arch at any time."),
                    _("So every deal comes out: what counts is the time alone."),
                ),
            ),
        ),
    ),
    Family(
        slug="la-belle-lucie",
        summary=_("One pack in small fans: build in suit and bury nothing that you need."),
        patiences=(
            Patience(
                slug="la-belle-lucie",
                mark=_("Two redeals and a merci"),
                lines=(
                    _ALL_UP_IN_SUIT,
                    _TWO_REDEALS,
                    _("Two redeals, and after the second one you may draw out one covered card."),
                ),
            ),
            Patience(
                slug="la-belle-lucie-ohne-merci",
                mark=_("Two redeals, no gift"),
                lines=(
                    _ALL_UP_IN_SUIT,
                    _TWO_REDEALS,
                    _("Two redeals, and no card is drawn out at the end."),
                ),
            ),
            Patience(
                slug="trefoil",
                mark=_("The aces lie ready"),
                lines=(
                    _ALL_UP_IN_SUIT,
                    _TWO_REDEALS,
                    _("The aces lie out from the start. Two redeals, then one covered card."),
                ),
            ),
            Patience(
                slug="fan",
                mark=_("Kings into gaps, no redeal"),
                lines=(
                    _ALL_UP_IN_SUIT,
                    _(
                        "Only a fan's top card moves: to its foundation, or down in suit onto "
                        "another fan."
                    ),
                    _("An empty fan takes a king. There is no redeal."),
                ),
            ),
        ),
    ),
)

PATIENCES: dict[str, Patience] = {
    patience.slug: patience for family in FAMILIES for patience in family.patiences
}
FAMILY_OF: dict[str, Family] = {
    patience.slug: family for family in FAMILIES for patience in family.patiences
}
