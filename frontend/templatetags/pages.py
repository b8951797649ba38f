"""What the templates need in words and small pictures."""

from datetime import UTC, datetime

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from frontend import formats, texts
from games.calendar import daily_zone

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """The site's name, the same on every page."""
    return texts.SITE_NAME


@register.filter
def ruleset_name(slug: str) -> str:
    """A ruleset's name in the reader's language; the slug itself where the pages know none."""
    patience = texts.PATIENCES.get(slug)
    return str(patience.name) if patience else slug


@register.filter
def clock(hundredths: int) -> str:
    """A time in hundredths of a second as m:ss,hh (German) or m:ss.hh (English)."""
    return formats.clock(hundredths)


@register.filter
def iso(moment: datetime) -> str:
    """A moment for scripts: UTC, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@register.filter
def in_daily_zone(moment: datetime) -> str:
    """The time of day of a moment on the clocks of the daily time zone."""
    return formats.time_of_day(moment.astimezone(daily_zone()))


@register.filter
def filled(wording: str, number: int) -> str:
    """A wording that scripts share, with its `{n}` filled in."""
    return wording.replace("{n}", str(number))


@register.simple_tag
def card(code: str) -> SafeString:
    """A card in a running text, as a sign for the eye and in words for the ear."""
    shown = formats.card(code)
    return format_html(
        '<span class="card-sign {}" aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span>',
        "suit-red" if shown.is_red else "suit-black",
        shown.sign,
        shown.spoken,
    )


@register.simple_tag
def family_picture(slug: str) -> SafeString:
    """The picture of a family's layout, an ornament without words."""
    return render_to_string(f"frontend/pictures/{slug}.svg")
