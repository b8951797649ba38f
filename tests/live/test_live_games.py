"""Dialogues with the socket of a game."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection

from accounts.models import Player
from accounts.services import deactivate_player, delete_player
from games.models import Game, Move
from leaderboard.models import Entry
from tests.live.conftest import Castle
from tests.live.dialogue import Tab

pytestmark = pytest.mark.django_db(transaction=True)

Tabs = Callable[[], Tab]


async def in_database(function: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """Do something with the database in the middle of a dialogue."""
    return await database_sync_to_async(function)(*args, **options)


async def test_the_game_is_told_when_its_socket_opens(tab: Tabs, castle: Castle) -> None:
    opened = await tab().open()
    assert opened["type"] == "game"
    game = opened["game"]
    assert (game["ranked"], game["version"], game["outcome"]) == (True, 0, "playing")
    assert game["dests"]


async def test_a_move_is_answered_with_the_game_after_it(tab: Tabs, castle: Castle) -> None:
    mine = tab()
    await mine.open()
    request = uuid4()
    answer = await mine.ask("play", request=request, move=castle.line[0], version=0)
    assert (answer["type"], answer["id"]) == ("answer", str(request))
    assert (answer["game"]["version"], answer["game"]["ply"]) == (1, 1)


async def test_undo_restart_and_resign_are_answered_likewise(tab: Tabs, castle: Castle) -> None:
    mine = tab()
    await mine.open()
    for version, move in enumerate(castle.line[:3]):
        await mine.ask("play", move=move, version=version)
    undone = await mine.ask("undo", version=3)
    assert (undone["game"]["ply"], undone["game"]["undos"]) == (2, 1)
    begun_again = await mine.ask("restart", version=4)
    assert (begun_again["game"]["ply"], begun_again["game"]["restarts"]) == (0, 1)
    given_up = await mine.ask("resign", version=5)
    assert given_up["game"]["outcome"] == "given_up"


async def test_finish_plays_the_rest_and_is_told_to_other_tabs_once(
    tab: Tabs, castle: Castle
) -> None:
    mine, other = tab(), tab()
    await mine.open()
    refused = await mine.ask("finish", version=0)
    assert (refused["type"], refused["error"]["code"]) == ("error", "nothing_to_finish")
    for version, move in enumerate(castle.line):
        before = (await mine.ask("play", move=move, version=version))["game"]
        if before["can_finish"]:
            break
    await other.open()
    request = uuid4()
    answer = await mine.ask("finish", request=request, version=before["version"])
    assert (answer["type"], answer["game"]["outcome"]) == ("answer", "won")
    heard = await other.hear()
    assert (heard["type"], heard["id"], heard["game"]) == ("changed", str(request), answer["game"])
    assert await other.hears_nothing_more()
    assert await mine.ask("finish", request=request, version=before["version"]) == answer


async def test_moves_sent_without_waiting_are_decided_in_their_order(
    tab: Tabs, castle: Castle
) -> None:
    mine = tab()
    await mine.open()
    before = uuid4()
    await mine.say(type="play", id=before, move=castle.line[0], version=0)
    for move in castle.line[1:8]:
        request = uuid4()
        await mine.say(type="play", id=request, move=move, after=before)
        before = request
    answers = [await mine.hear() for _ in range(8)]
    assert [answer["game"]["ply"] for answer in answers] == list(range(1, 9))


async def test_another_tab_hears_of_a_move_and_the_moving_tab_only_its_answer(
    tab: Tabs, castle: Castle
) -> None:
    mine, other = tab(), tab()
    await mine.open()
    await other.open()
    request = uuid4()
    answer = await mine.ask("play", request=request, move=castle.line[0], version=0)
    heard = await other.hear()
    assert (heard["type"], heard["id"]) == ("changed", str(request))
    assert {**heard["game"], "elapsed": 0} == {**answer["game"], "elapsed": 0}
    assert await mine.hears_nothing_more()


async def test_two_tabs_that_take_turns_stay_in_step(tab: Tabs, castle: Castle) -> None:
    tabs = [tab(), tab()]
    for each in tabs:
        await each.open()
    for version, move in enumerate(castle.line[:6]):
        mover, watcher = tabs[version % 2], tabs[1 - version % 2]
        answer = await mover.ask("play", move=move, version=version)
        assert answer["type"] == "answer"
        assert (await watcher.hear())["game"]["version"] == version + 1


async def test_a_stale_tab_is_told_how_the_game_stands(tab: Tabs, castle: Castle) -> None:
    mine, other = tab(), tab()
    await mine.open()
    await other.open()
    await mine.ask("play", move=castle.line[0], version=0)
    await other.hear()
    refused = await other.ask("play", move=castle.line[0], version=0)
    assert (refused["type"], refused["error"]["code"]) == ("error", "stale_version")
    assert refused["game"]["version"] == 1


async def test_the_same_request_again_gets_the_same_answer_and_changes_nothing(
    tab: Tabs, castle: Castle
) -> None:
    mine, other = tab(), tab()
    await mine.open()
    await other.open()
    request = uuid4()
    answers = [
        await mine.ask("play", request=request, move=castle.line[0], version=0) for _ in range(2)
    ]
    assert answers[0] == answers[1]
    assert (await other.hear())["type"] == "changed"
    assert await other.hears_nothing_more()
    assert await in_database(Move.objects.count) == 1


async def test_a_tab_may_ask_for_the_game_again(tab: Tabs, castle: Castle) -> None:
    mine = tab()
    opened = await mine.open()
    await mine.say(type="resync")
    again = await mine.hear()
    assert again["game"]["piles"] == opened["game"]["piles"]


async def test_a_ping_tells_the_servers_clock(tab: Tabs) -> None:
    mine = tab()
    opened = await mine.open()
    await mine.say(type="ping")
    pong = await mine.hear()
    assert pong["type"] == "pong"
    assert pong["elapsed"] >= opened["game"]["elapsed"]


async def test_a_line_played_to_its_end_wins(tab: Tabs, castle: Castle, settings: Any) -> None:
    settings.FASTEST_SECONDS_PER_MOVE = 0
    mine, board = tab(), Tab(castle.board)
    await mine.open()
    shown = await board.open()
    assert (shown["type"], shown["top"], shown["total"]) == ("board", [], 0)
    for version, move in enumerate(castle.line):
        answer = await mine.ask("play", move=move, version=version)
    assert answer["game"]["outcome"] == "won"
    assert answer["game"]["result"]["rank"] == 1
    entry = await board.hear()
    assert (entry["type"], entry["total"]) == ("entry", 1)
    (row,) = entry["top"]
    assert (row["rank"], row["name"]) == (1, "Wilhelmine")
    assert row["hundredths"] == answer["game"]["result"]["hundredths"]


# --- Who is let in --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "http://testserver:81", "https://testserver.de"]
)
async def test_a_page_of_elsewhere_is_refused(
    castle: Castle, session_of: Callable[[Player], str], player: Player, origin: str | None
) -> None:
    session = await in_database(session_of, player)
    assert await Tab(castle.path, session=session, origin=origin).refused() == 4403


async def test_only_the_owner_is_let_in(
    castle: Castle, session_of: Callable[[Player], str], other_player: Player
) -> None:
    session = await in_database(session_of, other_player)
    assert await Tab(castle.path, session=session).refused() == 4403
    assert await Tab(castle.path).refused() == 4401
    for unknown in ("x" * 32, "%00", "é" * 32, "x" * 999):
        assert await Tab(castle.path, session=unknown).refused() == 4401


async def test_a_game_that_is_not_there_is_refused(
    session_of: Callable[[Player], str], player: Player
) -> None:
    session = await in_database(session_of, player)
    assert await Tab(f"/ws/games/{uuid4()}/", session=session).refused() == 4404


@pytest.mark.parametrize("path", ["/ws/", "/ws/games/7/", "/ws/games/", "/", "/ws/else/"])
async def test_an_address_of_no_socket_is_refused(path: str) -> None:
    assert await Tab(path).refused() == 4404


async def test_a_guest_plays_by_session(guest_session: tuple[str, str]) -> None:
    session, path = guest_session
    mine = Tab(path, session=session)
    opened = await mine.open()
    card, targets = next(iter(opened["game"]["dests"].items()))
    answer = await mine.ask("play", move=f"{card}>{targets[0]}", version=0)
    assert answer["game"]["version"] == 1
    await in_database(Session.objects.all().delete)
    await mine.say(type="ping")
    assert await mine.hear_close() == 4401


@pytest.fixture
def guest_session(transactional_db: None) -> tuple[str, str]:
    """A guest's session, and the address of a practice game of theirs."""
    from tests.api.askers import Asker

    guest = Asker()
    status, game = guest.ask("/api/practice/", {"ruleset": "citadel", "number": 5})
    assert status == 200
    return guest.session_key, f"/ws/games/{game['id']}/"


