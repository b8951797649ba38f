"""What the templates need in words and small pictures."""

from datetime import datetime

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from common import times
from frontend import addresses, formats, texts
from frontend.modules import modules_of
from games.boards import Row
from games.calendar import daily_zone
from games.events import iso

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


register.filter("clock", times.clock)
register.filter("long_day", formats.long_day)
register.filter("short_day", formats.short_day)
register.filter("month_name", formats.month_name)
register.filter("iso", iso)
register.filter("player_page", addresses.of_player)
register.filter("replay_page", addresses.of_replay)
register.filter("board_page", addresses.of_board)


@register.filter
def in_daily_zone(moment: datetime) -> str:
    """The time of day of a moment on the clocks of the daily time zone."""
    return formats.time_of_day(moment.astimezone(daily_zone()))


@register.filter
def day_in_daily_zone(moment: datetime) -> str:
    """The day of a moment, in full, on the calendars of the daily time zone."""
    return formats.long_day(moment.astimezone(daily_zone()).date())


@register.simple_tag
def undo_counts(row: Row) -> str:
    """In words how often a board's row took moves back and started again.

    The wording is one that the board's script shares, hence its manner of placeholders.
    """
    wording = _("taken back: {undos}, started again: {restarts}")
    return wording.format(undos=row.undos, restarts=row.restarts)


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


@register.simple_tag
def page_script(entry: str) -> SafeString:
    """A page's module; the browser is told at once of all that it imports, one through another."""
    preloads = format_html_join(
        "\n",
        '<link rel="modulepreload" href="{}">',
        ((static(name),) for name in modules_of(entry)),
    )
    script = format_html('<script type="module" src="{}"></script>', static(entry))
    return format_html("{}\n{}", preloads, script)
