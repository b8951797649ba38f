"""How long something took, as people read it in the active language."""

from django.utils.formats import get_format


def clock(hundredths: int) -> str:
    """A time in hundredths of a second as minutes, seconds and hundredths.

    >>> from django.utils.translation import override
    >>> with override("de"): clock(18742)
    '3:07,42'
    >>> with override("en"): clock(366_005)
    '1:01:00.05'
    """
    seconds, rest = divmod(hundredths, 100)
    return f"{minutes(seconds)}{_point()}{rest:02d}"


def minutes(seconds: int) -> str:
    """A number of seconds as minutes and seconds.

    >>> minutes(187), minutes(3_660)
    ('3:07', '1:01:00')
    """
    whole_minutes, rest = divmod(seconds, 60)
    hours, within = divmod(whole_minutes, 60)
    return f"{hours}:{within:02d}:{rest:02d}" if hours else f"{within}:{rest:02d}"


def seconds(milliseconds: float, places: int) -> str:
    """Milliseconds as seconds with so many places behind the point.

    >>> from django.utils.translation import override
    >>> with override("de"): seconds(1_250, 1), seconds(80, 2)
    ('1,2', '0,08')
    """
    return f"{milliseconds / 1000:.{places}f}".replace(".", _point())


def _point() -> str:
    return str(get_format("DECIMAL_SEPARATOR"))
