"""Games and their moves on the desk."""

from typing import Any

from django.contrib import admin
from django.db.models import (
    Case,
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

from common import times
from common.desk import exact_time
from games import events, wording
from games.admin.base import RulesetFilter, Secretive, as_day, as_uuid, link, secret
from games.models import Game, Move
from games.selectors.games import daily_of


class GameRulesetFilter(RulesetFilter):
    """Filters games by their deal's ruleset."""

    column = "deal__ruleset"


class KindFilter(admin.SimpleListFilter):
    """Filters games by whether they were begun as the ranked game of a day."""

    title = later("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Ranked games, players' practice, guests' practice."""
        return [
            ("ranked", later("ranked")),
            ("practice", later("practice")),
            ("guest", later("practice of guests")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The games of the chosen kind."""
        if self.value() == "ranked":
            return queryset.filter(daily__isnull=False)
        if self.value() == "practice":
            return queryset.filter(daily=None, guest="")
        return queryset.exclude(guest="") if self.value() == "guest" else queryset


@admin.register(Game)
class GameAdmin(Secretive):
    """Games, each with the way to its moves."""

    to_daily = "deal__daily__"
    related = ("player", "deal__daily")
    secrets = ("position", "deal__pack", "deal__reshuffled", "deal__daily__seed")
    list_display = (
        "shown_id",
        "shown_player",
        "shown_name",
        "shown_kind",
        "outcome",
        "ply",
        "undos",
        "restarts",
        "helped",
        "shown_started",
        "shown_time",
    )
    list_filter = ("outcome", KindFilter, GameRulesetFilter)
    allowed_lookups = frozenset({"outcome__exact", "kind", "ruleset"})
    search_fields = ("id",)
    search_help_text = later("Beginning of a player's name, a game's id, or a day like 2026-11-29")
    ordering = ("-started",)
    fields = (
        "shown_id",
        "shown_player",
        "shown_deal",
        "shown_kind",
        "shown_started",
        "shown_finished",
        "shown_time",
        "outcome",
        "version",
        "ply",
        "undos",
        "restarts",
        "helped",
        "shown_moves",
        "shown_position",
    )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The games of a player, of a day, or the one with an id."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if key := as_uuid(term):
            return queryset.filter(pk=key), False
        if day := as_day(term):
            return queryset.filter(deal__daily__day=day), False
        return queryset.filter(player__username__istartswith=term), False

    @admin.display(description=later("game"))
    def shown_id(self, game: Game) -> str:
        return str(game.pk)

    @admin.display(description=later("player"), ordering="player__username")
    def shown_player(self, game: Game) -> str:
        if game.player is not None:
            return game.player.username
        return _("guest") if game.guest else _("deleted player")

    @admin.display(description=later("ruleset"))
    def shown_name(self, game: Game) -> str:
        return wording.ruleset_name(game.deal.ruleset)

    @admin.display(description=later("deal"))
    def shown_deal(self, game: Game) -> str | SafeString:
        return link(game.deal, wording.ruleset_name(game.deal.ruleset))

    @admin.display(description=later("kind"))
    def shown_kind(self, game: Game) -> str:
        daily = daily_of(game)
        if daily is None:
            return _("practice, deal %(number)s") % {"number": game.deal.number}
        words = _("ranked, %(day)s") if game.daily_id else _("practice, %(day)s")
        return words % {"day": daily.day}

    @admin.display(description=later("started"), ordering="started")
    def shown_started(self, game: Game) -> str:
        return exact_time(game.started)

    @admin.display(description=later("finished"))
    def shown_finished(self, game: Game) -> str:
        return exact_time(game.finished)

    @admin.display(description=later("time"))
    def shown_time(self, game: Game) -> str:
        if game.finished is None:
            return "–"
        return times.clock((game.finished - game.started) // events.HUNDREDTH)

    @admin.display(description=later("course"))
    def shown_moves(self, game: Game) -> SafeString:
        return format_html(
            '<a href="{}?game__id__exact={}">{}</a>',
            reverse("admin:games_move_changelist"),
            game.pk,
            _("What happened in it"),
        )

    @admin.display(description=later("position"))
    def shown_position(self, game: Game) -> str | SafeString:
        return secret(lambda row: format_html("<pre>{}</pre>", row.position), game)


@admin.register(Move)
class MoveAdmin(Secretive):
    """The rows of one game; without a game there is nothing to see."""

    to_daily = "game__deal__daily__"
    related = ("game",)
    secrets = ("text", "fingerprint", "game__position")
    list_display = ("version", "kind", "shown_text", "ply", "shown_created", "shown_elapsed")
    list_display_links = None
    allowed_lookups = frozenset({"game__id__exact"})
    ordering = ("version",)
    sortable_by = ()
    list_per_page = 200
    fields = ("version", "kind", "shown_text", "ply", "shown_created", "shown_elapsed")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the game that the address names, their texts loaded where they may be."""
        rows = super().get_queryset(request)
        if "game__id__exact" not in request.GET:
            return rows.none()
        told: QuerySet[Any] = rows.annotate(
            shown=Case(When(is_secret=False, then="text"), default=Value(""))
        )
        return told

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Moves are reached from their game alone."""
        return False

    @admin.display(description=later("move"))
    def shown_text(self, move: Move) -> str | SafeString:
        if move.kind != Move.Kind.PLAY:
            return "–"
        return secret(lambda row: row.shown, move)

    @admin.display(description=later("time"))
    def shown_created(self, move: Move) -> str:
        return exact_time(move.created)

    @admin.display(description=later("since the start"))
    def shown_elapsed(self, move: Move) -> str:
        return times.clock((move.created - move.game.started) // events.HUNDREDTH)
