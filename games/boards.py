"""What is told of results and boards, and what is asked of whoever keeps them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from accounts.models import Player
from games.events import iso

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
PLACE = re.compile(r"([0-9]{1,10})-([0-9]{1,17})-([0-9]{1,18})", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a won ranked game brought; `rank` is None where it is held or void."""

    hundredths: int
    state: str
    rank: int | None
    total: int


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row of a board; `name` is already worded for a deleted player.

    `game` is there once everybody may watch it: when the day is settled.
    """

    rank: int
    name: str
    deleted: bool
    is_me: bool
    hundredths: int
    moves: int
    undos: int
    restarts: int
    clean: bool
    finished: datetime
    game: UUID | None


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where an entry stands on its board, whether it is still there or not; as text for addresses.

    >>> Place.parse("4711-1796000000000000-3").hundredths
    4711
    """

    hundredths: int
    finished: datetime
    entry: int

    @classmethod
    def parse(cls, text: str) -> "Place":
        """The place that a text stands for; ValueError where it is none."""
        found = PLACE.fullmatch(text)
        if found is None:
            raise ValueError(text)
        hundredths, finished, entry = map(int, found.groups())
        moment = EPOCH + finished * MICROSECOND
        return cls(hundredths=hundredths, finished=moment, entry=entry)

    def __str__(self) -> str:
        return f"{self.hundredths}-{(self.finished - EPOCH) // MICROSECOND}-{self.entry}"


@dataclass(frozen=True, kw_only=True)
class Board:
    """One page of a day's board, and the asker's own row on whatever page it is.

    `before` and `after` are the places from which to go on, None at either end. `near` are the own
    row and its neighbours, the one before and the one after it.
    """

    ruleset: str
    day: date
    entries: list[Row]
    total: int
    page: int
    pages: int
    before: Place | None
    after: Place | None
    mine: Row | None
    near: list[Row]

    @property
    def mine_is_elsewhere(self) -> bool:
        """Whether the asker's own row is there, but on another page."""
        return self.mine is not None and self.mine not in self.entries


# What a month's points are added up over, beside each single ruleset.
ALL = "all"
OF_THE_DAY = "of-the-day"


@dataclass(frozen=True, kw_only=True)
class MonthRow:
    """A player's place in a month: the points of the dailies that were won, and how many."""

    rank: int
    name: str
    deleted: bool
    is_me: bool
    points: int
    wins: int


@dataclass(frozen=True, kw_only=True)
class RecordRow:
    """A player's place of all time; times in hundredths, the longest streak in days."""

    rank: int
    name: str
    deleted: bool
    is_me: bool
    wins: int
    best: int
    median: int
    streak: int


StandingsRow = TypeVar("StandingsRow", MonthRow, RecordRow)


@dataclass(frozen=True, kw_only=True)
class Standings(Generic[StandingsRow]):
    """A page of a month's board or one of all time, and the asker's own row wherever it is."""

    rows: list[StandingsRow]
    total: int
    page: int
    pages: int
    mine: StandingsRow | None

    @property
    def mine_is_elsewhere(self) -> bool:
        """Whether the asker's own row is there, but on another page."""
        return self.mine is not None and self.mine not in self.rows


class StandingsKeeper(Protocol):
    """What whoever adds the results up can be asked; what isn't settled is not in it yet."""

    def month_board(
        self, *, scope: str, month: date, player: Player | None, page: int = 1
    ) -> Standings[MonthRow]:
        """A month's board: of a ruleset, of ALL, or of the patiences OF_THE_DAY."""

    def all_time_board(
        self, *, ruleset: str, player: Player | None, page: int = 1
    ) -> Standings[RecordRow]:
        """A ruleset's board of all time."""

    def month_as_of(self, *, scope: str, month: date) -> datetime | None:
        """When a month's points were last counted; None as long as there are none."""


class BoardKeeper(Protocol):
    """What whoever keeps the results of days can be asked."""

    def results_of_games(self, game_ids: Sequence[UUID]) -> Mapping[UUID, Result]:
        """The results of those of the games that have one."""

    def board(
        self,
        *,
        ruleset: str,
        day: date,
        player: Player | None,
        page: int = 1,
        page_size: int = 50,
        after: Place | None = None,
        before: Place | None = None,
        around: Player | None = None,
    ) -> Board:
        """A page of a board, or the rows after or before a place or around a player.

        GameError not_found or not_open where there is no such board, LookupError where the player
        isn't on it.
        """


_keepers: list[BoardKeeper] = []
_standings: list[StandingsKeeper] = []


def boards_from(keeper: BoardKeeper, *, standings: StandingsKeeper) -> None:
    """Have somebody asked for boards from now on: of days, and of months and all time."""
    _keepers[:] = [keeper]
    _standings[:] = [standings]


def keeper() -> BoardKeeper:
    """Whoever keeps the boards of days."""
    return _keepers[0]


def standings() -> StandingsKeeper:
    """Whoever keeps the boards of months and of all time."""
    return _standings[0]


def row_payload(row: Row) -> dict[str, Any]:
    """A board's row as JSON; a deleted player's name is null, for each reader's own words."""
    return {
        "rank": row.rank,
        "name": None if row.deleted else row.name,
        "is_me": row.is_me,
        "hundredths": row.hundredths,
        "moves": row.moves,
        "undos": row.undos,
        "restarts": row.restarts,
        "clean": row.clean,
        "finished": iso(row.finished),
        "game": str(row.game) if row.game else None,
    }


def board_payload(board: Board) -> dict[str, Any]:
    """What a page of a board shows, as JSON: its rows, and the asker's own between neighbours."""
    return {
        "entries": [row_payload(row) for row in board.entries],
        "total": board.total,
        "page": board.page,
        "mine": row_payload(board.mine) if board.mine else None,
        "near": [row_payload(row) for row in board.near],
    }
