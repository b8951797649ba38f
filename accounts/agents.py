"""What a browser says of itself, in two words that its owner knows it by."""

from typing import Final

from django.utils.translation import gettext as _

# In this order: most browsers claim to be others, too, and name themselves first or last.
BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "FxiOS": "Firefox",
    "Firefox": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def describe(agent: str) -> str:
    """Return browser and system of a User-Agent header, as far as they are known.

    >>> describe("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
    'Firefox, Linux'
    """
    browser = _first(BROWSERS, agent) or _("Unknown browser")
    system = _first(SYSTEMS, agent)
    return f"{browser}, {system}" if system else browser


def _first(words: dict[str, str], agent: str) -> str | None:
    return next((word for sign, word in words.items() if sign in agent), None)
