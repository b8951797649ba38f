"""The one straight way of a move, from access to the answer."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.models import Player
from games import selectors, services
from games.models import Game, Move
from games.seats import Seat
from games.services import Basis, GameRequest
from leaderboard.models import Entry
from tests.support import Castle, SetClock, SitDown, StoreDaily, ask, refusal

pytestmark = pytest.mark.django_db

FAMILIES = ["burgvoegtin", "beleaguered-castle", "archway-leicht", "la-belle-lucie"]
NOON = "2026-11-29 12:00"

Payload = dict[str, Any]


@pytest.mark.parametrize("slug", FAMILIES)
def test_a_winning_line_wins_and_enters_the_board(
    slug: str, seat: Seat, set_clock: SetClock, daily_of_case: StoreDaily, table: SitDown
) -> None:
    set_clock(NOON)
    found = daily_of_case(slug)
    game = services.start_or_resume(seat=seat, ruleset=slug, day=found.daily.day)
    at = table(game, seat)
    set_clock.advance(minutes=10, milliseconds=19)

    last = at.play(*found.line)

    assert last["outcome"] == "won"
    assert last["result"] == {"hundredths": 60001, "state": "counted", "rank": 1, "total": 1}
    assert last["dests"] == {}
    entry = Entry.objects.get()
    assert (entry.game_id, entry.player, entry.daily) == (game.pk, seat.player, found.daily)
    assert (entry.hundredths, entry.moves, entry.is_clean) == (60001, len(found.line), True)


def test_an_answer_shows_the_game_after_the_move(castle: Castle, set_clock: SetClock) -> None:
    at, line = castle
    set_clock.advance(seconds=83, milliseconds=210)
    payload = at.play(line[0])
    assert payload["version"] == payload["ply"] == 1
    assert payload["elapsed"] == 83210
    assert payload["started"] == "2026-11-29T11:00:00.000Z"
    assert payload["ranked"] is True
    assert payload["day"] == "2026-11-29"
    assert (payload["can_undo"], payload["can_restart"]) == (True, True)
    assert payload["number"] is None


def test_the_stored_game_is_what_was_answered(castle: Castle) -> None:
    at, line = castle
    answered = at.play(*line[:5])
    game = selectors.game_for(game_id=at.game_id, seat=at.seat)
    assert selectors.game_payload(game) == answered


# --- Access -------------------------------------------------------------------------------------


def test_a_stranger_is_refused_and_changes_nothing(castle: Castle, other_seat: Seat) -> None:
    at, line = castle
    at.seat = other_seat
    assert refusal(at.play, line[0]).code == "not_your_game"
    assert not Move.objects.exists()


def test_a_guest_plays_practice_by_key_alone(guest_seat: Seat, table: SitDown) -> None:
    game = services.start_practice(seat=guest_seat, ruleset="fan", number=5)
    at = table(game, guest_seat)
    move = next(iter(selectors.game_payload(game)["dests"].items()))
    assert at.play(f"{move[0]}>{move[1][0]}")["ply"] == 1
    stranger = Seat(guest="another")
    assert refusal(selectors.game_for, game_id=game.pk, seat=stranger).status == 403


def test_nobody_without_a_key_owns_a_deleted_players_game(castle: Castle, player: Player) -> None:
    at, _ = castle
    player.delete()
    nobody = Seat()
    assert refusal(selectors.game_for, game_id=at.game_id, seat=nobody).code == "not_your_game"
    assert selectors.games_of(seat=nobody).total == 0


def test_a_token_touches_practice_only(castle: Castle, player: Player, set_clock: SetClock) -> None:
    at, line = castle
    robot = Seat(player=player, via_token=True)
    at.seat = robot
    assert refusal(at.play, line[0]).code == "token_plays_practice_only"
    assert refusal(selectors.game_for, game_id=at.game_id, seat=robot).status == 403
    assert selectors.games_of(seat=robot).total == 0
    assert services.start_practice(seat=robot, ruleset="fan", number=5).player == player
    set_clock("2026-11-30 01:00")
    assert at.play(line[0])["ranked"] is False


def test_an_unknown_game_is_not_found(seat: Seat) -> None:
    assert refusal(selectors.game_for, game_id=uuid4(), seat=seat).code == "not_found"


# --- The same request again ---------------------------------------------------------------------


def test_the_same_request_gets_the_same_answer_and_changes_nothing(
    castle: Castle, set_clock: SetClock
) -> None:
    at, line = castle
    at.play(line[0])
    request = uuid4()
    set_clock.advance(seconds=5)
    first = ask(at, line[1], version=1, request=request)
    set_clock.advance(seconds=5)
    at.version = 2
    at.play(line[2])

    again = ask(at, line[1], version=1, request=request)

    assert again == first
    assert Game.objects.get().version == 3


def test_the_same_winning_request_gets_the_same_answer(castle: Castle, set_clock: SetClock) -> None:
    at, line = castle
    set_clock.advance(hours=1)
    at.play(*line[:-1])
    request = uuid4()
    first = ask(at, line[-1], request=request)
    set_clock.advance(hours=1)
    assert ask(at, line[-1], request=request) == first
    assert first["result"]["rank"] == 1
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("text", ["legal", "redeal", "unreadable"])
def test_an_id_used_before_is_refused_though_the_request_knows_the_game_as_it_stands(
    text: str, castle: Castle
) -> None:
    at, line = castle
    request = uuid4()
    ask(at, line[0], version=0, request=request)
    ask(at, line[1], version=1)
    error = refusal(ask, at, line[2] if text == "legal" else text, version=2, request=request)
    assert error.code == "request_reused"
    assert Game.objects.get().version == 2


@pytest.mark.parametrize("change", ["move", "version", "sequence", "kind"])
def test_the_same_id_with_another_body_is_refused(change: str, castle: Castle) -> None:
    at, line = castle
    request = uuid4()
    ask(at, line[0], version=0, request=request)
    if change == "kind":
        error = refusal(ask, at, kind="undo", version=0, request=request)
    else:
        error = refusal(
            ask,
            at,
            line[1] if change == "move" else line[0],
            version=1 if change == "version" else 0,
            sequence=change == "sequence",
            request=request,
        )
    assert (error.code, error.status) == ("request_reused", 409)
    assert Game.objects.get().version == 1


def test_a_refused_request_may_be_sent_again(castle: Castle) -> None:
    at, line = castle
    request = uuid4()
    assert refusal(ask, at, "2D:T1>T1", request=request).status == 422
    assert ask(at, line[0], request=request)["version"] == 1


# --- What the request knew ----------------------------------------------------------------------


def test_a_stale_version_is_refused_with_the_game_as_it_stands(castle: Castle) -> None:
    at, line = castle
    now = at.play(line[0])
    error = refusal(ask, at, line[1], version=0)
    assert (error.code, error.status, error.payload) == ("stale_version", 409, now)
    assert refusal(ask, at, line[1], version=7).code == "stale_version"


def test_a_move_after_one_that_is_not_answered_yet_is_decided_in_turn(castle: Castle) -> None:
    at, line = castle
    first, second, third = uuid4(), uuid4(), uuid4()
    ask(at, line[0], version=0, request=first)
    ask(at, line[1], after=first, request=second)
    assert ask(at, line[2], after=second, request=third)["version"] == 3
    assert refusal(ask, at, line[3], after=first).code == "stale_version"


def test_a_move_after_a_refused_one_is_stale(castle: Castle) -> None:
    at, line = castle
    refused = uuid4()
    refusal(ask, at, "KC:T1>FC", version=0, request=refused)
    assert refusal(ask, at, line[0], after=refused).code == "stale_version"


def test_a_request_names_one_basis(castle: Castle) -> None:
    at, line = castle
    both = Basis(version=0, after=uuid4())
    for basis in (both, Basis()):
        asked = GameRequest(kind="play", request=uuid4(), basis=basis, text=line[0])
        error = refusal(services.decide, game_id=at.game_id, seat=at.seat, asked=asked)
        assert error.code == "bad_request"


# --- Readable and legal -------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "hello", "TH:T3", "1X:T1>T2", "??:T1>T2", "REDEAL"])
def test_an_unreadable_move_is_told_apart_from_an_illegal_one(text: str, castle: Castle) -> None:
    at, _ = castle
    error = refusal(ask, at, text)
    assert (error.code, error.status) == ("unreadable_move", 400)
    assert error.message()
    assert not Move.objects.exists()


def test_an_illegal_move_says_why(castle: Castle) -> None:
    at, _ = castle
    error = refusal(ask, at, "redeal")
    assert (error.code, error.status) == ("no_redeals", 422)
    assert not Move.objects.exists()


def test_a_hidden_card_is_refused_like_one_that_lies_elsewhere(
    seat: Seat, set_clock: SetClock, daily_of_case: StoreDaily, table: SitDown
) -> None:
    set_clock(NOON)
    found = daily_of_case("burgvoegtin")
    game = services.start_or_resume(seat=seat, ruleset="burgvoegtin", day=found.daily.day)
    at = table(game, seat)
    position = game.deal.position()
    visible = {card for cards in position.view().piles.values() for card in cards}
    hidden = [card for card in position.piles["T1"][:-1] if card not in visible]
    others = [card for card in position.piles["T2"][:-1] if card not in position.piles["T1"]]
    errors = [refusal(ask, at, f"{card}:T1>F1") for card in (hidden[0], others[0])]
    told = [(error.code, error.params | {"card": ""}) for error in errors]
    assert told[0] == told[1]
    assert told[0][0] == "card_not_in_pile"


# --- What is told, and what it costs ------------------------------------------------------------


def test_tabs_are_told_after_the_commit(
    castle: Castle,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    at, line = castle
    told: list[tuple[str, Payload]] = []
    monkeypatch.setattr("games.events._send", lambda group, message: told.append((group, message)))
    with django_capture_on_commit_callbacks() as callbacks:
        answer = at.play(line[0])
    assert told == []
    for callback in callbacks:
        callback()
    ((group, message),) = told
    assert group == f"game.{at.game_id.hex}"
    assert message == {"type": "game.changed", "group": group, "version": answer["version"]}


def test_a_refused_move_tells_nobody(
    castle: Castle, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    at, _ = castle
    with django_capture_on_commit_callbacks() as callbacks:
        refusal(at.play, "redeal")
    assert callbacks == []


def test_a_failing_channel_layer_does_not_fail_the_move(
    castle: Castle,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    at, line = castle

    def fail(group: str, message: Payload) -> None:
        raise ConnectionError("no Redis")

    monkeypatch.setattr("games.events._send", fail)
    with django_capture_on_commit_callbacks(execute=True):
        assert at.play(line[0])["version"] == 1


def test_a_move_asks_the_database_little(
    castle: Castle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    at, line = castle
    # The game with its deal and daily and the time of its last row; whether the request is new, its
    # new state, its new row: the first two and the last three are one on PostgreSQL. On SQLite two
    # are the transaction's, here a savepoint; the clock is set here and asks nothing.
    with django_assert_num_queries(2 if settings.ON_POSTGRESQL else 7):
        at.play(line[0])


def test_the_packs_and_the_seed_are_not_read_for_a_move(castle: Castle) -> None:
    at, line = castle
    asked = []

    def listen(execute: Callable[..., object], sql: str, *rest: object) -> object:
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(listen):
        at.play(line[0])
    assert asked
    for sql in asked:
        assert not re.search(r"\b(seed|pack|reshuffled)\b", sql)
