"""How days and months are written: in addresses, of pages and of the API alike, and in requests."""

import datetime
import re

DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"


def read_day(text: str) -> datetime.date:
    """A calendar day written YYYY-MM-DD; a ValueError for all else that Python would take.

    >>> read_day("2026-11-29")
    datetime.date(2026, 11, 29)
    """
    if not re.fullmatch(DAY, text):
        raise ValueError(text)
    return datetime.date.fromisoformat(text)


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
    """A month as YYYY-MM, which stands for its first day.

    >>> MonthConverter().to_python("2026-11")
    datetime.date(2026, 11, 1)
    """

    regex = r"[0-9]{4}-[0-9]{2}"

    def to_python(self, value: str) -> datetime.date:
        """The month's first day; a ValueError (so no match) when there is no such month."""
        return datetime.date.fromisoformat(f"{value}-01")

    def to_url(self, value: datetime.date) -> str:
        """The month as it stands in the address."""
        return f"{value:%Y-%m}"
