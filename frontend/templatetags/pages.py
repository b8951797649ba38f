"""What the templates need in words: the site's name, names of patiences, times."""

from django import template

from frontend import formats, texts

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
