"""The only writers: preparing dailies, starting games, and everything done in a game."""

from games.dailies import prepare_daily, prepare_day
from games.errors import GameError
from games.seat import Seat
from games.services.playing import Answer, Basis, play_move, resign, restart, undo
from games.services.purging import purge_guests
from games.services.starting import (
    start_daily,
    start_or_resume,
    start_practice,
    start_practice_of_daily,
)

__all__ = [
    "Answer",
    "Basis",
    "GameError",
    "Seat",
    "play_move",
    "prepare_daily",
    "prepare_day",
    "purge_guests",
    "resign",
    "restart",
    "start_daily",
    "start_or_resume",
    "start_practice",
    "start_practice_of_daily",
    "undo",
]
