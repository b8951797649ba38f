"""The fields of the settings, for the page of their own and for the table's sheet."""

from typing import Any

from django import template

from accounts import preferences
from accounts.forms import PreferencesForm

register = template.Library()


@register.inclusion_tag("account/parts/preferences.html", takes_context=True)
def preference_fields(
    context: dict[str, Any], form: PreferencesForm | None = None
) -> dict[str, Any]:
    """Show all fields, with what holds now or as a form was sent."""
    chosen = dict(preferences.chosen(context["request"]))
    return {"form": form or PreferencesForm(initial=chosen), "csrf_token": context["csrf_token"]}
