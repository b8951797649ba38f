"""Nothing that comes over a socket is more than an error: no exception, no change."""

import asyncio
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async

from games.live import limits, socket
from games.models import Move
from tests.live.conftest import Castle
from tests.live.dialogue import Tab

pytestmark = pytest.mark.django_db(transaction=True)

Tabs = Callable[[], Tab]

ID = "8d0c2f3e-5a8e-4d6e-9c0b-2f8a6d0e1b7c"


def undo(**changes: Any) -> str:
    return json.dumps({"type": "undo", "id": ID, "version": 0, **changes})


def play(move: str) -> str:
    return json.dumps({"type": "play", "id": ID, "version": 0, "move": move})


MALFORMED: dict[str, str] = {
    "a blank": " ",
    "no JSON": "{'type': 'ping'}",
    "a list": "[]",
    "a number": "7",
    "a text": '"ping"',
    "null": "null",
    "NaN": '{"type": "play", "version": NaN}',
    "deep nesting": "[" * 4000,
    "a deeply nested object": '{"type":' * 400,
    "no type": "{}",
    "a type of another type": '{"type": ["play"]}',
    "a type as an object": '{"type": {}}',
    "an unknown type": '{"type": "win"}',
    "a handler's name as type": '{"type": "game.changed"}',
    "a move without anything": '{"type": "play"}',
    "an id of another type": undo(id={}),
    "an over-long id": undo(id="x" * 3000),
    "half a character as id": undo(id="\ud800"),
    "a half character": play("\ud800"),
    "a null character": play("\0"),
    "an over-long move": play("x" * 99),
    "both version and after": undo(after=ID),
    "a truth as version": undo(version=True),
    "a fraction as version": undo(version=0.0),
    "an endless version": undo(version=0).replace("0}", "1e400}"),
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
async def test_a_malformed_message_is_answered_with_an_error(
    tab: Tabs, castle: Castle, text: str
) -> None:
    mine = tab()
    await mine.open()
    await mine.send_to(text_data=text)
    answer = await mine.hear()
    assert (answer["type"], answer["error"]["code"]) == ("error", "bad_request")
    assert len(json.dumps(answer, ensure_ascii=False).encode()) < 500
    moved = await mine.ask("play", move=castle.line[0], version=0)
    assert moved["type"] == "answer"


async def test_a_binary_message_is_answered_with_an_error(tab: Tabs) -> None:
    mine = tab()
    await mine.open()
    await mine.send_to(bytes_data=b'{"type": "ping"}')
    assert (await mine.hear())["error"]["code"] == "bad_request"


async def test_a_refusal_carries_the_id_of_what_it_refuses(tab: Tabs, castle: Castle) -> None:
    mine = tab()
    await mine.open()
    answer = await mine.ask("play", request=uuid4(), move="nonsense", version=0)
    assert answer["error"]["code"] == "unreadable_move"
    await mine.say(type="play", id=ID, move=7, version=0)
    assert (await mine.hear())["id"] == ID
    await mine.send_to(text_data="nonsense")
    assert (await mine.hear())["id"] is None


async def test_moves_against_the_rules_are_errors_and_change_nothing(
    tab: Tabs, castle: Castle
) -> None:
    mine = tab()
    await mine.open()
    for move in ("AC:T1>FC", "redeal", "2C:F9>T1", "XX:T1>T2"):
        answer = await mine.ask("play", move=move, version=0)
        assert answer["type"] == "error", move
        assert answer["error"]["code"] != "bad_request"
    assert await database_sync_to_async(Move.objects.count)() == 0


async def test_a_message_over_the_limit_closes_the_socket(tab: Tabs) -> None:
    mine = tab()
    await mine.open()
    await mine.say(type="ping", padding="x" * 4096)
    assert await mine.hear_close() == 4413


async def test_the_limit_counts_bytes(tab: Tabs) -> None:
    mine = tab()
    await mine.open()
    await mine.send_to(text_data=json.dumps({"type": "♥" * 2000}, ensure_ascii=False))
    assert await mine.hear_close() == 4413


async def test_a_client_that_keeps_sending_nonsense_is_put_out(tab: Tabs) -> None:
    mine = tab()
    await mine.open()
    for _ in range(limits.MALFORMED_UNTIL_CLOSED):
        await mine.send_to(text_data="nonsense")
        assert (await mine.hear())["error"]["code"] == "bad_request"
    assert await mine.hear_close() == 4400


async def test_illegal_moves_are_no_nonsense(tab: Tabs, castle: Castle) -> None:
    mine = tab()
    await mine.open()
    for _ in range(limits.MALFORMED_UNTIL_CLOSED + 2):
        answer = await mine.ask("play", move="redeal", version=0)
        assert answer["type"] == "error"
    assert await mine.hears_nothing_more()


async def test_a_client_that_is_too_fast_is_told_and_then_put_out(
    tab: Tabs, castle: Castle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONNECTION_BURST", 2)
    monkeypatch.setattr(limits, "CONNECTION_RATE", 0)
    monkeypatch.setattr(socket, "REFUSALS_UNTIL_CLOSED", 3)
    mine = tab()
    await mine.open()
    for _ in range(2):
        await mine.say(type="ping")
        assert (await mine.hear())["type"] == "pong"
    for _ in range(3):
        answer = await mine.ask("play", request=None, move=castle.line[0], version=0)
        assert answer["error"]["code"] == "too_many_requests"
        assert answer["id"]
    assert await mine.hear_close() == 4429
    assert await database_sync_to_async(Move.objects.count)() == 0


async def test_many_sockets_of_one_player_are_not_faster_than_one(
    tab: Tabs, castle: Castle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PLAYER_BURST", 3)
    monkeypatch.setattr(limits, "PLAYER_RATE", 0)
    tabs = [tab(), tab()]
    for each in tabs:
        await each.open()
    heard = []
    for number in range(4):
        await tabs[number % 2].say(type="ping")
        heard.append((await tabs[number % 2].hear())["type"])
    assert heard == ["pong", "pong", "pong", "error"]


@pytest.fixture
async def let_pass(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets seconds pass on the loop's clock, all at once."""
    loop = asyncio.get_running_loop()
    real, passed = loop.time, 0.0

    def let_pass(seconds: float) -> None:
        nonlocal passed
        passed += seconds

    monkeypatch.setattr(loop, "time", lambda: real() + passed)
    return let_pass


async def test_a_silent_socket_is_closed(tab: Tabs, let_pass: Callable[[float], None]) -> None:
    mine = tab()
    await mine.open()
    let_pass(socket.SILENCE_SECONDS)
    assert await mine.hear_close() == 4408


async def test_a_socket_that_pings_stays_open(tab: Tabs, let_pass: Callable[[float], None]) -> None:
    mine = tab()
    await mine.open()
    for _ in range(5):
        let_pass(socket.SILENCE_SECONDS / 3)
        await mine.say(type="ping")
        assert (await mine.hear())["type"] == "pong"


@pytest.mark.parametrize(
    ("cookie", "header", "players", "language"),
    [
        ("en", "de", "de", "en"),
        ("de", "en", "en", "de"),
        (None, "en", "de", "en"),
        (None, None, "en", "en"),
        (None, None, "de", "de"),
        (None, None, "", "de"),
    ],
)
async def test_an_error_speaks_the_askers_language(
    castle: Castle,
    session_of: Callable[..., str],
    player: Any,
    cookie: str | None,
    header: str | None,
    players: str,
    language: str,
) -> None:
    from django.utils import translation

    from games.errors import GameError

    def session() -> str:
        player.language = players
        player.save()
        return session_of(player)

    mine = Tab(
        castle.path,
        session=await database_sync_to_async(session)(),
        language=cookie,
        accept_language=header,
    )
    await mine.open()
    answer = await mine.ask("undo", version=0)
    with translation.override(language):
        assert answer["error"]["message"] == GameError("nothing_to_undo").message()
