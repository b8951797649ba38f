"""Circles on the desk: staff replace a name that offends, and end what should not be."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.views.common import player_of
from common.desk import DecisionAdmin, daily_time
from leaderboard.admin.circle_reports import CircleNameForm
from leaderboard.circles import reports, services
from leaderboard.models import Circle, Membership


class CircleForm(CircleNameForm):
    """What is to become of a circle."""

    sure = forms.BooleanField(
        label=_("End the circle: its boards are gone for all its members."), required=False
    )


@admin.register(Circle)
class CircleAdmin(DecisionAdmin):
    """Circles, the latest first; who else is in one is the members' own business."""

    list_display = ("name", "shown_owner", "shown_members", "shown_created")
    search_fields = ("name",)
    search_help_text = _("A part of the name, or the beginning of the owner's")
    ordering = ("-created",)
    sortable_by = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The circles with their owners and the numbers of their members."""
        rows: QuerySet[Any] = super().get_queryset(request)
        members = Membership.objects.filter(circle=OuterRef("pk")).order_by()
        counted: QuerySet[Any] = rows.defer("token").annotate(
            owner=Subquery(members.filter(is_owner=True).values("player__username")[:1]),
            number=Subquery(members.values("circle").annotate(number=Count("*")).values("number")),
        )
        return counted

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The circles by name or owner."""
        term = search_term.strip()
        if not term:
            return queryset, False
        owned = Membership.objects.filter(is_owner=True, player__username__istartswith=term)
        named = queryset.filter(name__icontains=term)
        return named | queryset.filter(pk__in=owned.values("circle")), False

    @admin.display(description=_("owner"))
    def shown_owner(self, circle: Any) -> str:
        return circle.owner or "–"

    @admin.display(description=_("members"))
    def shown_members(self, circle: Any) -> str:
        return str(circle.number)

    @admin.display(description=_("created"))
    def shown_created(self, circle: Circle) -> str:
        return daily_time(circle.created)

    def decision_page(self, request: HttpRequest, circle: Any) -> HttpResponse:
        """A circle, or what follows a decision about it."""
        form = CircleForm(request.POST or None)
        if request.method == "POST" and form.is_valid() and self._decide(request, circle, form):
            return self.to_list()
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": circle.name,
            "owner": self.shown_owner(circle),
            "number": circle.number,
            "created": self.shown_created(circle),
            "form": form if self.may_decide(request) else None,
        }
        return TemplateResponse(request, "admin/leaderboard/circle/circle.html", context)

    def _decide(self, request: HttpRequest, circle: Circle, form: CircleForm) -> bool:
        """Replace the name or end the circle; where that can't be, the form says why."""
        by = player_of(request)
        if "end" in request.POST:
            if not form.cleaned_data["sure"]:
                form.add_error("sure", gettext("Tick this first: it can’t be taken back."))
                return False
            services.close(circle=circle, by=by)
            self.message_user(request, gettext("The circle has ended."), messages.SUCCESS)
            return True
        try:
            reports.replace_name(circle=circle, name=form.cleaned_data["name"], by=by)
        except ValidationError as error:
            form.add_error("name", error)
            return False
        self.message_user(request, gettext("The circle has another name now."), messages.SUCCESS)
        return True
