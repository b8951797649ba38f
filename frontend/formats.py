"""Days, numbers and cards as people read them, in the active language."""

import dataclasses
import math
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def long_day(day: date) -> str:
    """A day in full.

    >>> from django.utils.translation import override
    >>> with override("en"): long_day(date(2026, 11, 29))
    'Sunday, 29 November 2026'
    """
    return date_format(day, pgettext("date format", "l, j F Y"))


def short_day(day: date) -> str:
    """A day in brief.

    >>> from django.utils.translation import override
    >>> with override("en"): short_day(date(2026, 11, 29))
    '29 Nov 2026'
    """
    return date_format(day, pgettext("date format", "j M Y"))


def month_name(month: date) -> str:
    """A month with its year.

    >>> from django.utils.translation import override
    >>> with override("de"): month_name(date(2026, 11, 1))
    'November 2026'
    """
    return date_format(month, "F Y")


def time_of_day(moment: datetime) -> str:
    """The time on the clock of the moment's own zone, with the zone's name.

    >>> from datetime import UTC
    >>> from django.utils.translation import override
    >>> with override("en"): time_of_day(datetime(2026, 11, 29, 23, 5, tzinfo=UTC))
    '23:05 (UTC)'
    """
    wording = _("%(time)s (%(zone)s)")
    return wording % {"time": f"{moment:%H:%M}", "zone": str(moment.tzinfo)}


def whole(number: int) -> str:
    """A whole number, its thousands set apart.

    >>> from django.utils.translation import override
    >>> with override("de"): whole(10_000)
    '10.000'
    """
    return number_format(number, 0, force_grouping=True)


def half_up(number: Fraction) -> int:
    """A number to the nearest whole one, and from the middle up.

    >>> half_up(Fraction(5, 2)), half_up(Fraction(249, 100))
    (3, 2)
    """
    return math.floor(number + Fraction(1, 2))


def percent(share: Fraction, *, like: Fraction | None = None) -> str:
    """A share of one in percent; where next to none or all of it, or like one that is, finer.

    >>> from django.utils.translation import override
    >>> with override("en"): percent(Fraction(7476, 10_000)), percent(Fraction(571, 100_000))
    ('74.8%', '0.57%')
    >>> with override("en"): percent(Fraction(7, 10), like=Fraction(99, 100)), percent(Fraction(1))
    ('70.00%', '100%')

    What lies in the middle goes up:

    >>> with override("en"): percent(Fraction(1, 16)), percent(Fraction(1245, 10_000))
    ('6.3%', '12.5%')
    """
    fine = share if like is None else like
    places = 0 if share in {0, 1} else 1 if Fraction(2, 100) <= fine <= Fraction(98, 100) else 2
    number = Decimal(half_up(share * 100 * 10**places)).scaleb(-places)
    return _("%(number)s%%") % {"number": number_format(number, places)}


@dataclasses.dataclass(frozen=True)
class CardText:
    """A card in words: its sign for the eye, its name for the ear."""

    sign: str
    spoken: str
    is_red: bool


def card(code: str) -> CardText:
    """The text of a card, given its code.

    >>> from django.utils.translation import override
    >>> with override("en"): card("TH").sign
    '10♥'
    """
    ranks = {
        "A": (pgettext("card letter", "A"), _("ace")),
        "J": (pgettext("card letter", "J"), _("jack")),
        "Q": (pgettext("card letter", "Q"), _("queen")),
        "K": (pgettext("card letter", "K"), _("king")),
        "T": ("10", "10"),
    }
    suits = {
        "C": ("♣", _("%(rank)s of clubs")),
        "D": ("♦", _("%(rank)s of diamonds")),
        "H": ("♥", _("%(rank)s of hearts")),
        "S": ("♠", _("%(rank)s of spades")),
    }
    letter, rank = ranks.get(code[0], (code[0], code[0]))
    sign, phrase = suits[code[1]]
    return CardText(sign=f"{letter}{sign}", spoken=phrase % {"rank": rank}, is_red=code[1] in "DH")
