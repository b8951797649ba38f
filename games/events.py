"""What games tell others: those that want to hear of it register here, for games know nobody."""

import logging
from asyncio import AbstractEventLoop, Task, create_task
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import DatabaseError

logger = logging.getLogger(__name__)
# Times are compared at the precision that is shown, rounded down.
HUNDREDTH = timedelta(milliseconds=10)


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


_on_won: list[Callable[[Win], None]] = []
_on_sighting: list[Callable[[Sighting], None]] = []
_on_purge: list[Callable[[], object]] = []
_on_round: list[Callable[[], object]] = []


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
