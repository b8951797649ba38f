"""What a rules page says at a glance, and how often each patience comes out, with the sources."""

import dataclasses

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from frontend.texts import Text


@dataclasses.dataclass(frozen=True)
class Glance:
    """A family at a glance; minutes for one game, luck against skill in words."""

    packs: int
    minutes: int
    balance: Text


@dataclasses.dataclass(frozen=True)
class Estimate:
    """One figure for how often a patience comes out, under which conditions, by whom."""

    figure: Text
    condition: Text
    source: Text


GLANCES: dict[str, Glance] = {
    "burgvoegtin": Glance(packs=2, minutes=10, balance=_("mostly luck")),
    "beleaguered-castle": Glance(packs=1, minutes=15, balance=_("mostly skill")),
    "archway": Glance(packs=2, minutes=20, balance=_("skill, if the deal allows")),
    "la-belle-lucie": Glance(packs=1, minutes=15, balance=_("some of both")),
}

_BY_HAND = pgettext_lazy("estimate", "as people play")
_ALL_KNOWN = pgettext_lazy("estimate", "with every card known")
_MOREHEAD = _("Morehead and Mott-Smith")
_OURS = _("our own first measurements, small samples")


def _measured(figure: Text, condition: Text = _ALL_KNOWN) -> Estimate:
    return Estimate(figure=figure, condition=condition, source=_OURS)


_CASTLES = _measured(_("between a half and four fifths"))

ESTIMATES: dict[str, tuple[Estimate, ...]] = {
    "burgvoegtin": (
        Estimate(figure=_("1 in 4 or 5"), condition=_BY_HAND, source=_("Poli and others, 1984")),
        _measured(_("about three quarters")),
    ),
    "burgvoegtin-streng": (),
    "burgvoegtin-offen": (),
    "beleaguered-castle": (
        Estimate(figure=_("1 in 3"), condition=_BY_HAND, source=_MOREHEAD),
        Estimate(
            figure=_("about two thirds"),
            condition=pgettext_lazy("estimate", "with perfect play"),
            source=_("handed down without an author"),
        ),
        _CASTLES,
    ),
    "streets-and-alleys": (
        Estimate(figure=_("1 in 4"), condition=_BY_HAND, source=_MOREHEAD),
        _CASTLES,
    ),
    "citadel": (_CASTLES,),
    "archway": (
        Estimate(
            figure=_("90\u00a0%"),
            condition=pgettext_lazy("estimate", "not said"),
            source=_("David Parlett's own page"),
        ),
        Estimate(
            figure=_("under 1\u00a0%"),
            condition=pgettext_lazy("estimate", "not said"),
            source=_("the English Wikipedia"),
        ),
        _measured(_("well under 1\u00a0%")),
    ),
    "archway-leicht": (
        Estimate(
            figure=_("every deal"),
            condition=_ALL_KNOWN,
            source=_("follows from the rules: all four columns can be cleared into the arch"),
        ),
    ),
    "la-belle-lucie": (
        Estimate(figure=_("1 in 10"), condition=_BY_HAND, source=_MOREHEAD),
        _measured(
            _("over 80\u00a0%"),
            pgettext_lazy("estimate", "with every card known, redealing only when stuck"),
        ),
    ),
    "la-belle-lucie-ohne-merci": (),
    "trefoil": (
        _measured(
            _("over 80\u00a0%"),
            pgettext_lazy("estimate", "with every card known, redealing only when stuck"),
        ),
    ),
    "fan": (_measured(_("just under a half")),),
}
