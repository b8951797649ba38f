"""Which day it is, also when the clocks change."""

from datetime import UTC, date, datetime, timedelta

import pytest
from pytest_django import Settings

from games import clock
from games.calendar import daily_day, day_bounds


@pytest.mark.parametrize(
    ("day", "hours"),
    [(date(2026, 10, 25), 25), (date(2027, 3, 28), 23), (date(2026, 11, 29), 24)],
)
def test_a_day_is_as_long_as_it_is_in_berlin(day: date, hours: int) -> None:
    opens, closes = day_bounds(day)
    assert closes - opens == timedelta(hours=hours)


@pytest.mark.parametrize("day", [date(2026, 10, 25), date(2027, 3, 28), date(2026, 11, 29)])
def test_every_moment_belongs_to_the_day_between_whose_bounds_it_lies(day: date) -> None:
    opens, closes = day_bounds(day)
    moment = opens
    while moment < closes:
        assert daily_day(moment) == day
        moment += timedelta(minutes=30)
    assert daily_day(opens - timedelta(microseconds=1)) == day - timedelta(days=1)
    assert daily_day(closes) == day + timedelta(days=1)


def test_days_follow_each_other_without_a_gap_for_two_years() -> None:
    day = date(2026, 1, 1)
    for _ in range(730):
        following = day + timedelta(days=1)
        assert day_bounds(day)[1] == day_bounds(following)[0]
        day = following


def test_the_day_begins_at_midnight_in_berlin() -> None:
    assert day_bounds(date(2026, 7, 1))[0] == datetime(2026, 6, 30, 22, tzinfo=UTC)
    assert day_bounds(date(2026, 12, 1))[0] == datetime(2026, 11, 30, 23, tzinfo=UTC)


def test_another_time_zone_has_other_days(settings: Settings) -> None:
    settings.DAILY_TIME_ZONE = "Pacific/Auckland"
    assert daily_day(datetime(2026, 11, 29, 12, tzinfo=UTC)) == date(2026, 11, 30)


@pytest.mark.django_db
def test_the_databases_clock_tells_the_time_of_each_reading() -> None:
    readings = [clock.now() for _ in range(200)]
    assert readings == sorted(readings)
    assert all(reading.utcoffset() == timedelta(0) for reading in readings)
    assert len(set(readings)) > 1