# --- Who is put out in the middle -----------------------------------------------------------------


def sign_out(player: Player) -> None:
    Session.objects.all().delete()


def change_password(player: Player) -> None:
    player.set_password("another horse battery")
    player.save()


def deactivate(player: Player) -> None:
    deactivate_player(player=player, by=Player.objects.create_superuser("Chef"))


def delete(player: Player) -> None:
    delete_player(player=player)


@pytest.mark.parametrize("happening", [sign_out, change_password, deactivate, delete])
async def test_a_player_who_is_gone_moves_nothing_any_more(
    tab: Tabs, castle: Castle, player: Player, happening: Callable[[Player], None]
) -> None:
    mine = tab()
    await mine.open()
    await mine.ask("play", move=castle.line[0], version=0)
    await in_database(happening, player)
    await mine.say(type="play", id=uuid4(), move=castle.line[1], version=1)
    assert await mine.hear_close() == 4401
    # A game that wasn't won goes with its player.
    assert await in_database(Move.objects.count) == (0 if happening is delete else 1)


async def test_a_tab_that_was_signed_out_hears_nothing_of_the_others(
    castle: Castle, session_of: Callable[[Player], str], player: Player
) -> None:
    here = await in_database(session_of, player)
    there = await in_database(session_of, player)
    mine, left_open = Tab(castle.path, session=here), Tab(castle.path, session=there)
    await mine.open()
    await left_open.open()
    await in_database(Session.objects.filter(pk=there).delete)
    await mine.ask("play", move=castle.line[0], version=0)
    assert await left_open.hear_close() == 4401


