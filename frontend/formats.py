"""Times as people read them, in the active language."""

from django.utils.translation import get_language


def clock(hundredths: int) -> str:
    """A time in hundredths of a second as minutes, seconds and hundredths.

    >>> from django.utils.translation import override
    >>> with override("de"): clock(18742)
    '3:07,42'
    >>> with override("en"): clock(366_000 + 5)
    '1:01:00.05'
    """
    seconds, rest = divmod(hundredths, 100)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    point = "," if (get_language() or "").startswith("de") else "."
    lead = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    return f"{lead}:{seconds:02d}{point}{rest:02d}"
