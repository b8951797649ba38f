"""Playing the safe rest with one request."""

from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import selectors, services
from games.models import Game, Move
from games.seats import Seat
from games.verification import faults_of_games
from leaderboard.models import Entry
from tests.support import CERTIFIED, Castle, SetClock, SitDown, Table, ask, publish, refusal

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)
OF_EACH_FAMILY = ("burgvoegtin", "burgvoegtin-offen", "citadel", "archway-leicht", "trefoil", "fan")


def finish(
    at: Table, *, request: UUID, version: int | None = None, after: UUID | None = None
) -> dict[str, Any]:
    """Finish with a basis and an id of one's own choice."""
    return ask(at, kind="finish", version=version, after=after, request=request)


@pytest.fixture
def ready(castle: Castle, set_clock: SetClock) -> Table:
    """A ranked game at noon and ten minutes, the rest of which goes up by itself."""
    at, line = castle
    at.play_until_the_rest_goes_up(line)
    set_clock.advance(minutes=10)
    return at


@pytest.mark.parametrize("slug", OF_EACH_FAMILY)
def test_one_request_plays_the_rest_and_wins(
    slug: str, seat: Seat, set_clock: SetClock, table: SitDown
) -> None:
    set_clock("2026-11-29 12:00")
    publish(slug, TODAY)
    at = table(services.start_or_resume(seat=seat, ruleset=slug, day=TODAY), seat)
    before = at.play_until_the_rest_goes_up(CERTIFIED[slug]["line"].split())
    after = at.finish()
    assert (after["outcome"], after["can_finish"]) == ("won", False)
    assert (after["undos"], after["restarts"]) == (0, 0)
    assert after["ply"] == after["version"] > before["ply"]
    assert all(len(cards) == 13 for name, cards in after["piles"].items() if name[0] == "F")
    assert [faults for _game, faults in faults_of_games()] == [[]]


def test_its_moves_are_rows_of_one_request_and_one_moment(
    ready: Table, set_clock: SetClock
) -> None:
    before, request = ready.answers[-1]["ply"], uuid4()
    after = finish(ready, request=request)
    rows = Move.objects.filter(request=request).order_by("version")
    assert [row.ply for row in rows] == list(range(before + 1, after["ply"] + 1))
    assert [row.step for row in rows] == list(range(len(rows)))
    assert {row.kind for row in rows} == {"play"}
    assert all(">F" in row.text for row in rows)
    assert {row.created for row in rows} == {set_clock.moment}


def test_its_time_runs_to_the_request_and_its_moves_are_counted_one_by_one(ready: Table) -> None:
    after = ready.finish()
    assert after["elapsed"] == 10 * 60 * 1000
    entry = Entry.objects.get()
    assert (entry.hundredths, entry.moves) == (10 * 60 * 100, after["ply"])


def test_its_replay_shows_it_move_by_move(ready: Table, set_clock: SetClock) -> None:
    won = ready.finish()
    set_clock("2026-12-01 12:00")
    steps = selectors.replay_of(game_id=ready.game_id, seat=ready.seat)["steps"]
    assert [step["ply"] for step in steps] == list(range(won["ply"] + 1))
    assert {step["kind"] for step in steps[1:]} == {"play"}
    assert steps[-1]["piles"] == won["piles"]


def test_it_may_follow_a_move_that_is_not_answered_yet(castle: Castle) -> None:
    at, line = castle
    at.play_until_the_rest_goes_up(line)
    at.undo()
    before = uuid4()
    ask(at, line[at.answers[-1]["ply"]], request=before)
    assert finish(at, request=uuid4(), after=before)["outcome"] == "won"


def test_the_same_request_gets_the_same_answer_and_changes_nothing(
    ready: Table, set_clock: SetClock
) -> None:
    request = uuid4()
    first = finish(ready, request=request)
    set_clock.advance(hours=1)
    again = finish(ready, request=request)
    assert again == first
    assert Game.objects.get().version == first["version"]
    assert Entry.objects.count() == 1


def test_its_id_stands_for_nothing_else(ready: Table) -> None:
    request = uuid4()
    version = ready.version
    finish(ready, request=request)
    for kind in ("resign", "undo"):
        refused = refusal(ask, ready, kind=kind, version=version, request=request)
        assert refused.code == "request_reused"


def test_it_is_refused_while_moves_to_foundations_alone_do_not_win(castle: Castle) -> None:
    at, line = castle
    assert not at.play(line[0])["can_finish"]
    refused = refusal(at.finish)
    assert (refused.code, refused.status) == ("nothing_to_finish", 422)
    assert Game.objects.get().version == 1


def test_it_is_refused_on_an_older_state_and_once_the_game_is_over(ready: Table) -> None:
    stale = refusal(finish, ready, request=uuid4(), version=ready.version - 1)
    assert stale.code == "stale_version"
    ready.finish()
    assert refusal(ready.finish).code == "game_finished"
    assert refusal(ready.undo).code == "game_finished"
    assert refusal(ready.restart).code == "game_finished"


def test_it_is_not_offered_in_a_game_given_up(ready: Table) -> None:
    assert not ready.resign()["can_finish"]
