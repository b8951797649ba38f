"""What a rules page says at a glance, and how often each patience comes out, with the sources."""

import dataclasses
from fractions import Fraction

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from frontend import formats
from frontend.texts import Text
from games import selectors

# Below this share people think in "one in so many".
RARE = 0.05


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

ESTIMATES: dict[str, tuple[Estimate, ...]] = {
    "burgvoegtin": (
        Estimate(figure=_("1 in 4 or 5"), condition=_BY_HAND, source=_("Poli and others, 1984")),
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
    ),
    "streets-and-alleys": (Estimate(figure=_("1 in 4"), condition=_BY_HAND, source=_MOREHEAD),),
    "citadel": (),
    "archway": (
        Estimate(
            figure=_("90%"),
            condition=pgettext_lazy("estimate", "not said"),
            source=_("David Parlett's own page"),
        ),
        Estimate(
            figure=_("under 1%"),
            condition=pgettext_lazy("estimate", "not said"),
            source=_("the English Wikipedia"),
        ),
    ),
    "archway-leicht": (
        Estimate(
            figure=_("every deal"),
            condition=_ALL_KNOWN,
            source=_("follows from the rules: all four columns can be cleared into the arch"),
        ),
    ),
    "la-belle-lucie": (Estimate(figure=_("1 in 10"), condition=_BY_HAND, source=_MOREHEAD),),
    "la-belle-lucie-ohne-merci": (),
    "trefoil": (),
    "fan": (),
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Finding:
    """What was measured of a patience under one reading, in words of the active language."""

    reading: str
    sentence: str
    deals: str
    share: str
    interval: str
    undecided: str


def findings(slug: str) -> list[Finding]:
    """What was measured of a patience: nothing yet, or one finding for each way to redeal."""
    has_redeals = bool(selectors.ruleset(slug).redeals)
    return [_finding(row, has_redeals=has_redeals) for row in selectors.measured(slug)]


def rarity(slug: str) -> str:
    """Say how few of a patience's practice deals can be won; nothing where they aren't rare."""
    rows = selectors.measured(slug)
    if not rows or rows[-1].share >= RARE:
        return ""
    return gettext(
        "Only about one in %(one_in)s of these deals can be won at all; "
        "the deals of the day always can."
    ) % {"one_in": _one_in(rows[-1])}


def _finding(row: selectors.Measured, *, has_redeals: bool) -> Finding:
    reading = ""
    if has_redeals:
        reading = (
            gettext("redealing whenever it helps")
            if row.any_time
            else gettext("redealing only when stuck")
        )
    # As the table has them, digit by digit.
    bounds = (Fraction(str(bound)) for bound in (row.low, row.high))
    low, high = (formats.percent(bound, like=row.share) for bound in bounds)
    return Finding(
        reading=reading,
        sentence=_sentence(row, has_redeals=has_redeals),
        deals=formats.whole(row.deals),
        share=formats.percent(row.share),
        interval=gettext("%(low)s to %(high)s") % {"low": low, "high": high},
        undecided=_undecided(row.undecided),
    )


def _sentence(row: selectors.Measured, *, has_redeals: bool) -> str:
    if row.any_time:
        wording = gettext("With redeals whenever they help it is %(share)s of %(deals)s.")
    elif has_redeals:
        wording = gettext(
            "Of %(deals)s shuffled deals %(share)s can be won by redealing only when stuck."
        )
    elif row.winnable == row.deals:
        wording = gettext("All %(deals)s shuffled deals can be won.")
    elif row.share < RARE:
        wording = gettext(
            "Of %(deals)s shuffled deals %(share)s can be won, about one in %(one_in)s."
        )
    else:
        wording = gettext("Of %(deals)s shuffled deals %(share)s can be won.")
    return wording % {
        "deals": formats.whole(row.deals),
        "share": formats.percent(row.share),
        "one_in": _one_in(row),
    }


def _one_in(row: selectors.Measured) -> str:
    return formats.whole(formats.half_up(Fraction(row.deals, max(row.winnable, 1))))


def _undecided(deals: int) -> str:
    if not deals:
        return ""
    return ngettext(
        "%(deals)s deal stayed undecided; the interval allows for both.",
        "%(deals)s deals stayed undecided; the interval allows for both.",
        deals,
    ) % {"deals": formats.whole(deals)}
