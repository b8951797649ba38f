"""Undo, restart and resigning: what may be taken back, and what may not."""

from typing import Any
from uuid import uuid4

import pytest

from games import selectors, services
from games.models import Game, Move
from games.seats import Seat
from leaderboard.models import Entry
from tests.support import Castle, SetClock, SitDown, Table, ask, refusal

pytestmark = pytest.mark.django_db

NOON = "2026-11-29 12:00"

Payload = dict[str, Any]


def test_undo_takes_back_one_move_and_is_counted(castle: Castle) -> None:
    at, line = castle
    before = at.play(line[0])
    at.play(line[1])
    after = at.undo()
    assert after["piles"] == before["piles"]
    assert (after["version"], after["ply"], after["undos"]) == (3, 1, 1)
    at.undo()
    assert refusal(at.undo).code == "nothing_to_undo"


def sequence_in(payload: Payload) -> str:
    """A sequence that may be entered at once; empty if there is none."""
    for start, targets in payload["sequence_dests"].items():
        return f"{start}>{targets[0]}"
    return ""


def test_undo_takes_back_a_whole_sequence(castle: Castle) -> None:
    at, line = castle
    for text in line:
        before = at.play(text)
        if sequence_in(before):
            break
    after = at.play(sequence_in(before), sequence=True)
    assert after["ply"] == after["version"] > before["version"] + 1
    rows = Move.objects.filter(version__gt=before["version"])
    assert len({row.request for row in rows}) == 1
    assert [row.ply for row in rows.order_by("version")] == list(
        range(before["ply"] + 1, after["ply"] + 1)
    )

    back = at.undo()

    assert back["piles"] == before["piles"]
    assert (back["ply"], back["undos"], back["version"]) == (before["ply"], 1, after["version"] + 1)


def test_a_sequence_asked_for_again_gets_the_same_answer(castle: Castle) -> None:
    at, line = castle
    for text in line:
        payload = at.play(text)
        if sequence_in(payload):
            break
    request = uuid4()
    first = ask(at, sequence_in(payload), sequence=True, request=request)
    again = ask(at, sequence_in(payload), sequence=True, request=request)
    assert again == first


def test_restart_goes_back_to_the_deal_and_is_counted(castle: Castle) -> None:
    at, line = castle
    dealt = selectors.game_payload(Game.objects.get())
    at.play(*line[:4])
    at.undo()
    after = at.restart()
    assert after["piles"] == dealt["piles"]
    assert (after["version"], after["ply"], after["undos"], after["restarts"]) == (6, 0, 1, 1)
    assert refusal(at.restart).code == "nothing_to_undo"


def first_move(payload: Payload, source: str) -> str:
    """A legal move from a pile whose name begins so; empty if there is none."""
    for start, targets in payload["dests"].items():
        if start.split(":")[1].startswith(source):
            return f"{start}>{targets[0]}"
    return ""


@pytest.fixture
def packets(seat: Seat, set_clock: SetClock, table: SitDown) -> Table:
    """A practice game of Burgvögtin in which the arch and a packet can be played in turn."""
    set_clock(NOON)
    for number in range(1, 200):
        game = services.start_practice(seat=seat, ruleset="burgvoegtin", number=number)
        at = table(game, seat)
        payload = selectors.game_payload(game)
        if not (first_move(payload, "R") and first_move(payload, "T")):
            continue
        at.play(first_move(payload, "R"))
        if first_move(at.answers[-1], "T"):
            return at
    raise AssertionError("no such deal")


def test_undo_and_restart_never_go_back_over_a_card_turned_up(packets: Table) -> None:
    at = packets
    turned = at.play(first_move(at.answers[-1], "T"))
    assert (turned["can_undo"], turned["can_restart"]) == (False, False)
    assert refusal(at.undo).code == "cannot_undo_reveal"
    assert refusal(at.restart).code == "cannot_undo_reveal"


def test_restart_goes_back_to_the_last_reveal(packets: Table) -> None:
    at = packets
    turned = at.play(first_move(at.answers[-1], "T"))
    later = at.play(first_move(turned, "R"))
    assert later["can_undo"]
    after = at.restart()
    assert after["piles"] == turned["piles"]
    assert (after["ply"], after["can_undo"]) == (turned["ply"], False)
    assert refusal(at.undo).code == "cannot_undo_reveal"


def test_a_redeal_can_not_be_taken_back(seat: Seat, table: SitDown) -> None:
    game = services.start_practice(seat=seat, ruleset="la-belle-lucie", number=3)
    at = table(game, seat)
    assert at.play("redeal")["redeals"] == 1
    assert refusal(at.undo).code == "cannot_undo_reveal"


def test_a_lost_game_says_so_and_can_still_be_taken_back(
    seat: Seat, set_clock: SetClock, table: SitDown
) -> None:
    set_clock(NOON)
    game = services.start_practice(seat=seat, ruleset="beleaguered-castle", number=1)
    at = table(game, seat)
    payload = selectors.game_payload(game)
    text = next(f"{start}>{targets[0]}" for start, targets in payload["dests"].items())
    with_lost = at.play(text)
    assert with_lost["lost"] is False
    game.refresh_from_db()
    game.position = LOST
    game.save()
    assert selectors.game_payload(game)["lost"] is True
    assert at.undo()["lost"] is False
    at.play(text)
    assert at.restart()["ply"] == 0


# Kings and jacks on top, and no queen to lay a jack on: no card goes anywhere.
LOST = """FC: AC
FD: AD
FH: AH
FS: AS
T1: 2C 3C 4C 5C 6C KC
T2: 2D 3D 4D 5D 6D KD
T3: 2H 3H 4H 5H 6H KH
T4: 2S 3S 4S 5S 6S KS
T5: QC TC 9C 8C 7C JC
T6: QD TD 9D 8D 7D JD
T7: QH TH 9H 8H 7H JH
T8: QS TS 9S 8S 7S JS"""


def test_a_game_given_up_is_finished(castle: Castle, set_clock: SetClock) -> None:
    at, line = castle
    at.play(line[0])
    set_clock.advance(minutes=1)
    after = at.resign()
    assert (after["outcome"], after["result"]) == ("given_up", None)
    assert (after["finished"], after["elapsed"]) == ("2026-11-29T11:01:00.000Z", 60000)
    assert (after["dests"], after["can_undo"]) == ({}, False)
    for call in (at.undo, at.restart, at.resign, lambda: at.play(line[1])):
        error = refusal(call)
        assert (error.code, error.status) == ("game_finished", 409)
        assert error.payload is not None
        assert error.payload["outcome"] == "given_up"
    assert not Entry.objects.exists()


def test_a_won_game_is_finished(castle: Castle, set_clock: SetClock) -> None:
    at, line = castle
    set_clock.advance(hours=1)
    at.play(*line)
    assert refusal(at.undo).code == "game_finished"
    assert refusal(at.resign).code == "game_finished"
    assert Game.objects.get().outcome == "won"
