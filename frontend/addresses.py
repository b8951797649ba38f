"""The addresses in each row of a list, for which `reverse` takes longer than all else of a row."""

from datetime import date
from functools import cache
from urllib.parse import quote
from uuid import UUID

from django.urls import reverse

# What `reverse` leaves as it is.
SAFE = "!$&'()*+,;=/~:@"


def of_player(name: str) -> str:
    """The page of a player."""
    before, after = _around("player", "NAME")
    return f"{before}{quote(name, safe=SAFE)}{after}"


def of_replay(game: UUID) -> str:
    """The page on which a game can be watched."""
    before, after = _around("replay", UUID(int=0))
    return f"{before}{game}{after}"


def of_board(ruleset: str, day: date) -> str:
    """The board of a day."""
    before, after = _around("board", "RULESET", date.min)
    return f"{before}{ruleset}/{day.isoformat()}{after}"


@cache
def _around(view: str, *marks: object) -> tuple[str, str]:
    """What an address has before and after the part that differs."""
    before, _, after = reverse(view, args=marks).partition("/".join(map(str, marks)))
    return before, after
