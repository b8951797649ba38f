"""Which day it is, and when it begins and ends, in the daily time zone."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings


def daily_zone() -> ZoneInfo:
    """The time zone whose midnights part the dailies."""
    return ZoneInfo(settings.DAILY_TIME_ZONE)


def daily_day(moment: datetime) -> date:
    """The calendar day in the daily time zone at a moment."""
    return moment.astimezone(daily_zone()).date()


def day_bounds(day: date) -> tuple[datetime, datetime]:
    """The moments in UTC at which a day's dailies open and close: 23, 24 or 25 hours apart."""
    return _midnight(day), _midnight(day + timedelta(days=1))


def month_bounds(month: date) -> tuple[date, date]:
    """The first and the last day of the month in which a day lies.

    >>> month_bounds(date(2028, 2, 15))
    (datetime.date(2028, 2, 1), datetime.date(2028, 2, 29))
    """
    first = month.replace(day=1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=daily_zone()).astimezone(UTC)
