"""Reported names of circles on the desk: they are kept, or replaced."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.reported_names import ReportedNameAdmin
from accounts.models import Player
from leaderboard.circles import reports
from leaderboard.circles.models import CircleReport
from leaderboard.circles.names import MAX_LENGTH


class CircleNameForm(forms.Form):
    """The name that a circle is to bear from now on."""

    name = forms.CharField(
        label=_("New name"),
        max_length=MAX_LENGTH,
        required=False,
        help_text=_("The owner is told. The circle is not given the old one again."),
    )


@admin.register(CircleReport)
class CircleReportAdmin(ReportedNameAdmin):
    """Reports of circles' names."""

    form_class = CircleNameForm
    replaced = _("The circle has another name now.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The reports with the circles that they are about."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("circle").defer("circle__token")

    def name_now(self, report: CircleReport) -> str:
        """The name that the circle bears by now."""
        return report.circle.name

    def reporters(self, report: CircleReport) -> int:
        """How many players have reported the name, but for those who have gone."""
        same = CircleReport.objects.filter(circle=report.circle_id, name=report.name)
        return same.exclude(reporter=None).count()

    def keep(self, report: CircleReport, *, by: Player) -> None:
        """Find nothing wrong with the name."""
        reports.keep_name(report=report, by=by)

    def replace(self, report: CircleReport, *, name: str, by: Player) -> None:
        """Give the circle another name."""
        reports.replace_name(circle=report.circle, name=name, by=by, reported=report.name)
