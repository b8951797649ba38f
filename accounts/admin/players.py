"""Players on the desk. Passwords, recovery codes and tokens are nowhere to be seen here."""

from typing import Any

import allauth.account.admin  # registers the addresses, which go again below
import allauth.mfa.admin  # noqa: F401  # likewise the second factors
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import names, public_page, renaming, services
from accounts.forms import new_password_field
from accounts.models import Player
from accounts.views import entering
from accounts.views.common import player_of
from common.desk import GuardedAdmin, daily_time

# As allauth's documentation has it; every way into the admin pages passes here.
admin.site.login = entering.admin_door(admin.site.login)  # type: ignore[assignment, method-assign]
# The same holds for the way to another password.
admin.site.password_change = entering.to_password_change  # type: ignore[assignment, method-assign]
# No form completes what is typed, so nobody need ask for completions.
admin.site.autocomplete_view = entering.no_completions  # type: ignore[method-assign]
admin.site.unregister(Group)
# Addresses belong to players: only their owners confirm and change them.
admin.site.unregister(EmailAddress)
# The secrets of second factors are for nobody's eyes.
admin.site.unregister(Authenticator)

POWERS = ("is_staff", "groups", "is_superuser", "user_permissions")


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """A player as staff may change one; a new name obeys the rules, but may be reserved."""

    class Meta:
        model = Player
        fields = ["username", "language", *POWERS]

    def clean_username(self) -> str:
        name = names.clean_name(self.cleaned_data["username"], may_be_reserved=True)
        known = self.instance if self.instance.pk else None
        renaming.check_name_is_free(name, besides=known, for_staff=True)
        return name


class NewPlayerForm(PlayerForm):
    """A new player with a first password, to be changed by whom it is for."""

    password = new_password_field(_("Password"))

    class Meta(PlayerForm.Meta):
        fields = ["username", "language"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "password" in data:
            try:
                validate_password(data["password"], Player(username=data.get("username", "")))
            except ValidationError as error:
                self.add_error("password", error)
        return data

    def save(self, commit: bool = True) -> Player:
        self.instance.set_password(self.cleaned_data["password"])
        player: Player = super().save(commit)
        return player


@admin.register(Player)
class PlayerAdmin(GuardedAdmin):
    """Find players, add them, let them in or not."""

    form = PlayerForm
    list_display = ["username", "email", "active", "staff", "joined", "last_sign_in"]
    list_filter = ["is_active", "is_staff", "language", "date_joined"]
    allowed_lookups = frozenset(
        {
            *("is_active__exact", "is_staff__exact", "language__exact", "language__isnull"),
            *("date_joined__gte", "date_joined__lt"),
        }
    )
    search_fields = ["name_key", "email"]
    search_help_text = _("Name or mail address, or a part of it")
    ordering = ["-date_joined"]
    list_per_page = 50
    show_full_result_count = False
    filter_horizontal = ["groups", "user_permissions"]
    actions = ["deactivate", "activate"]

    @admin.display(description=_("active"), boolean=True, ordering="is_active")
    def active(self, player: Player) -> bool:
        return player.is_active

    @admin.display(description=_("staff"), boolean=True, ordering="is_staff")
    def staff(self, player: Player) -> bool:
        return player.is_staff

    @admin.display(description=_("joined"), ordering="date_joined")
    def joined(self, player: Player) -> str:
        return daily_time(player.date_joined)

    @admin.display(description=_("last sign-in"))
    def last_sign_in(self, player: Player) -> str:
        return daily_time(player.last_login)

    @admin.display(description=_("public page"))
    def page(self, player: Player) -> str:
        parts = {
            "results": _("results"),
            "streaks": _("streaks"),
            "months": _("months"),
        }
        chosen = public_page.parts_chosen(player)
        shown = ", ".join(str(word) for part, word in parts.items() if part in chosen)
        return f"{player.get_page_for_display()}: {shown or '–'}"

    @admin.display(description=_("API tokens"))
    def tokens(self, player: Player) -> int:
        count: int = player.tokens__count  # type: ignore[attr-defined]  # set by get_object
        return count

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        return super().get_queryset(request).defer("password", "recovery_hash")

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Any:
        player = super().get_object(request, object_id, from_field)
        if player is not None:
            player.tokens__count = player.api_tokens.aggregate(n=Count("pk"))["n"]
        return player

    def get_form(
        self, request: HttpRequest, obj: Player | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is None:
            kwargs["form"] = NewPlayerForm
        return super().get_form(request, obj, change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Player | None = None) -> Any:
        if obj is None:
            return ["username", "language", "password"]
        shown = ["username", "email", "language", "active", "joined", "last_sign_in"]
        return [*shown, "page", "tokens", *POWERS]

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        if obj is None:
            return []
        shown = ["email", "active", "joined", "last_sign_in", "page", "tokens"]
        return shown if _is_superuser(request) else [*shown, *POWERS]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        return super().get_search_results(request, queryset, names.name_key(search_term))

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return super().has_change_permission(request, obj) and self._may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        allowed = super().has_delete_permission(request, obj) and self._may_touch(request, obj)
        return allowed and (obj is None or _may_go(obj))

    def _may_touch(self, request: HttpRequest, obj: Player | None) -> bool:
        """Only superusers touch superusers."""
        return obj is None or not obj.is_superuser or _is_superuser(request)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Players are deleted one by one, from their own page."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Store what the page has; others may meanwhile have deactivated the player."""
        if not change:
            obj.save()
            return
        own = set(form.changed_data) - {"groups", "user_permissions"}
        if "username" in own:
            renaming.withdraw_name(player=obj, name=form.initial["username"])
        obj.save(update_fields=own | {"name_key", "look_key"})

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        services.delete_player(player=obj)

    @admin.action(description=_("Deactivate the chosen players"), permissions=["change"])
    def deactivate(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        by = player_of(request)
        chosen = [
            player
            for player in queryset.filter(is_active=True)
            if player.pk != by.pk and self._may_touch(request, player)
        ]
        for player in chosen:
            services.deactivate_player(player=player, by=by)
        text = ngettext("%d player is deactivated.", "%d players are deactivated.", len(chosen))
        self.message_user(request, text % len(chosen), messages.SUCCESS)

    @admin.action(description=_("Activate the chosen players"), permissions=["change"])
    def activate(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        chosen = [
            player
            for player in queryset.filter(is_active=False)
            if self._may_touch(request, player)
        ]
        for player in chosen:
            services.activate_player(player=player, by=player_of(request))
        text = ngettext("%d player is active again.", "%d players are active again.", len(chosen))
        self.message_user(request, text % len(chosen), messages.SUCCESS)


def _may_go(player: Player) -> bool:
    """Whether a player was never of the staff, whose accounts stay."""
    try:
        services.check_may_be_deleted(player)
    except ValidationError:
        return False
    return True


def _is_superuser(request: HttpRequest) -> bool:
    return player_of(request).is_superuser
