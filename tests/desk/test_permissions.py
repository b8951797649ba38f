"""Who of the staff may open and do what: every page of the desk, in every role."""

from collections.abc import Callable
from typing import Final

import pytest
from django.contrib import admin
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import NameReport, Player
from games.models import DayRequest
from leaderboard.circles.models import CircleReport
from leaderboard.fairplay.services import state_number
from leaderboard.models import Circle, Decision, Entry
from tests.desk.conftest import ROLES, Desk

pytestmark = pytest.mark.django_db

SignIn = Callable[[str], Client]
STAFF: Final = ("superuser", *ROLES, "none")

# What each role may do with the rows of each model; nobody else may do anything. Words are Django's
# for its pages ("view" opens list, row and history), and names of actions in the lists.
PAGES: Final = {"view", "add", "change", "delete"}
ENTRIES: Final = {"view", "void", "reinstate"}
RIGHTS: Final[dict[str, dict[str, set[str]]]] = {
    "accounts.player": {
        "superuser": {"view", "add", "change", "delete", "activate", "deactivate"},
        "administrator": {"view", "add", "change", "activate", "deactivate"},
        "moderator": {"view"},
    },
    "accounts.namereport": {role: {"view"} for role in ("superuser", "administrator", "moderator")},
    "frontend.announcement": {
        role: {"view", "add", "change", "delete", "delete_selected"}
        for role in ("superuser", "administrator", "editor")
    },
    "games.deal": {role: {"view"} for role in ("superuser", "administrator")},
    "games.dailydeal": {role: {"view"} for role in ("superuser", "administrator")},
    "games.game": {role: {"view"} for role in ("superuser", "administrator", "moderator")},
    "games.move": {role: {"view"} for role in ("superuser", "administrator", "moderator")},
    "leaderboard.entry": dict.fromkeys(("superuser", "administrator", "moderator"), ENTRIES),
    "leaderboard.case": {role: {"view"} for role in ("superuser", "administrator", "moderator")},
    "leaderboard.circle": {role: {"view"} for role in ("superuser", "administrator", "moderator")},
    "leaderboard.circlereport": {
        role: {"view"} for role in ("superuser", "administrator", "moderator")
    },
    "leaderboard.decision": {
        role: {"view"} for role in ("superuser", "administrator", "moderator")
    },
}


def test_every_model_on_the_desk_is_in_the_table() -> None:
    assert {model._meta.label_lower for model in admin.site._registry} == set(RIGHTS)


@pytest.mark.parametrize("role", STAFF)
def test_a_role_opens_the_pages_that_it_needs_and_no_others(
    role: str, desk: Desk, somebody: SignIn
) -> None:
    client = somebody(role)
    for label, row in desk.rows.items():
        of_game = {"game__id__exact": str(desk.game.pk)} if label == "games.move" else {}
        for page, verb, *args in (
            ("changelist", "view"),
            ("change", "view", row.pk),
            ("history", "view", row.pk),
            ("add", "add"),
            ("delete", "delete", row.pk),
        ):
            address = reverse(f"admin:{label.replace('.', '_')}_{page}", args=args)
            status = client.get(address, of_game).status_code
            assert (label, page, status) == (label, page, 200 if allows(label, role, verb) else 403)


@pytest.mark.parametrize("role", STAFF)
def test_a_role_is_offered_the_actions_that_it_may_take_and_no_others(
    role: str, somebody: SignIn
) -> None:
    somebody(role)
    request = RequestFactory().get("/")
    request.user = Player.objects.get(username=f"The-{role}")
    for model, model_admin in admin.site._registry.items():
        label = model._meta.label_lower
        actions = set(model_admin.get_actions(request))
        assert actions == RIGHTS[label].get(role, set()) - PAGES, label


def allows(label: str, role: str, verb: str) -> bool:
    """Whether the table gives a role a right."""
    return verb in RIGHTS[label].get(role, set())


@pytest.mark.parametrize("role", STAFF)
def test_a_role_changes_by_hand_what_it_may_and_nothing_else(
    role: str, desk: Desk, somebody: SignIn
) -> None:
    client = somebody(role)
    for label, row in desk.rows.items():
        if allows(label, role, "change") or label in POSTED:
            continue
        address = reverse(f"admin:{label.replace('.', '_')}_change", args=[row.pk])
        assert client.post(address, {"username": "x", "text_de": "x"}).status_code in (302, 403)
        before = {name: getattr(row, name) for name in _columns(row)}
        row.refresh_from_db()
        assert {name: getattr(row, name) for name in _columns(row)} == before, label


