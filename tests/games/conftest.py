"""A game to play on, shared by the tests of playing."""

import pytest

from games import services
from games.seats import Seat
from tests.support import Castle, SetClock, SitDown, StoreDaily

NOON = "2026-11-29 12:00"


@pytest.fixture
def castle(seat: Seat, set_clock: SetClock, daily_of_case: StoreDaily, table: SitDown) -> Castle:
    """A ranked game of Beleaguered Castle at noon, and the line that wins it."""
    set_clock(NOON)
    found = daily_of_case("beleaguered-castle")
    game = services.start_or_resume(seat=seat, ruleset="beleaguered-castle", day=found.daily.day)
    return table(game, seat), found.line