async def test_a_game_that_is_purged_in_the_middle_closes_its_socket(
    guest_session: tuple[str, str],
) -> None:
    session, path = guest_session
    mine = Tab(path, session=session)
    await mine.open()
    await in_database(Game.objects.all().delete)
    await mine.say(type="resync")
    assert (await mine.hear())["error"]["code"] == "not_found"
    assert await mine.hear_close() == 4404


# --- Many at once ---------------------------------------------------------------------------------


async def test_the_last_move_twenty_times_at_once_makes_one_entry(
    tab: Tabs, castle: Castle, settings: Any, session_of: Callable[[Player], str], player: Player
) -> None:
    settings.FASTEST_SECONDS_PER_MOVE = 0
    mine = tab()
    await mine.open()
    *line, last = castle.line
    for version, move in enumerate(line):
        await mine.ask("play", move=move, version=version)
    tabs = [tab() for _ in range(10)]
    for each in tabs:
        await each.open()
    session = await in_database(session_of, player)
    over_rest = asyncio.gather(
        *(asyncio.to_thread(post_move, castle, session, last, len(line)) for _ in range(10))
    )
    for each in tabs:
        await each.say(type="play", id=uuid4(), move=last, version=len(line))
    statuses = await over_rest
    answers = [await first_answer(each) for each in tabs]
    won = [answer for answer in answers if answer["type"] == "answer"]
    refusals = [answer["error"]["code"] for answer in answers if answer["type"] == "error"]
    assert len(won) + statuses.count(200) == 1
    assert set(refusals) <= {"game_finished", "stale_version"}
    assert set(statuses) <= {200, 409}
    assert await in_database(Entry.objects.count) == 1
    assert await in_database(Game.objects.filter(outcome="won").count) == 1


async def test_one_request_sent_both_ways_at_once_is_done_once(
    tab: Tabs, castle: Castle, session_of: Callable[[Player], str], player: Player
) -> None:
    tabs = [tab() for _ in range(4)]
    for each in tabs:
        await each.open()
    session = await in_database(session_of, player)
    request = uuid4()
    over_rest = asyncio.gather(
        *(
            asyncio.to_thread(post_move, castle, session, castle.line[0], 0, request)
            for _ in range(4)
        )
    )
    for each in tabs:
        await each.say(type="play", id=request, move=castle.line[0], version=0)
    assert await over_rest == [200] * 4
    answers = [await first_answer(each) for each in tabs]
    assert [answer["game"]["version"] for answer in answers] == [1] * 4
    assert await in_database(Move.objects.count) == 1


async def first_answer(tab: Tab) -> dict[str, Any]:
    """The answer to what a tab asked, among what it hears of the others."""
    while (heard := await tab.hear())["type"] == "changed":
        pass
    return heard


def post_move(castle: Castle, session: str, move: str, version: int, request: Any = None) -> int:
    """Play a move over REST in a thread of its own; gives the status."""
    from tests.api.askers import Asker

    asker = Asker()
    asker.cookies["session"] = session
    body = {"id": request or uuid4(), "move": move, "version": version}
    try:
        return asker.ask(castle.path.replace("/ws/", "/api/") + "moves/", body)[0]
    finally:
        connection.close()
