"""Many at once: one row a version, one entry a game."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import services
from games.errors import GameError
from games.models import Game, Move
from games.seats import Seat
from leaderboard.models import Entry
from tests.support import AtOnce, SetClock, SitDown, StoreDaily, Table, ask

Castle = tuple[Table, str]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def castle(
    transactional_db: None,
    seat: Seat,
    set_clock: SetClock,
    daily_of_case: StoreDaily,
    table: SitDown,
) -> Castle:
    """A ranked game of Beleaguered Castle after an hour, one move before it is won."""
    set_clock("2026-11-29 12:00")
    found = daily_of_case("beleaguered-castle")
    day = found.daily.day
    game = services.start_or_resume(seat=seat, ruleset="beleaguered-castle", day=day)
    set_clock.advance(hours=1)
    at = table(game, seat)
    at.play(*found.line[:-1])
    return at, found.line[-1]


def last_move(at: Table, text: str, request: UUID) -> Callable[[], dict[str, Any]]:
    return partial(ask, at, text, request=request)


def test_the_winning_move_twenty_times_at_once_makes_one_entry(
    castle: Castle, at_once: AtOnce
) -> None:
    at, text = castle
    answers = at_once([last_move(at, text, uuid4()) for _ in range(20)])
    won = [answer for answer in answers if isinstance(answer, dict)]
    refused = Counter(error.code for error in answers if isinstance(error, GameError))
    assert len(won) == 1
    assert refused == {"game_finished": 19}
    assert Entry.objects.count() == 1
    assert Move.objects.filter(version=at.version + 1).count() == 1


def test_the_same_winning_request_twenty_times_at_once_gets_one_answer(
    castle: Castle, at_once: AtOnce
) -> None:
    at, text = castle
    answers = at_once([last_move(at, text, uuid4())] * 20)
    assert [answer for answer in answers if not isinstance(answer, dict)] == []
    assert all(answer == answers[0] for answer in answers)
    assert Entry.objects.count() == 1
    assert Move.objects.filter(version=at.version + 1).count() == 1


def test_of_different_moves_at_once_one_is_played_and_the_others_are_stale(
    castle: Castle, at_once: AtOnce
) -> None:
    at, _ = castle
    at.undo()
    answers = at_once([partial(ask, at, kind="undo")] * 10)
    assert sum(isinstance(answer, dict) for answer in answers) == 1
    assert Counter(e.code for e in answers if isinstance(e, GameError)) == {"stale_version": 9}
    assert Game.objects.get().version == at.version + 1
