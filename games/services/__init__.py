"""The only writers: publishing dailies, starting games, and everything done in a game."""

from games.dailies import publish_daily, request_day
from games.services.helping import ask_help
from games.services.playing import Basis, GameRequest, Kind, decide
from games.services.purging import purge_guests
from games.services.starting import (
    note_sighting,
    start_daily,
    start_or_resume,
    start_practice,
    start_practice_of_daily,
)

__all__ = [
    "Basis",
    "GameRequest",
    "Kind",
    "ask_help",
    "decide",
    "note_sighting",
    "publish_daily",
    "purge_guests",
    "request_day",
    "start_daily",
    "start_or_resume",
    "start_practice",
    "start_practice_of_daily",
]
