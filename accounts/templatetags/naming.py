"""Names within a text."""

from django import template

from accounts import names

register = template.Library()


@register.filter
def isolated(name: str) -> str:
    """A name as it can stand within a text, whatever its letters' direction."""
    return names.isolated(name)
