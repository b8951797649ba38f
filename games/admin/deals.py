"""Deals and dailies on the desk, and the way to prepare a day."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import (
    Case,
    Count,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import gettext_noop

from common.desk import daily_time
from games import clock, services, wording
from games.admin.base import RulesetFilter, Secretive, as_day, link, secret
from games.models import DailyDeal, Deal, Game
from games.selectors import today

DAYS_AHEAD = 366


def _number(games: QuerySet[Game]) -> Coalesce:
    """How many games of a daily there are, counted for the rows of a page alone."""
    number = games.order_by().values("daily").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number), 0)


@admin.register(Deal)
class DealAdmin(Secretive):
    """Deals: the packs as they were dealt."""

    to_daily = "daily__"
    related = ("daily",)
    secrets = ("pack", "reshuffled", "daily__seed")
    list_display = ("shown_name", "ruleset_version", "number", "shown_daily", "shown_created")
    list_filter = (RulesetFilter,)
    allowed_lookups = frozenset({"ruleset"})
    search_fields = ("number",)
    search_help_text = later("Number of a practice deal, or a day like 2026-11-29")
    ordering = ("-pk",)
    fields = (
        "shown_name",
        "ruleset_version",
        "number",
        "shown_daily",
        "shown_created",
        "shown_pack",
        "shown_reshuffled",
    )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The deals with a number or of a day."""
        term = search_term.strip()
        if day := as_day(term):
            return queryset.filter(daily__day=day), False
        if term.isascii() and term.isdigit() and len(term) < 19:
            return queryset.filter(number=int(term)), False
        return (queryset.none() if term else queryset), False

    @admin.display(description=later("ruleset"), ordering="ruleset")
    def shown_name(self, deal: Deal) -> str:
        return wording.ruleset_name(deal.ruleset)

    @admin.display(description=later("daily deal"))
    def shown_daily(self, deal: Deal) -> str | SafeString:
        daily: DailyDeal | None = getattr(deal, "daily", None)
        return link(daily, str(daily.day)) if daily else "–"

    @admin.display(description=later("created"))
    def shown_created(self, deal: Deal) -> str:
        return daily_time(deal.created)

    @admin.display(description=later("pack"))
    def shown_pack(self, deal: Deal) -> str | SafeString:
        return secret(lambda row: row.pack, deal)

    @admin.display(description=later("packs of the redeals"))
    def shown_reshuffled(self, deal: Deal) -> str | SafeString:
        return secret(lambda row: row.reshuffled or "–", deal)