# Whose pages take decisions, told apart below.
POSTED: Final = {
    "leaderboard.case",
    "leaderboard.circle",
    "leaderboard.circlereport",
    "accounts.namereport",
}


def _columns(row: object) -> list[str]:
    return [field.attname for field in row._meta.concrete_fields]  # type: ignore[attr-defined]


@pytest.mark.parametrize("role", STAFF)
def test_only_moderators_and_above_decide_cases_entries_names_and_circles(
    role: str, desk: Desk, somebody: SignIn
) -> None:
    client = somebody(role)
    may = role in ("superuser", "administrator", "moderator")
    case = reverse("admin:leaderboard_case_change", args=[desk.case.pk])
    seen = state_number(desk.case)
    assert client.post(case, {"decision": "clear", "seen": seen}).status_code == (
        302 if may else 403
    )
    assert Decision.objects.count() == (2 if may else 1)
    report = reverse("admin:accounts_namereport_change", args=[NameReport.objects.get().pk])
    assert client.post(report, {"keep": "1"}).status_code == (302 if may else 403)
    assert NameReport.objects.get().state == ("kept" if may else "open")
    report = reverse("admin:leaderboard_circlereport_change", args=[CircleReport.objects.get().pk])
    assert client.post(report, {"keep": "1"}).status_code == (302 if may else 403)
    assert CircleReport.objects.get().state == ("kept" if may else "open")
    circle = reverse("admin:leaderboard_circle_change", args=[Circle.objects.get().pk])
    said = client.post(circle, {"name": "Bridge", "replace": "1"})
    assert said.status_code == (302 if may else 403)
    assert Circle.objects.get().name == ("Bridge" if may else "Skat")
    assert client.post(circle, {"sure": "on", "end": "1"}).status_code == (302 if may else 403)
    assert Circle.objects.exists() != may
    entries = reverse("admin:leaderboard_entry_changelist")
    chosen = {"_selected_action": [Entry.objects.get().pk], "apply": "1", "reason": "A machine."}
    before = Entry.objects.get().state
    client.post(entries, {"action": "void", **chosen})
    assert Entry.objects.get().state == ("void" if may else before)


@pytest.mark.parametrize("role", STAFF)
def test_only_administrators_have_days_prepared(role: str, desk: Desk, somebody: SignIn) -> None:
    client = somebody(role)
    may = role in ("superuser", "administrator")
    address = reverse("admin:games_dailydeal_prepare")
    assert client.get(address).status_code == (200 if may else 403)
    client.post(address, {"day": "2026-12-24"})
    assert DayRequest.objects.exists() == may


@pytest.mark.parametrize("role", ROLES)
def test_nobody_but_superusers_makes_staff(role: str, desk: Desk, somebody: SignIn) -> None:
    client = somebody(role)
    me = Player.objects.get(username=f"The-{role}")
    client.post(
        reverse("admin:accounts_player_change", args=[me.pk]),
        {"username": me.username, "language": "", "is_staff": "on", "is_superuser": "on"},
    )
    me.refresh_from_db()
    assert not me.is_superuser
    assert [group.name for group in me.groups.all()] == [role]


def test_superusers_give_roles(desk: Desk, somebody: SignIn) -> None:
    somebody("moderator").logout()
    moderator = Player.objects.get(username="The-moderator").groups.get()
    player = desk.rows["accounts.player"]
    answer = somebody("superuser").post(
        reverse("admin:accounts_player_change", args=[player.pk]),
        {
            "username": str(player),
            "language": "",
            "is_staff": "on",
            "groups": [moderator.pk],
        },
    )
    assert answer.status_code == 302
    changed = Player.objects.get(pk=player.pk)
    assert changed.is_staff
    assert changed.has_perm("leaderboard.change_case")


def test_players_are_not_let_in(desk: Desk, somebody: SignIn) -> None:
    client = somebody("player")
    for label, row in desk.rows.items():
        for page, args in (("changelist", []), ("change", [row.pk])):
            address = reverse(f"admin:{label.replace('.', '_')}_{page}", args=args)
            assert client.get(address).status_code in (302, 403)
