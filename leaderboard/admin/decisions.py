"""The log of what was decided in cases: read on the desk, and changed by nobody."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as later

from common.desk import RecordAdmin, exact_time
from leaderboard.fairplay import wording
from leaderboard.models import Decision


@admin.register(Decision)
class DecisionAdmin(RecordAdmin):
    """Decisions, the latest first."""

    list_display = ("shown_decided", "kind", "shown_case", "reason", "shown_by")
    list_filter = ("kind",)
    allowed_lookups = frozenset({"kind__exact"})
    search_fields = ("case",)
    search_help_text = later("Beginning of a player's name")
    ordering = ("-decided",)
    fields = ("shown_decided", "kind", "shown_case", "reason", "shown_by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The decisions with all that they name, and no seed."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("by", "case__entry__player", "case__entry__daily").defer(
            "case__entry__daily__seed"
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The decisions about a player."""
        name = search_term.strip()
        if not name:
            return queryset, False
        return queryset.filter(case__entry__player__username__istartswith=name), False

    @admin.display(description=later("decided"), ordering="decided")
    def shown_decided(self, decision: Decision) -> str:
        return exact_time(decision.decided)

    @admin.display(description=later("case"))
    def shown_case(self, decision: Decision) -> SafeString:
        address = reverse("admin:leaderboard_case_change", args=[decision.case_id])
        return format_html('<a href="{}">{}</a>', address, wording.about(decision.case.entry))

    @admin.display(description=later("decided by"))
    def shown_by(self, decision: Decision) -> str:
        return decision.by.username
