"""The command that purges."""

from datetime import date
from io import StringIO

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command

from games import selectors, services
from games.models import DailyDeal, Deal, Game, Move
from games.seats import Seat
from tests.support import SetClock, SitDown, publish

pytestmark = pytest.mark.django_db


def test_purge_deletes_what_guests_left_behind_and_nothing_else(
    set_clock: SetClock, seat: Seat, guest_seat: Seat, table: SitDown
) -> None:
    set_clock("2026-10-01 12:00")
    idle = services.start_practice(seat=guest_seat, ruleset="fan", number=1)
    played = services.start_practice(seat=guest_seat, ruleset="beleaguered-castle", number=2)
    mine = services.start_practice(seat=seat, ruleset="fan", number=3)
    start, targets = next(iter(selectors.game_payload(played)["dests"].items()))
    at = table(played, guest_seat)
    at.play(f"{start}>{targets[0]}")
    publish("fan", date(2026, 10, 1))
    set_clock("2026-10-20 12:00")
    at.undo()
    young = services.start_practice(seat=guest_seat, ruleset="fan", number=4)

    set_clock("2026-11-01 12:00")
    out = StringIO()
    call_command("purge", stdout=out)

    assert "Deleted 1 guests' games and 1 practice deals" in out.getvalue()
    assert set(Game.objects.all()) == {played, mine, young}
    assert not Deal.objects.filter(pk=idle.deal_id).exists()
    assert DailyDeal.objects.count() == 1
    assert Move.objects.count() == 2

    set_clock("2026-12-24 12:00")
    call_command("purge", stdout=out)
    assert set(Game.objects.all()) == {mine}
    assert not Move.objects.exists()


def test_purge_clears_sessions_that_have_ended() -> None:
    for age in (-10, 10_000):
        session = SessionStore()
        session.set_expiry(age)
        session.save()
    call_command("purge", stdout=StringIO())
    assert Session.objects.count() == 1
