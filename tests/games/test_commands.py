"""The command that purges."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.db.models import Model

from games import selectors, services
from games.models import DailyDeal, Deal, Game, Move
from games.seats import Seat
from games.services.moving_in import take_over
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


def test_purge_leaves_what_is_taken_up_in_that_moment(
    set_clock: SetClock, seat: Seat, guest_seat: Seat
) -> None:
    set_clock("2026-10-01 12:00")
    game = services.start_practice(seat=guest_seat, ruleset="fan", number=1)
    unused = services.start_practice(seat=guest_seat, ruleset="fan", number=2)
    Game.objects.filter(pk=unused.pk).delete()
    set_clock("2026-11-01 12:00")

    with _once_after_looking_at(Game, lambda: _sign_up(guest_seat, seat)):
        call_command("purge", stdout=StringIO())
    assert Game.objects.get().player == seat.player
    assert Game.objects.get() == game

    services.start_practice(seat=seat, ruleset="fan", number=3)
    Game.objects.exclude(pk=game.pk).delete()
    Deal.objects.update(created=game.started)
    with _once_after_looking_at(
        Deal, lambda: services.start_practice(seat=seat, ruleset="fan", number=3)
    ):
        call_command("purge", stdout=StringIO())
    assert set(Deal.objects.values_list("number", flat=True)) == {1, 3}


def _sign_up(guest: Seat, seat: Seat) -> None:
    assert seat.player is not None
    take_over(guest=guest.guest, player=seat.player)


@contextmanager
def _once_after_looking_at(model: type[Model], act: Callable[[], object]) -> Iterator[None]:
    """Have something happen right after the first look at a model's rows."""
    begins = f'SELECT "{model._meta.db_table}"."id"'
    looks: list[str] = []
    waiting = [act]

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if looks and waiting:
            waiting.pop()()
        looks.extend([sql] if sql.startswith(begins) else [])
        return run(sql, *rest)

    with connection.execute_wrapper(execute):
        yield


def test_purge_clears_sessions_that_have_ended() -> None:
    for age in (-10, 10_000):
        session = SessionStore()
        session.set_expiry(age)
        session.save()
    call_command("purge", stdout=StringIO())
    assert Session.objects.count() == 1
