"""How a calendar month stands in addresses, those of pages and of the API alike."""

import datetime


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
