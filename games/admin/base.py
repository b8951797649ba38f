"""What the pages of deals, dailies, games and moves share."""

from collections.abc import Callable
from datetime import date
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.db.models import (
    BooleanField,
    Case,
    Model,
    QuerySet,
    Value,
    When,
)
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from common.desk import RecordAdmin
from games import clock, wording
from games.rules import RULESETS


def link(to: Model | None, text: str) -> str | SafeString:
    """A link to a row's own page."""
    if to is None:
        return text
    return format_html('<a href="{}">{}</a>', address(to), text)


def address(to: Model) -> str:
    """The address of a row's own page."""
    meta = to._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[to.pk])


def as_day(term: str) -> date | None:
    """The day that somebody searches for, if it is one."""
    try:
        return date.fromisoformat(term)
    except ValueError:
        return None


def as_uuid(term: str) -> UUID | None:
    """The game that somebody searches for, if it is one's id."""
    try:
        return UUID(term)
    except ValueError:
        return None


class RulesetFilter(admin.SimpleListFilter):
    """Filters by ruleset without asking the database which there are."""

    title = later("ruleset")
    parameter_name = "ruleset"
    column = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """All rulesets by name."""
        return [(slug, wording.ruleset_name(slug)) for slug in RULESETS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of the chosen ruleset."""
        return queryset.filter(**{self.column: self.value()}) if self.value() else queryset


class Secretive(RecordAdmin):
    """Pages of rows that are secret in part until their day is settled."""

    # From the row to the daily whose deal it is of, if it is of one.
    to_daily: str
    related: ClassVar[tuple[str, ...]]
    secrets: ClassVar[tuple[str, ...]]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows, each with whether it is secret now; secret columns are not even loaded."""
        settles = f"{self.to_daily}settles__gt"
        rows: QuerySet[Any] = super().get_queryset(request)
        known = rows.select_related(*self.related).defer(*self.secrets)
        marked: QuerySet[Any] = known.annotate(
            is_secret=Case(
                When(**{settles: clock.now()}, then=Value(True)),
                default=Value(False),
                output_field=BooleanField(),
            )
        )
        return marked


def secret(show: Callable[[Any], str | SafeString], row: Any) -> str | SafeString:
    """What `show` gives of a row, unless the row is secret still."""
    return _("secret until the day is settled") if row.is_secret else show(row)
