"""How days and months are written: in addresses, of pages and of the API alike, and in requests."""

import datetime
import re

DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
MONTH = r"[0-9]{4}-[0-9]{2}"


def read_day(text: str) -> datetime.date:
    """A calendar day written YYYY-MM-DD; a ValueError for all else that Python would take.

    >>> read_day("2026-11-29")
    datetime.date(2026, 11, 29)
    """
    if not re.fullmatch(DAY, text):
        raise ValueError(text)
    return datetime.date.fromisoformat(text)


def read_month(text: str) -> datetime.date:
    """The first day of a month written YYYY-MM; a ValueError for all else.

    >>> read_month("2026-11")
    datetime.date(2026, 11, 1)
    """
    if not re.fullmatch(MONTH, text):
        raise ValueError(text)
    return datetime.date.fromisoformat(f"{text}-01")


class DayConverter:
    """A day in an address; what is none matches no address."""

    regex = DAY

    def to_python(self, value: str) -> datetime.date:
        """The day meant; a ValueError (so no match) when the calendar has no such day."""
        return read_day(value)

    def to_url(self, value: datetime.date) -> str:
        """The day as it stands in the address."""
        return value.isoformat()


class MonthConverter:
    """A month in an address, which stands for its first day."""

    regex = MONTH

    def to_python(self, value: str) -> datetime.date:
        """The month's first day; a ValueError (so no match) when there is no such month."""
        return read_month(value)

    def to_url(self, value: datetime.date) -> str:
        """The month as it stands in the address."""
        return f"{value:%Y-%m}"
