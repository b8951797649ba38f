"""A desk with something of everything on it, and staff in each of the roles."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from accounts import reports
from accounts.models import NameReport, Player
from frontend.models import Announcement
from games import selectors, services
from games.models import DailyDeal, Game
from games.seats import Seat
from leaderboard.circles import reports as circle_reports
from leaderboard.circles import services as circles
from leaderboard.fairplay import services as fairplay
from leaderboard.models import Case, Decision, Entry
from tests.support import SetClock, SitDown, publish

SLUG = "beleaguered-castle"
ROLES = ("moderator", "editor", "administrator")


@dataclass(frozen=True, kw_only=True)
class Desk:
    """One row of each model that is on the desk, by label, and the daily that is under way."""

    rows: dict[str, Model]
    daily: DailyDeal
    coming: DailyDeal
    game: Game
    case: Case


@pytest.fixture
def desk(
    set_clock: SetClock, player: Player, other_player: Player, seat: Seat, table: SitDown
) -> Desk:
    """Noon: a daily has been won by its stored line in a burst, and tomorrow's is prepared."""
    set_clock("2026-11-29 12:00")
    daily = publish(SLUG, selectors.today())
    coming = publish("fan", selectors.today() + timedelta(days=1))
    at = table(services.start_daily(player=player, ruleset=SLUG, day=daily.day), seat)
    set_clock.advance(seconds=300)
    for text in daily.certificate.line.split():
        set_clock.advance(milliseconds=10)
        at.play(text)
    fairplay.examine_wins()
    case = Case.objects.select_related("entry").get()
    boss = Player.objects.create_superuser("Vorgesetzte")
    decision = fairplay.decide(
        case=case, kind=Decision.Kind.STRIKE, by=boss, reason="A burst.", seen=0
    )
    fairplay.answer(player=player, case_id=case.pk, text="A tunnel.")
    case.refresh_from_db()
    reports.report_name(reporter=other_player, player=player)
    now = timezone.now()
    announcement = Announcement.objects.create(
        text_de="Hallo", text_en="Hello", starts=now, ends=now + timedelta(days=1)
    )
    game = Game.objects.get(pk=at.game_id)
    circle = circles.start_circle(player=player, name="Skat")
    circle_reports.report_name(reporter=other_player, circle=circle.pk)
    rows: list[Model] = [
        *(player, NameReport.objects.get(), announcement, daily.deal, daily, game),
        *(game.moves.get(version=1), Entry.objects.get(), case, decision),
        *(circle, circle.reports.get()),
    ]
    return Desk(
        rows={row._meta.label_lower: row for row in rows},
        daily=daily,
        coming=coming,
        game=game,
        case=case,
    )


@pytest.fixture
def somebody(db: None) -> Callable[[str], Client]:
    """Gives the browser, in English, of somebody with a role: of the staff's, or another."""
    # Made anew, since tests that commit leave a database without what migrations put there.
    importlib.import_module("frontend.migrations.0002_roles").make_roles(apps)
    for later in ("0003_roles_for_circles", "0004_roles_for_circle_reports"):
        importlib.import_module(f"frontend.migrations.{later}").give_rights(apps)

    def sign_in(role: str) -> Client:
        who = Player.objects.create_user(f"The-{role}", is_staff=role != "player")
        if role == "superuser":
            Player.objects.filter(pk=who.pk).update(is_superuser=True)
        elif role in ROLES:
            who.groups.add(Group.objects.get(name=role))
        client = Client(headers={"accept-language": "en"})
        client.force_login(who)
        return client

    return sign_in
