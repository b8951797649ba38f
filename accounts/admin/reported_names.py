"""Reported names on the desk: they are kept, or replaced."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import reports
from accounts.models import NameReport, Player
from accounts.names import MAX_LENGTH
from accounts.views.common import player_of
from common.desk import DecisionAdmin, daily_time


class NameForm(forms.Form):
    """The name that a player is to bear from now on."""

    name = forms.CharField(
        label=_("New name"),
        max_length=MAX_LENGTH,
        required=False,
        help_text=_("The player is told. Nobody takes the old one again, but it still signs in."),
    )


class ReportedNameAdmin(DecisionAdmin):
    """Reports of names, the open ones first: staff keep the name, or replace it."""

    list_display = ("name", "shown_now", "state", "shown_created")
    list_filter = ("state",)
    allowed_lookups = frozenset({"state__exact"})
    ordering = ("-state", "-created")
    sortable_by = ()
    form_class: ClassVar[type[forms.Form]]
    replaced: ClassVar[str | Promise]

    def name_now(self, report: Any) -> str:
        """The name that is borne by now."""
        raise NotImplementedError

    def reporters(self, report: Any) -> int:
        """How many players have reported the name."""
        raise NotImplementedError

    def keep(self, report: Any, *, by: Player) -> None:
        """Find nothing wrong with the name."""
        raise NotImplementedError

    def replace(self, report: Any, *, name: str, by: Player) -> None:
        """Have another name borne; ValidationError where that can't be."""
        raise NotImplementedError

    @admin.display(description=_("name now"))
    def shown_now(self, report: Any) -> str:
        return self.name_now(report)

    @admin.display(description=_("reported"))
    def shown_created(self, report: Any) -> str:
        return daily_time(report.created)

    def decision_page(self, request: HttpRequest, report: Any) -> HttpResponse:
        """A report, or what follows a decision about its name."""
        form = self.form_class(request.POST or None)
        if request.method == "POST" and form.is_valid() and self._decide(request, report, form):
            return self.to_list()
        number = self.reporters(report)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": report.name,
            "report": report,
            "name_now": self.name_now(report),
            "reported": ngettext(
                "Reported by one player.", "Reported by %(number)d players.", number
            )
            % {"number": number},
            "form": form if self.may_decide(request) else None,
        }
        return TemplateResponse(request, "admin/reported_name.html", context)

    def _decide(self, request: HttpRequest, report: Any, form: forms.Form) -> bool:
        """Keep or replace the name; where that can't be, the form says why."""
        by = player_of(request)
        if "keep" in request.POST:
            self.keep(report, by=by)
            self.message_user(request, gettext("The name stays."), messages.SUCCESS)
            return True
        try:
            self.replace(report, name=form.cleaned_data["name"], by=by)
        except ValidationError as error:
            form.add_error("name", error)
            return False
        self.message_user(request, str(self.replaced), messages.SUCCESS)
        return True


@admin.register(NameReport)
class NameReportAdmin(ReportedNameAdmin):
    """Reports of players' names."""

    form_class = NameForm
    replaced = _("The player has another name now.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The reports with the players whom they are about."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("player").only(
            "name", "state", "created", "reporter_id", "player__username"
        )

    def name_now(self, report: NameReport) -> str:
        """The name that the player bears by now."""
        return report.player.username

    def reporters(self, report: NameReport) -> int:
        """How many players have reported the name."""
        return NameReport.objects.filter(player=report.player_id, name=report.name).count()

    def keep(self, report: NameReport, *, by: Player) -> None:
        """Find nothing wrong with the name."""
        reports.keep_name(report=report, by=by)

    def replace(self, report: NameReport, *, name: str, by: Player) -> None:
        """Give the player another name."""
        reports.replace_name(report=report, name=name, by=by)
