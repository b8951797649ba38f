"""How a calendar day stands in an address."""

import datetime


class DayConverter:
    """A day as YYYY-MM-DD; anything else is no address of ours.

    >>> DayConverter().to_python("2026-11-29")
    datetime.date(2026, 11, 29)
    """

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> datetime.date:
        """The day meant; a ValueError (so no match) when the calendar has no such day."""
        return datetime.date.fromisoformat(value)

    def to_url(self, value: datetime.date) -> str:
        """The day as it stands in the address."""
        return value.isoformat()
