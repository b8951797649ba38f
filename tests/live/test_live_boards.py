"""Dialogues with the socket of a board."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock, Mock
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from accounts.models import Player
from accounts.services import delete_player
from games import services
from games.live import audience
from games.live.socket import encoded
from games.seats import Seat
from leaderboard.models import Entry
from leaderboard.services import reinstate_entry, void_entry
from leaderboard.standings.services import settle
from tests.conftest import SetClock, Table
from tests.live.conftest import Castle
from tests.live.dialogue import Tab

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def win(castle: Castle, settings: Any) -> Callable[[Player], Any]:
    """Has a player win today's deal, all at once and yet not too fast."""
    settings.FASTEST_SECONDS_PER_MOVE = 0

    def play(player: Player) -> None:
        seat = Seat(player=player)
        game = services.start_daily(
            player=player, ruleset=castle.daily.ruleset, day=castle.daily.day
        )
        Table(game_id=game.pk, seat=seat).play(*castle.line)

    return database_sync_to_async(play)


async def test_everybody_hears_of_a_new_entry(
    castle: Castle, win: Callable[[Player], Any], player: Player, other_player: Player
) -> None:
    watchers = [Tab(castle.board), Tab(castle.board)]
    for watcher in watchers:
        opened = await watcher.open()
        assert opened == {"type": "board", "top": [], "total": 0}
    await win(player)
    await win(other_player)
    for watcher in watchers:
        heard = [await watcher.hear(), await watcher.hear()]
        assert [each["type"] for each in heard] == ["entry", "entry"]
        assert [each["total"] for each in heard] == [1, 2]
        assert [row["name"] for each in heard for row in each["new"]] == ["Wilhelmine", "Ottokar"]
        assert {row["name"] for row in heard[1]["top"]} == {"Wilhelmine", "Ottokar"}
        assert not any(row["is_me"] for row in heard[1]["top"])


async def test_a_rush_of_wins_is_told_in_few_messages(
    castle: Castle, win: Callable[[Player], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = Tab(castle.board)
    await watcher.open()
    first, *others = [
        await database_sync_to_async(Player.objects.create_user)(f"Player{number}")
        for number in range(4)
    ]
    everybody_has_won = asyncio.Event()
    monkeypatch.setattr(audience, "pause", everybody_has_won.wait)
    await win(first)
    assert [row["name"] for row in (await watcher.hear())["new"]] == [first.username]
    for other in others:
        await win(other)
    everybody_has_won.set()
    told = await watcher.hear()
    assert told["total"] == 4
    assert [row["name"] for row in told["new"]] == [other.username for other in others]


async def test_all_who_look_share_one_subscription_and_one_encoding(
    castle: Castle, win: Callable[[Player], Any], player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = get_channel_layer()
    assert layer is not None
    subscribe = AsyncMock(wraps=layer.new_channel)
    encode = Mock(wraps=encoded)
    monkeypatch.setattr(layer, "new_channel", subscribe)
    monkeypatch.setattr(audience, "encoded", encode)
    watchers = [Tab(castle.board) for _ in range(3)]
    for watcher in watchers:
        await watcher.open()
    await win(player)
    for watcher in watchers:
        assert (await watcher.hear())["type"] == "entry"
    assert (subscribe.await_count, encode.call_count) == (1, 1)


async def test_who_leaves_hears_no_more_and_the_others_do(
    castle: Castle, win: Callable[[Player], Any], player: Player
) -> None:
    leaver, stayer = Tab(castle.board), Tab(castle.board)
    await leaver.open()
    await stayer.open()
    await leaver.disconnect()
    await win(player)
    assert (await stayer.hear())["total"] == 1
    await stayer.disconnect()
    # The board's last watcher has gone; the next one begins anew.
    comer = Tab(castle.board)
    assert (await comer.open())["total"] == 1


async def test_who_comes_later_sees_what_stands(
    castle: Castle, win: Callable[[Player], Any], player: Player
) -> None:
    await win(player)
    opened = await Tab(castle.board).open()
    assert [(row["rank"], row["name"]) for row in opened["top"]] == [(1, "Wilhelmine")]


async def test_everybody_hears_when_an_entry_goes_and_comes_back(
    castle: Castle, win: Callable[[Player], Any], player: Player
) -> None:
    await win(player)
    watcher = Tab(castle.board)
    await watcher.open()
    chef = await database_sync_to_async(Player.objects.create_superuser)("Chef")
    entry = await database_sync_to_async(Entry.objects.get)()
    await database_sync_to_async(void_entry)(entry=entry, reason="by a program", by=chef)
    assert (await watcher.hear())["total"] == 0
    await database_sync_to_async(reinstate_entry)(entry=entry, by=chef)
    assert (await watcher.hear())["total"] == 1


async def test_a_deleted_player_keeps_the_row_without_a_name(
    castle: Castle, win: Callable[[Player], Any], player: Player
) -> None:
    await win(player)
    await database_sync_to_async(delete_player)(player=player)
    opened = await Tab(castle.board).open()
    assert [(row["rank"], row["name"]) for row in opened["top"]] == [(1, None)]


async def test_a_board_answers_pings_and_nothing_else(castle: Castle) -> None:
    watcher = Tab(castle.board)
    await watcher.open()
    await watcher.say(type="ping")
    assert await watcher.hear() == {"type": "pong"}
    await watcher.say(type="play", id=uuid4(), move="redeal", version=0)
    assert (await watcher.hear())["error"]["code"] == "bad_request"


@pytest.mark.parametrize(
    "board",
    [
        "poker/2026-11-29",
        "fan/2026-02-30",
        "fan/today",
        "fan/2999-01-01",
        "fan/1999-01-01",
        "x" * 200 + "/2026-11-29",
        "poker/2026-11",
        "fan/2026-13",
        "fan/2999-01",
        "fan/1999-01",
        "all/2026-11-29",
    ],
)
async def test_a_board_that_is_not_there_is_refused(board: str) -> None:
    assert await Tab(f"/ws/boards/{board}/").refused() == 4404


async def test_a_page_of_elsewhere_is_refused(castle: Castle) -> None:
    assert await Tab(castle.board, origin="http://evil.example").refused() == 4403


async def test_a_month_is_told_each_time_its_points_are_counted(
    castle: Castle, win: Callable[[Player], Any], player: Player, set_clock: SetClock
) -> None:
    await win(player)
    month = f"{castle.daily.day:%Y-%m}"
    told = [Tab(f"/ws/boards/{scope}/{month}/") for scope in (castle.daily.ruleset, "all")]
    other = Tab(f"/ws/boards/fan/{month}/")
    for watcher in (*told, other):
        assert await watcher.open() == {"type": "board", "as_of": None}
    set_clock(castle.daily.settles + timedelta(hours=1))
    await database_sync_to_async(settle)()
    given = [await watcher.hear() for watcher in told]
    assert [(each["type"], each["new"]) for each in given] == [("entry", [])] * 2
    entry = await database_sync_to_async(Entry.objects.get)()
    chef = await database_sync_to_async(Player.objects.create_superuser)("Chef")
    await database_sync_to_async(void_entry)(entry=entry, reason="by a program", by=chef)
    moved = [await watcher.hear() for watcher in told]
    assert all(late["as_of"] != early["as_of"] for early, late in zip(given, moved, strict=True))
    for path in (watcher.scope["path"] for watcher in told):
        assert (await Tab(path).open())["as_of"] == moved[0]["as_of"]
    assert await other.hears_nothing_more()
