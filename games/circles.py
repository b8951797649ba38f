"""What the API tells of circles, and what it asks of whoever keeps them (as `games.events` does).

A circle is a private board of some players. Nobody else learns that there is one.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from accounts.models import Player
from games.boards import MonthRow, Row


@dataclass(frozen=True, kw_only=True)
class CircleSummary:
    """A circle that the asker is in; `owner` is empty where nobody's account is active."""

    id: int
    name: str
    owner: str
    is_owner: bool
    members: int
    joined: datetime


@dataclass(frozen=True, kw_only=True)
class Member:
    """Somebody in a circle; `player` is the player's key."""

    id: int
    player: int
    name: str
    joined: datetime
    is_owner: bool


@dataclass(frozen=True, kw_only=True)
class OwnCircle:
    """A circle that a player is in, and its members, who has been in longest first.

    What only its owner is told is empty for others: the invitation, and the name that staff have
    replaced lately. There are no deactivated accounts among the members.
    """

    id: int
    name: str
    player: Player
    is_owner: bool
    invitation: str
    replaced_name: str
    members: list[Member]


@dataclass(frozen=True, kw_only=True)
class CircleRow(Row):
    """A row of a circle's board: `rank` is the one among its members, `overall` that of all."""

    overall: int


@dataclass(frozen=True, kw_only=True)
class CircleBoard:
    """A circle's board of a day: all who have won, the asker's own row among them."""

    circle: int
    ruleset: str
    day: date
    entries: list[CircleRow]


@dataclass(frozen=True, kw_only=True)
class CircleMonth:
    """A circle's board of a month, whose points are those of the board of all players."""

    circle: int
    scope: str
    month: date
    entries: list[MonthRow]


class CircleKeeper(Protocol):
    """What whoever keeps the circles can be asked; all but the list only of an `own_circle`."""

    def circles_of(self, player: Player) -> list[CircleSummary]:
        """The circles that a player is in."""

    def own_circle(self, *, player: Player, circle: int) -> OwnCircle:
        """A circle of a player's; LookupError for all who aren't in it."""

    def day_board(self, *, own: OwnCircle, ruleset: str, day: date) -> CircleBoard:
        """A circle's board of a day; GameError not_found or not_open for no such daily."""

    def month_board(self, *, own: OwnCircle, scope: str, month: date) -> CircleMonth:
        """A circle's board of a month: of a ruleset, of ALL, or of the patiences OF_THE_DAY."""


_keeper: list[CircleKeeper] = []


def circles_from(keeper: CircleKeeper) -> None:
    """Have somebody asked for circles from now on."""
    _keeper[:] = [keeper]


def keeper() -> CircleKeeper:
    """Whoever keeps the circles."""
    return _keeper[0]
