"""What a socket says of a failure that isn't the client's, and how it ends."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError

from tests.live.conftest import Castle
from tests.live.dialogue import Tab

pytestmark = pytest.mark.django_db(transaction=True)


def failing(error: Exception) -> Callable[..., Any]:
    """A function that fails, whatever it is given."""

    def fail(*_args: object, **_named: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "code", "closes"),
    [
        (RuntimeError("on purpose"), "server_error", 4500),
        (OperationalError("the disk is full"), "unavailable", 4503),
    ],
)
async def test_a_request_that_fails_is_answered_and_what_follows_is_not_looked_at(
    castle: Castle,
    tab: Callable[[], Tab],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    code: str,
    closes: int,
) -> None:
    browser, first, second = tab(), uuid4(), uuid4()
    await browser.open()
    with monkeypatch.context() as patch:
        patch.setattr("games.services.decide", failing(error))
        await browser.say(type="play", id=first, move=castle.line[0], version=0)
        await browser.say(type="play", id=second, move=castle.line[1], after=first)
        told = await browser.hear()
        assert (told["type"], told["id"], told["error"]["code"]) == ("error", str(first), code)
        assert await browser.hear_close() == closes
        await browser.disconnect()
    again = tab()
    assert (await again.open())["game"]["version"] == 0
    answer = await again.ask("play", request=first, move=castle.line[0], version=0)
    assert answer["game"]["version"] == 1
    answer = await again.ask("play", request=second, move=castle.line[1], after=first)
    assert answer["game"]["version"] == 2


async def test_who_comes_while_the_database_is_away_is_told_to_come_back(
    castle: Castle, tab: Callable[[], Tab], monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = tab()
    with monkeypatch.context() as patch:
        patch.setattr("games.selectors.game_payload", failing(OperationalError("no connection")))
        told = await browser.open()
        assert told["error"] == {
            "code": "unavailable",
            "message": "That couldn't be done just now. Please try again in a moment.",
        }
        assert await browser.hear_close() == 4503
        await browser.disconnect()
    assert (await tab().open())["type"] == "game"
