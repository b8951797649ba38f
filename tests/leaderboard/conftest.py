"""Players' results on boards."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count

import pytest

from accounts.models import Player
from games import clock
from games.models import DailyDeal
from leaderboard.models import Entry
from tests.support import SetClock, StoreDaily, store_win

Enter = Callable[..., Entry]


@pytest.fixture
def fan(set_clock: SetClock, daily_of_case: StoreDaily) -> DailyDeal:
    """Today's daily of Fan."""
    set_clock("2026-11-29 12:00")
    return daily_of_case("fan").daily


@pytest.fixture
def enter(fan: DailyDeal) -> Enter:
    """Enters a player's result, on today's board of Fan if on no other, a second after the last."""
    seconds = count()

    def enter(
        name: str,
        hundredths: int,
        state: str = "counted",
        undos: int = 0,
        daily: DailyDeal = fan,
    ) -> Entry:
        player, _ = Player.objects.get_or_create(username=name)
        finished = clock.now() + timedelta(seconds=next(seconds))
        return store_win(daily, player, hundredths, finished=finished, undos=undos, state=state)

    return enter


@pytest.fixture
def staff(db: None) -> Player:
    """Somebody who decides."""
    return Player.objects.create_user("Kunigunde", is_staff=True, is_superuser=True)
