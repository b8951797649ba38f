"""Every column of the database that leads to a player is told in the download, or isn't theirs.

A new one has to be decided upon here: where it is told, and what deletion leaves of it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from accounts import export, renaming, reports
from accounts import services as accounts
from accounts.models import DeviceUse, NameReport, Player
from games import services
from games.models import HelpRequest, Move
from games.seats import Seat
from leaderboard.circles import reports as circle_reports
from leaderboard.circles import services as circles
from leaderboard.models import (
    Case,
    Circle,
    Decision,
    Entry,
    Examination,
    Record,
    Sighting,
    Signal,
    Standing,
)
from tests.pages.conftest import DAY, Won, stored_daily
from tests.pages.test_belongings import tables_that_name
from tests.support import SitDown

# Where in the download the rows of a column are told.
TOLD = {
    "accounts.FormerName.player": "account.former_names",
    "account.EmailAddress.user": "account.mail_addresses",
    "accounts.ApiToken.player": "tokens",
    "accounts.SignIn.player": "sign_ins",
    "accounts.DeviceUse.player": "devices",
    "accounts.NameReport.reporter": "name_reports",
    "mfa.Authenticator.user": "second_factors",
    "games.Game.player": "games",
    "games.Move.game": "games.moves",
    "games.HelpRequest.game": "help",
    "leaderboard.Entry.player": "entries",
    "leaderboard.Entry.game": "entries",
    "leaderboard.Standing.player": "months",
    "leaderboard.Record.player": "records",
    "leaderboard.Membership.player": "circles",
    "leaderboard.CircleReport.reporter": "circle_reports",
    "leaderboard.Sighting.game": "sightings",
    "leaderboard.Case.entry": "cases",
    "leaderboard.Signal.case": "cases.signals",
    "leaderboard.Decision.case": "cases.decisions",
}
# Whose it is instead, or that it says nothing which isn't told elsewhere.
NOT_TOLD = {
    "accounts.NameReport.player": "the reporter's",
    "leaderboard.Examination.game": "a digest of the game's moves, which are told",
    "account.EmailConfirmation.email_address": "never written: links to confirm are signed",
    "accounts.Player_groups.player": "the staff's, who can't be deleted",
    "accounts.Player_user_permissions.player": "the staff's",
    "admin.LogEntry.user": "the staff's",
    "leaderboard.Decision.by": "the staff's",
}
# What boards, the staff's log and its queue rest upon stays, without a name.
STAYS = {
    "games.Game",
    "games.Move",
    "leaderboard.Entry",
    "leaderboard.Standing",
    "leaderboard.Record",
    "leaderboard.Case",
    "leaderboard.Decision",
    "leaderboard.CircleReport",
}


@dataclass(frozen=True)
class Column:
    """A column that leads to a player, or to what is a player's."""

    model: type[Model]
    name: str
    to: type[Model]

    def __str__(self) -> str:
        return f"{self.model._meta.label}.{self.name}"


def columns_to(owners: set[type[Model]]) -> Iterator[Column]:
    """All columns that lead to some models, and those that lead on to where these are."""
    every = [
        Column(model, field.name, field.related_model)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field.related_model, type)
    ]
    known = 0
    while known != len(owners):
        known = len(owners)
        owners |= {column.model for column in every if column.to in owners}
    return (column for column in every if column.to in owners)


def test_of_every_column_that_leads_to_a_player_it_is_known_where_it_is_told() -> None:
    found = sorted(str(column) for column in columns_to({Player}))
    assert found == sorted(TOLD | NOT_TOLD)


@pytest.fixture
def owner(
    player: Player, other_player: Player, mine: Client, seat: Seat, won: Won, table: SitDown
) -> Player:
    """A player with something of everything that one may have."""
    now = timezone.now()
    practice = services.start_practice(seat=seat, ruleset="fan", number=7)
    table(practice, seat).resign()
    entry = Entry.objects.get(game=won(player, "citadel", 20_000))
    Move.objects.create(
        game_id=entry.game_id, version=1, kind="restart", ply=0, request=uuid4(), created=now
    )
    daily = stored_daily("citadel")
    case = Case.objects.create(entry=entry, waiting_since=now, answer="A tunnel.", answered=now)
    Signal.objects.create(case=case, kind=Signal.Kind.FAST, facts={}, found=now)
    Decision.objects.create(case=case, kind=Decision.Kind.CLEAR, by=other_player, decided=now)
    Sighting.objects.create(device="d" * 32, game_id=entry.game_id, daily=daily, seen=now)
    Examination.objects.create(game_id=entry.game_id, daily=daily, won=now, line="l" * 64)
    Standing.objects.create(player=player, scope="all", month=DAY.replace(day=1), points=9, wins=1)
    Record.objects.create(player=player, ruleset="citadel", wins=1, best=9, median=9, streak=1)
    HelpRequest.objects.create(
        asker=f"player {player.pk}",
        game=practice,
        version=0,
        kind=HelpRequest.Kind.HINT,
        question=uuid4(),
        created=now,
    )
    circles.start_circle(player=player, name="Bridgeclub")
    theirs = Circle.objects.create(name="Nachbarn", token="t" * 22, created=now)
    circle_reports.report_name(reporter=player, circle=theirs.pk)
    renaming.change_name(player=player, name="Elfriede")
    reports.report_name(reporter=player, player=other_player)
    reports.report_name(reporter=other_player, player=player)
    accounts.create_token(player=player, label="my bot")
    DeviceUse.objects.create(device="d" * 32, player=player, latest=now)
    EmailAddress.objects.create(user=player, email="elfriede@patience.example")
    Authenticator.objects.create(user=player, type=Authenticator.Type.WEBAUTHN, data={})
    return player


@pytest.mark.parametrize("path", sorted(set(TOLD.values())))
def test_the_download_tells_of_it(path: str, owner: Player) -> None:
    found: list[Any] = [json.loads(export.everything_about(owner))]
    for part in path.split("."):
        found = [each for parent in found for each in listed(parent[part])]
    assert found


def listed(told: Any) -> list[Any]:
    """What is told once, as a list, too."""
    return told if isinstance(told, list) else [told]


def test_deletion_leaves_what_boards_and_the_log_rest_upon_and_no_name(owner: Player) -> None:
    key = owner.pk
    models = {column.model for column in columns_to({Player}) if str(column) in TOLD}
    assert [model for model in models if not model._default_manager.exists()] == []
    accounts.delete_player(player=owner)
    left = {model._meta.label for model in models if model._default_manager.exists()}
    assert left == STAYS
    directly = [column for column in columns_to({Player}) if column.to is Player]
    assert [
        str(column)
        for column in directly
        if column.model._default_manager.filter(**{column.name: key}).exists()
    ] == []
    assert not NameReport.objects.exists()
    for name in ("Elfriede", "Wilhelmine", "elfriede@", "A tunnel."):
        assert tables_that_name(name) == []
