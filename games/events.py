"""What games tell others, and what they ask of whoever keeps the results.

Games never import the leaderboard: it registers here what it wants to hear and can answer.
"""

import logging
import re
from asyncio import AbstractEventLoop, Task, create_task
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import DatabaseError

from accounts.models import Player

logger = logging.getLogger(__name__)
# Times are compared at the precision that is shown, rounded down.
HUNDREDTH = timedelta(milliseconds=10)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
PLACE = re.compile(r"([0-9]{1,10})-([0-9]{1,17})-([0-9]{1,18})", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Win:
    """A ranked game that has just been won; `hundredths` of a second, rounded down.

    `requests` are those that brought the moves: a sequence is one, and so is finishing the game.
    """

    game_id: UUID
    daily_id: int
    player_id: int | None
    ruleset: str
    day: date
    hundredths: int
    moves: int
    requests: int
    undos: int
    restarts: int
    finished: datetime


@dataclass(frozen=True, kw_only=True)
class Sighting:
    """A device has been shown the cards of somebody's ranked game."""

    device: str
    game_id: UUID
    daily_id: int


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


class Results(Protocol):
    """What whoever keeps the results can be asked."""

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


_on_won: list[Callable[[Win], None]] = []
_on_sighting: list[Callable[[Sighting], None]] = []
_on_purge: list[Callable[[], object]] = []
_on_round: list[Callable[[], object]] = []
_results: list[Results] = []
_standings: list[StandingsKeeper] = []


def on_won(function: Callable[[Win], None]) -> None:
    """Have a function called inside the transaction of every winning move of a ranked game."""
    if function not in _on_won:
        _on_won.append(function)


def on_sighting(function: Callable[[Sighting], None]) -> None:
    """Have a function called whenever a device is shown a ranked game that isn't settled."""
    if function not in _on_sighting:
        _on_sighting.append(function)


def on_purge(function: Callable[[], object]) -> None:
    """Have a function called from time to time that forgets what is old enough."""
    if function not in _on_purge:
        _on_purge.append(function)


def on_round(function: Callable[[], object]) -> None:
    """Have a function called every second by the solver's process; it must be quick."""
    if function not in _on_round:
        _on_round.append(function)


def results_from(keeper: Results) -> None:
    """Have somebody asked for results from now on."""
    _results[:] = [keeper]


def standings_from(keeper: StandingsKeeper) -> None:
    """Have somebody asked for months and all time from now on."""
    _standings[:] = [keeper]


def tell_won(win: Win) -> None:
    """Tell those who asked that a ranked game has been won; call it in the same transaction."""
    for function in _on_won:
        function(win)


def tell_sighting(sighting: Sighting) -> None:
    """Tell those who asked that a device has been shown a ranked game."""
    for function in _on_sighting:
        function(sighting)


def tell_round() -> None:
    """Let everybody who asked do a little of what no request should wait for.

    What fails is logged and tried again: none of it may keep the solver from its work.
    """
    for function in _on_round:
        try:
            function()
        except DatabaseError:
            raise
        except Exception:
            logger.exception("%s has failed", function)


def tell_purge() -> None:
    """Have everybody who asked forget what is old enough."""
    for function in _on_purge:
        function()


def results_of_games(game_ids: Sequence[UUID]) -> Mapping[UUID, Result]:
    """The results of those of the games that have one."""
    return _results[0].results_of_games(game_ids) if game_ids else {}


def board(
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
    return _results[0].board(
        ruleset=ruleset,
        day=day,
        player=player,
        page=page,
        page_size=page_size,
        after=after,
        before=before,
        around=around,
    )


def month_board(
    *, scope: str, month: date, player: Player | None, page: int
) -> Standings[MonthRow]:
    """A month's board: of a ruleset, of ALL, or of the patiences OF_THE_DAY."""
    return _standings[0].month_board(scope=scope, month=month, player=player, page=page)


def all_time_board(*, ruleset: str, player: Player | None, page: int) -> Standings[RecordRow]:
    """A ruleset's board of all time."""
    return _standings[0].all_time_board(ruleset=ruleset, player=player, page=page)


def month_as_of(*, scope: str, month: date) -> datetime | None:
    """When a month's points were last counted; None as long as there are none."""
    return _standings[0].month_as_of(scope=scope, month=month)


# --- Told after the commit ----------------------------------------------------------------------


def game_group(game_id: UUID) -> str:
    """The name of the channel group of those who look at a game."""
    return f"game.{game_id.hex}"


def board_group(*, scope: str, when: str) -> str:
    """The name of the channel group of those who look at a board, of a day or of a month."""
    return f"board.{scope}.{when}"


def game_changed(*, game_id: UUID, version: int) -> None:
    """Tell the game's tabs that it has come to a version; those who don't know it look."""
    group = game_group(game_id)
    _send(group, {"type": "game.changed", "group": group, "version": version})


def board_changed(*, scope: str, when: str, payload: dict[str, Any]) -> None:
    """Tell those who look at a board how it stands now, and which of its rows are new."""
    group = board_group(scope=scope, when=when)
    _send(group, {"type": "board.changed", "group": group, "payload": payload})


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


def iso(moment: datetime) -> str:
    """A moment as JSON has it: UTC, to the millisecond.

    >>> from datetime import UTC
    >>> iso(datetime(2026, 11, 29, 10, tzinfo=UTC))
    '2026-11-29T10:00:00.000Z'
    """
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# The loop that a thread of the sockets works for: it tells by itself, and no move waits for that.
tells_by: ContextVar[AbstractEventLoop | None] = ContextVar("tells_by", default=None)


def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    loop = tells_by.get()
    if loop is None:
        async_to_sync(layer.group_send)(group, message)
    else:
        loop.call_soon_threadsafe(_tell, layer, group, message)


_telling: set[Task[None]] = set()


def _tell(layer: Any, group: str, message: dict[str, Any]) -> None:
    task = create_task(layer.group_send(group, message))
    # The loop itself would let it go half-way.
    _telling.add(task)
    task.add_done_callback(_told)


def _told(task: Task[None]) -> None:
    _telling.discard(task)
    if not task.cancelled() and task.exception():
        logger.error("nobody could be told", exc_info=task.exception())
