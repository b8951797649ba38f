"""What every test of the sockets starts with and leaves behind."""

from collections.abc import Callable, Iterator
from threading import Barrier

import pytest
from channels.layers import channel_layers
from django.db import connections
from django.test import Client

from accounts.models import Player
from games.live import threads
from games.services import start_daily
from tests.conftest import CaseDaily
from tests.live.dialogue import Tab


@pytest.fixture(autouse=True)
def own_channels() -> Iterator[None]:
    """Give each test, which has a loop of its own, channels of its own; close what it opened."""
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()
    everybody_here = Barrier(threads.THREADS)

    def close() -> None:
        everybody_here.wait()
        connections.close_all()

    for done in [threads.executor.submit(close) for _ in range(threads.THREADS)]:
        done.result()


@pytest.fixture
def session_of(transactional_db: None) -> Callable[[Player], str]:
    """Signs a player in, as if in a browser, and gives the session's key."""

    def sign_in(player: Player) -> str:
        client = Client()
        client.force_login(player)
        key = client.session.session_key
        assert key
        return key

    return sign_in


@pytest.fixture
def castle(
    transactional_db: None, daily_of_case: Callable[..., CaseDaily], player: Player
) -> "Castle":
    """The player's ranked game of today's Beleaguered Castle."""
    dealt = daily_of_case("beleaguered-castle")
    game = start_daily(player=player, ruleset="beleaguered-castle", day=dealt.daily.day)
    return Castle(f"/ws/games/{game.pk}/", dealt)


class Castle:
    """A game, the address of its socket and the line that wins it."""

    def __init__(self, path: str, dealt: CaseDaily) -> None:
        self.path = path
        self.line = dealt.line
        self.daily = dealt.daily
        self.board = f"/ws/boards/{dealt.daily.ruleset}/{dealt.daily.day}/"


@pytest.fixture
def tab(session_of: Callable[[Player], str], castle: Castle, player: Player) -> Callable[[], Tab]:
    """Opens tabs of the player's browser at the game; all share one session."""
    session = session_of(player)
    return lambda: Tab(castle.path, session=session)
