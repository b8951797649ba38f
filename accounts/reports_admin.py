"""Reported names on the desk: they are kept, or replaced."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import reports
from accounts.models import NameReport, Player
from accounts.names import MAX_LENGTH
from config.desk import DecisionAdmin, daily_time


class NameForm(forms.Form):
    """The name that a player is to bear from now on."""

    name = forms.CharField(
        label=_("New name"),
        max_length=MAX_LENGTH,
        required=False,
        help_text=_("The player is told. Nobody takes the old one again, but it still signs in."),
    )


@admin.register(NameReport)
class NameReportAdmin(DecisionAdmin):
    """Reports of names, the open ones first."""

    list_display = ("name", "shown_now", "state", "shown_created")
    list_filter = ("state",)
    allowed_lookups = frozenset({"state__exact"})
    ordering = ("-state", "-created")
    sortable_by = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The reports with the players whom they are about."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("player").only(
            "name", "state", "created", "reporter_id", "player__username"
        )

    @admin.display(description=_("name now"))
    def shown_now(self, report: NameReport) -> str:
        return report.player.username

    @admin.display(description=_("reported"))
    def shown_created(self, report: NameReport) -> str:
        return daily_time(report.created)

    def decision_page(self, request: HttpRequest, report: NameReport) -> HttpResponse:
        """A report, or what follows a decision about its name."""
        form = NameForm(request.POST or None)
        if request.method == "POST" and form.is_valid() and self._decide(request, report, form):
            return self.to_list()
        number = NameReport.objects.filter(player=report.player_id, name=report.name).count()
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": report.name,
            "report": report,
            "reported": ngettext("Reported by %d player.", "Reported by %d players.", number)
            % number,
            "form": form if self.may_decide(request) else None,
        }
        return TemplateResponse(request, "admin/accounts/namereport/report.html", context)

    def _decide(self, request: HttpRequest, report: NameReport, form: NameForm) -> bool:
        """Keep or replace the name; where that can't be, the form says why."""
        assert isinstance(request.user, Player)  # noqa: S101  # the admin lets nobody else in
        if "keep" in request.POST:
            reports.keep_name(report=report, by=request.user)
            self.message_user(request, gettext("The name stays."), messages.SUCCESS)
            return True
        try:
            name = form.cleaned_data["name"]
            reports.replace_name(report=report, name=name, by=request.user)
        except ValidationError as error:
            form.add_error("name", error)
            return False
        self.message_user(request, gettext("The player has another name now."), messages.SUCCESS)
        return True
