"""The queue of cases: what was noticed about an entry, and the three decisions about it.

Until an entry's day is settled a case shows times and counts, never a move.
"""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from accounts.views.common import player_of
from common import times
from common.desk import DecisionAdmin, daily_time, exact_time
from games import selectors as games
from leaderboard import ranks
from leaderboard.fairplay import plot, services, wording
from leaderboard.fairplay.selectors import history_of
from leaderboard.models import Case, Decision, Entry

DECISIONS = (Decision.Kind.CLEAR, Decision.Kind.STRIKE, Decision.Kind.DEACTIVATE)


class StateFilter(admin.SimpleListFilter):
    """Filters cases by whether they wait; those that do are shown unless one asks otherwise."""

    title = later("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The decided ones, and all."""
        return [("decided", later("decided")), ("all", later("all of them"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Those to choose from; what Django calls "all" are the open ones here."""
        first, *rest = super().choices(changelist)
        yield {**first, "display": _("open")}
        yield from rest

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The cases in the chosen state."""
        if self.value() == "decided":
            return queryset.exclude(state=Case.State.OPEN)
        return queryset if self.value() == "all" else queryset.filter(state=Case.State.OPEN)


class DecisionForm(forms.Form):
    """A decision, and why."""

    decision = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in DECISIONS])
    reason = forms.CharField(
        label=later("Reason"),
        required=False,
        max_length=Entry._meta.get_field("reason").max_length,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=later("The player reads it, in these words. Not needed for clearing."),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """The decision; a player who loses an entry is told why."""
        data = super().clean() or self.cleaned_data
        clears = data.get("decision") == Decision.Kind.CLEAR
        if not clears and not data.get("reason", "").strip() and "reason" not in self.errors:
            self.add_error("reason", _("Please give a reason: the player is told."))
        return data


@admin.register(Case)
class CaseAdmin(DecisionAdmin):
    """The queue, and a page for each case."""

    list_display = ("shown_about", "shown_signals", "shown_entry", "shown_waiting", "state")
    list_filter = (StateFilter,)
    allowed_lookups = frozenset({"state"})
    search_fields = ("entry",)
    search_help_text = later("Beginning of a player's name")
    ordering = (F("waiting_since").asc(),)
    sortable_by = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The cases with entry, player and signals, and no seed."""
        rows: QuerySet[Any] = super().get_queryset(request)
        known = rows.select_related("entry__player", "entry__daily").defer("entry__daily__seed")
        return known.prefetch_related("signals")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The cases about a player."""
        name = search_term.strip()
        if not name:
            return queryset, False
        return queryset.filter(entry__player__username__istartswith=name), False

    @admin.display(description=later("case"))
    def shown_about(self, case: Case) -> str:
        return wording.about(case.entry)

    @admin.display(description=later("signals"))
    def shown_signals(self, case: Case) -> str:
        shown = [signal.get_kind_display() for signal in case.signals.all()]
        if case.answered:
            shown.append(_("the player has answered"))
        return ", ".join(shown) or "–"

    @admin.display(description=later("entry"))
    def shown_entry(self, case: Case) -> str:
        return f"{times.clock(case.entry.hundredths)}, {case.entry.get_state_display()}"

    @admin.display(description=later("waiting since"))
    def shown_waiting(self, case: Case) -> str:
        return daily_time(case.waiting_since)

    # --- One case -------------------------------------------------------------------------------

    def decision_page(self, request: HttpRequest, case: Case) -> HttpResponse:
        """A case, or what follows a decision about it."""
        form = DecisionForm(initial={"seen": services.state_number(case)})
        if request.method == "POST":
            form = DecisionForm(request.POST)
            if form.is_valid() and self._decide(request, case, form):
                return self.to_list()
        return TemplateResponse(
            request, "admin/leaderboard/case/case.html", self._context(request, case, form)
        )

    def _decide(self, request: HttpRequest, case: Case, form: DecisionForm) -> bool:
        """Decide as the form says; where that can't be, the form says why."""
        try:
            services.decide(
                case=case,
                kind=Decision.Kind(form.cleaned_data["decision"]),
                reason=form.cleaned_data["reason"],
                by=player_of(request),
                seen=form.cleaned_data["seen"],
            )
        except services.Overtaken:
            form.add_error(
                None, _("Something has happened meanwhile. Load the page again, and look at it.")
            )
            return False
        except services.MayNot:
            form.add_error(None, _("Staff, and players who are gone, can’t be deactivated here."))
            return False
        said = _("Decided: %(case)s.") % {"case": wording.about(case.entry)}
        self.message_user(request, said, messages.SUCCESS)
        return True

    def _context(self, request: HttpRequest, case: Case, form: DecisionForm) -> dict[str, Any]:
        entry = case.entry
        gaps = plot.gaps_of(games.times_of(entry.game_id))
        ranking = ranks.ranks_of([entry])[entry.pk]
        history = history_of(entry.player, besides=case) if entry.player else None
        others = history.cases if history else []
        return {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": wording.about(entry),
            "case": case,
            "entry": entry,
            "time": times.clock(entry.hundredths),
            "finished": exact_time(entry.finished),
            "ranking": ranking,
            "signals": [wording.explained(signal) for signal in case.signals.all()],
            "answered": daily_time(case.answered),
            "plot": plot.drawn(gaps, hands=settings.FASTEST_SECONDS_PER_MOVE),
            "gaps": [
                (
                    gap,
                    plot.kind_of(gap),
                    times.seconds(gap.milliseconds, 2),
                    times.seconds(gap.elapsed, 2),
                )
                for gap in gaps
            ],
            "is_settled": games.is_settled_game(entry.game_id),
            "history": history,
            "other_cases": [(other, wording.deal_of(other.entry)) for other in others],
            "decisions": [
                (exact_time(decision.decided), decision)
                for decision in case.decisions.select_related("by").order_by("decided", "pk")
            ],
            "form": form if self.may_decide(request) else None,
        }
