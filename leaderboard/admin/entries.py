"""Entries on the desk: staff take them off the board for a reason, and put them back."""

from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from accounts.views.common import player_of
from common import times
from common.desk import RecordAdmin, exact_time
from games import selectors as games
from leaderboard import ranks, selectors
from leaderboard.fairplay import services as fairplay
from leaderboard.models import Decision, Entry

MOST_AT_ONCE = 100


class RulesetFilter(admin.SimpleListFilter):
    """Filters by the ruleset of the daily."""

    title = later("ruleset")
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """All rulesets by name."""
        return [(ruleset.slug, ruleset.name) for ruleset in games.rulesets()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The entries of the chosen ruleset."""
        return queryset.filter(daily__ruleset=self.value()) if self.value() else queryset


class ReasonForm(forms.Form):
    """Why entries are void."""

    reason = forms.CharField(
        label=later("Reason"),
        max_length=Entry._meta.get_field("reason").max_length,
        help_text=later("Kept in the log, and the player reads it, in these words."),
    )


@admin.register(Entry)
class EntryAdmin(RecordAdmin):
    """Entries with their ranks, and the two decisions about them."""

    actions = ("void", "reinstate")
    list_display = (
        "shown_player",
        "shown_name",
        "shown_day",
        "shown_rank",
        "shown_time",
        "moves",
        "undos",
        "restarts",
        "state",
        "shown_finished",
        "reason",
    )
    list_filter = ("state", RulesetFilter)
    allowed_lookups = frozenset({"state__exact", "ruleset"})
    search_fields = ("player",)
    search_help_text = later("Beginning of a player's name, a game's id, or a day like 2026-11-29")
    ordering = ("-finished",)
    fields = (
        "shown_player",
        "shown_name",
        "shown_day",
        "shown_rank",
        "shown_time",
        "moves",
        "undos",
        "restarts",
        "state",
        "reason",
        "shown_finished",
        "shown_game",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The entries with player and daily, whose seed is not loaded."""
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("player", "daily").defer("daily__seed")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, with the ranks of the entries on its page alone."""
        changelist = super().get_changelist_instance(request)
        rankings = ranks.ranks_of(changelist.result_list)
        for entry in changelist.result_list:
            entry.ranking = rankings[entry.pk]
        return changelist

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """One entry with its rank."""
        entry = super().get_object(request, object_id, from_field)
        if entry is not None:
            entry.ranking = ranks.ranks_of([entry])[entry.pk]
        return entry

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The entries of a player, of a day, or of the game with an id."""
        term = search_term.strip()
        if not term:
            return queryset, False
        for read, column in ((UUID, "game_id"), (date.fromisoformat, "daily__day")):
            try:
                return queryset.filter(**{column: read(term)}), False
            except ValueError:
                continue
        return queryset.filter(player__username__istartswith=term), False

    @admin.display(description=later("player"), ordering="player__username")
    def shown_player(self, entry: Entry) -> str:
        return selectors.shown_name(entry.player)

    @admin.display(description=later("ruleset"))
    def shown_name(self, entry: Entry) -> str:
        return games.ruleset(entry.daily.ruleset).name

    @admin.display(description=later("day"), ordering="daily__day")
    def shown_day(self, entry: Entry) -> str:
        return str(entry.daily.day)

    @admin.display(description=later("rank"))
    def shown_rank(self, entry: Any) -> str:
        ranking: ranks.Ranking = entry.ranking
        return "–" if ranking.rank is None else f"{ranking.rank} / {ranking.total}"

    @admin.display(description=later("time"), ordering="hundredths")
    def shown_time(self, entry: Entry) -> str:
        return times.clock(entry.hundredths)

    @admin.display(description=later("finished"), ordering="finished")
    def shown_finished(self, entry: Entry) -> str:
        return exact_time(entry.finished)

    @admin.display(description=later("game"))
    def shown_game(self, entry: Entry) -> SafeString:
        address = reverse("admin:games_game_change", args=[entry.game_id])
        return format_html('<a href="{}">{}</a>', address, entry.game_id)

    # --- Deciding -------------------------------------------------------------------------------

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Whether somebody may void and reinstate."""
        return request.user.has_perm("leaderboard.change_entry")

    @admin.action(description=later("Void (with a reason)"), permissions=["decide"])
    def void(self, request: HttpRequest, queryset: QuerySet[Entry]) -> HttpResponse | None:
        """Ask for the reason first, then take the entries off their boards."""
        entries = self._chosen(request, queryset)
        if not entries:
            return None
        form = ReasonForm(request.POST if "apply" in request.POST else None)
        if form.is_valid():
            by, reason = player_of(request), form.cleaned_data["reason"]
            self._decide(
                request,
                entries,
                lambda entry: fairplay.decide_on(
                    entry=entry, kind=Decision.Kind.STRIKE, reason=reason, by=by
                ),
            )
            return None
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Void entries"),
            "form": form,
            "keys": [entry.pk for entry in entries],
            "lines": [
                f"{self.shown_player(entry)}, {self.shown_name(entry)}, {self.shown_day(entry)}, "
                f"{self.shown_time(entry)}"
                for entry in entries
            ],
        }
        return TemplateResponse(request, "admin/leaderboard/entry/void.html", context)

    @admin.action(description=later("Put on the board"), permissions=["decide"])
    def reinstate(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        """Put entries that were held or void on their boards."""
        by = player_of(request)
        self._decide(
            request,
            self._chosen(request, queryset),
            lambda entry: fairplay.decide_on(entry=entry, kind=Decision.Kind.CLEAR, by=by),
        )

    def _chosen(self, request: HttpRequest, queryset: QuerySet[Entry]) -> list[Entry]:
        """The entries to decide on; none, with a word about it, where they are too many."""
        entries = list(queryset.select_related("player", "daily")[: MOST_AT_ONCE + 1])
        if len(entries) > MOST_AT_ONCE:
            said = _("At most %(most)s entries at once, please.") % {"most": MOST_AT_ONCE}
            self.message_user(request, said, messages.ERROR)
            return []
        return entries

    def _decide(
        self, request: HttpRequest, entries: list[Entry], decide: Callable[[Entry], bool]
    ) -> None:
        changed = sum(decide(entry) for entry in entries)
        said = ngettext("%(number)s entry changed.", "%(number)s entries changed.", changed)
        self.message_user(request, said % {"number": changed}, messages.SUCCESS)