class PrepareForm(forms.Form):
    """Which day is to be prepared."""

    day = forms.DateField(
        label=later("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def clean_day(self) -> date:
        """The day, if it isn't over and not too far ahead."""
        day: date = self.cleaned_data["day"]
        first = today()
        if not first <= day <= first + timedelta(days=DAYS_AHEAD):
            raise forms.ValidationError(_("A day from today to a year ahead, please."))
        return day


STATES = (
    gettext_noop("to come"),
    gettext_noop("open"),
    gettext_noop("closed"),
    gettext_noop("settled"),
)


class StateFilter(admin.SimpleListFilter):
    """Filters dailies by how far their day has come."""

    title = later("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """All states, the earliest first."""
        return [(state, _(state)) for state in STATES]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The dailies in the chosen state."""
        return queryset.filter(state=self.value()) if self.value() in STATES else queryset


@admin.register(DailyDeal)
class DailyDealAdmin(Secretive):
    """Dailies, and the way to prepare a day."""

    to_daily = ""
    related = ("deal",)
    secrets = ("seed", "deal__pack", "deal__reshuffled")
    change_list_template = "admin/games/dailydeal/change_list.html"
    list_display = (
        "shown_day",
        "shown_name",
        "shown_state",
        "shown_opens",
        "shown_begun",
        "shown_won",
    )
    list_filter = (StateFilter, RulesetFilter)
    allowed_lookups = frozenset({"state", "ruleset"})
    search_fields = ("day",)
    search_help_text = later("A day like 2026-11-29")
    fields = (
        "shown_day",
        "shown_name",
        "shown_deal",
        "shown_state",
        "shown_opens",
        "shown_closes",
        "shown_settles",
        "shown_begun",
        "shown_won",
        "seed_sha256",
        "shown_seed",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The dailies with their state now and how many have begun and won them."""
        now = clock.now()
        games = Game.objects.filter(daily=OuterRef("pk"))
        rows: QuerySet[Any] = (
            super()
            .get_queryset(request)
            .annotate(
                state=Case(
                    When(opens__gt=now, then=Value("to come")),
                    When(closes__gt=now, then=Value("open")),
                    When(settles__gt=now, then=Value("closed")),
                    default=Value("settled"),
                ),
                begun=_number(games),
                won=_number(games.filter(outcome=Game.Outcome.WON)),
            )
        )
        return rows

    def get_ordering(self, request: HttpRequest) -> Any:
        """Today's first, then the days before; those to come stand last."""
        to_come = Case(When(opens__gt=clock.now(), then=Value(1)), default=Value(0))
        return [to_come.asc(), "-day", "ruleset"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The dailies of a day."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return queryset.filter(day=as_day(term) or date.min), False

    @admin.display(description=later("ruleset"), ordering="ruleset")
    def shown_name(self, daily: DailyDeal) -> str:
        return wording.ruleset_name(daily.ruleset)

    @admin.display(description=later("day"), ordering="day")
    def shown_day(self, daily: DailyDeal) -> str:
        return str(daily.day)

    @admin.display(description=later("deal"))
    def shown_deal(self, daily: DailyDeal) -> str | SafeString:
        return link(daily.deal, f"{wording.ruleset_name(daily.ruleset)}, {daily.day}")

    @admin.display(description=later("state"))
    def shown_state(self, daily: Any) -> str:
        return _(daily.state)

    @admin.display(description=later("opens"), ordering="opens")
    def shown_opens(self, daily: DailyDeal) -> str:
        return daily_time(daily.opens)

    @admin.display(description=later("closes"))
    def shown_closes(self, daily: DailyDeal) -> str:
        return daily_time(daily.closes)

    @admin.display(description=later("settles"))
    def shown_settles(self, daily: DailyDeal) -> str:
        return daily_time(daily.settles)

    @admin.display(description=later("games begun"))
    def shown_begun(self, daily: Any) -> int:
        number: int = daily.begun
        return number

    @admin.display(description=later("games won"))
    def shown_won(self, daily: Any) -> int:
        number: int = daily.won
        return number

    @admin.display(description=later("seed"))
    def shown_seed(self, daily: DailyDeal) -> str | SafeString:
        return secret(lambda row: bytes(row.seed).hex(), daily)

    # --- Preparing a day ------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        """The usual pages and the one to prepare a day."""
        prepare = path(
            "prepare/", self.admin_site.admin_view(self.prepare), name="games_dailydeal_prepare"
        )
        return [prepare, *super().get_urls()]

    def may_prepare(self, request: HttpRequest) -> bool:
        """Whether somebody may have dailies dealt."""
        return request.user.has_perm("games.add_dailydeal")

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with the way to prepare a day for who may."""
        extra = {"may_prepare": self.may_prepare(request), **(extra_context or {})}
        return super().changelist_view(request, extra)

    def prepare(self, request: HttpRequest) -> HttpResponse:
        """Ask for a day, then have the solver's process prepare what is missing of it."""
        if not self.may_prepare(request):
            raise PermissionDenied
        form = PrepareForm(request.POST or None, initial={"day": today() + timedelta(days=1)})
        if request.method == "POST" and form.is_valid():
            services.request_day(day=form.cleaned_data["day"])
            said = _("The solver has been asked for what is missing of this day.")
            self.message_user(request, said, messages.SUCCESS)
            return HttpResponseRedirect(reverse("admin:games_dailydeal_changelist"))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Prepare a day"),
            "form": form,
        }
        return TemplateResponse(request, "admin/games/dailydeal/prepare.html", context)
