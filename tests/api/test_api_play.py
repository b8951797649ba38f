"""Playing over REST."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from games.models import Move
from leaderboard.models import Entry
from tests.api.askers import Asker, make_player, signed_in
from tests.conftest import CaseDaily

pytestmark = pytest.mark.django_db

SLUG = "beleaguered-castle"


@pytest.fixture
def daily(daily_of_case: Callable[..., CaseDaily]) -> CaseDaily:
    """Today's deal."""
    return daily_of_case(SLUG)


@pytest.fixture
def anna() -> Asker:
    return signed_in(make_player("Anna"))


def start(asker: Asker, daily: CaseDaily) -> tuple[str, dict[str, Any]]:
    status, game = asker.ask(f"/api/dailies/{daily.daily.day}/{SLUG}/start/", {})
    assert status == 200
    return f"/api/games/{game['id']}/", game


def test_starting_again_resumes_the_same_game(anna: Asker, daily: CaseDaily) -> None:
    _path, game = start(anna, daily)
    _status, again = anna.ask(f"/api/dailies/{game['day']}/{SLUG}/start/", {})
    assert again["id"] == game["id"]
    assert again["started"] == game["started"]


def test_a_line_played_to_its_end_wins_and_stands_on_the_board(
    anna: Asker, settings: Any, daily: CaseDaily
) -> None:
    settings.FASTEST_SECONDS_PER_MOVE = 0
    path, game = start(anna, daily)
    for version, move in enumerate(daily.line):
        status, game = anna.ask(f"{path}moves/", {"id": uuid4(), "move": move, "version": version})
        assert status == 200, game
    assert game["outcome"] == "won"
    assert game["result"]["rank"] == 1
    _status, board = anna.ask(f"/api/boards/{SLUG}/{game['day']}/")
    (row,) = board["entries"]
    assert (row["name"], row["is_me"], row["clean"]) == ("Anna", True, True)
    assert row["hundredths"] == game["result"]["hundredths"]
    assert board["mine"] == row
    _status, page = anna.ask("/api/players/anna/")
    assert page["name"] == "Anna"
    assert page["dailies"] == {SLUG: {"begun": 1, "won": 1, "given_up": 0}}
    assert page["streaks"]["overall"] == {"current": 1, "longest": 1}
    (result,) = page["results"]
    assert (result["ruleset"], result["rank"], result["total"]) == (SLUG, 1, 1)


def test_a_line_played_faster_than_hands_is_held(
    anna: Asker, settings: Any, daily: CaseDaily
) -> None:
    settings.FASTEST_SECONDS_PER_MOVE = 60
    path, game = start(anna, daily)
    for version, move in enumerate(daily.line):
        _status, game = anna.ask(f"{path}moves/", {"id": uuid4(), "move": move, "version": version})
    assert (game["result"]["state"], game["result"]["rank"]) == ("held", None)
    _status, board = anna.ask(f"/api/boards/{SLUG}/{game['day']}/")
    assert (board["entries"], board["total"]) == ([], 0)


def test_the_same_request_again_gets_the_same_answer_and_changes_nothing(
    anna: Asker, daily: CaseDaily
) -> None:
    path, _game = start(anna, daily)
    first, second = daily.line[:2]
    body = {"id": uuid4(), "move": first, "version": 0}
    answer = anna.ask(f"{path}moves/", body)
    anna.ask(f"{path}moves/", {"id": uuid4(), "move": second, "version": 1})
    assert anna.ask(f"{path}moves/", body) == answer
    assert Move.objects.count() == 2


def test_an_id_used_for_something_else_is_refused(anna: Asker, daily: CaseDaily) -> None:
    path, _game = start(anna, daily)
    first, second = daily.line[:2]
    request = uuid4()
    anna.ask(f"{path}moves/", {"id": request, "move": first, "version": 0})
    status, answer = anna.ask(f"{path}moves/", {"id": request, "move": second, "version": 1})
    assert (status, answer["error"]["code"]) == (409, "request_reused")
    status, answer = anna.ask(f"{path}undo/", {"id": request, "version": 1})
    assert (status, answer["error"]["code"]) == (409, "request_reused")


def test_a_stale_version_is_told_how_the_game_stands(anna: Asker, daily: CaseDaily) -> None:
    path, _game = start(anna, daily)
    first, second = daily.line[:2]
    _status, moved = anna.ask(f"{path}moves/", {"id": uuid4(), "move": first, "version": 0})
    status, answer = anna.ask(f"{path}moves/", {"id": uuid4(), "move": second, "version": 0})
    assert (status, answer["error"]["code"]) == (409, "stale_version")
    assert answer["game"]["version"] == 1
    assert answer["game"]["piles"] == moved["piles"]


def test_a_move_may_follow_one_that_has_not_been_answered(anna: Asker, daily: CaseDaily) -> None:
    path, _game = start(anna, daily)
    first, second = daily.line[:2]
    before = uuid4()
    anna.ask(f"{path}moves/", {"id": before, "move": first, "version": 0})
    status, game = anna.ask(f"{path}moves/", {"id": uuid4(), "move": second, "after": before})
    assert (status, game["version"]) == (200, 2)


def test_undo_restart_and_resign_go_their_way(anna: Asker, daily: CaseDaily) -> None:
    path, begun = start(anna, daily)
    for version, move in enumerate(daily.line[:3]):
        anna.ask(f"{path}moves/", {"id": uuid4(), "move": move, "version": version})
    status, game = anna.ask(f"{path}undo/", {"id": uuid4(), "version": 3})
    assert (status, game["version"], game["ply"], game["undos"]) == (200, 4, 2, 1)
    status, game = anna.ask(f"{path}restart/", {"id": uuid4(), "version": 4})
    assert (status, game["ply"], game["restarts"]) == (200, 0, 1)
    assert game["piles"] == begun["piles"]
    status, answer = anna.ask(f"{path}undo/", {"id": uuid4(), "version": 5})
    assert (status, answer["error"]["code"]) == (422, "nothing_to_undo")
    status, game = anna.ask(f"{path}resign/", {"id": uuid4(), "version": 5})
    assert (status, game["outcome"], game["dests"]) == (200, "given_up", {})
    status, answer = anna.ask(f"{path}undo/", {"id": uuid4(), "version": 6})
    assert (status, answer["error"]["code"]) == (409, "game_finished")


def test_the_rest_is_played_with_one_request_once_it_goes_up_by_itself(
    anna: Asker, daily: CaseDaily
) -> None:
    path, _game = start(anna, daily)
    status, answer = anna.ask(f"{path}finish/", {"id": uuid4(), "version": 0})
    assert (status, answer["error"]["code"]) == (422, "nothing_to_finish")
    assert answer["error"]["message"]
    for version, move in enumerate(daily.line):
        _status, game = anna.ask(f"{path}moves/", {"id": uuid4(), "move": move, "version": version})
        if game["can_finish"]:
            break
    status, won = anna.ask(f"{path}finish/", {"id": uuid4(), "version": game["version"]})
    assert (status, won["outcome"], won["can_finish"]) == (200, "won", False)
    assert won["ply"] > game["ply"] + 1


def test_unreadable_and_illegal_moves_are_told_apart(anna: Asker, daily: CaseDaily) -> None:
    path, game = start(anna, daily)
    status, answer = anna.ask(f"{path}moves/", {"id": uuid4(), "move": "nonsense", "version": 0})
    assert (status, answer["error"]["code"]) == (400, "unreadable_move")
    assert "nonsense" in answer["error"]["message"]
    card = game["piles"]["T1"][-1]
    status, answer = anna.ask(
        f"{path}moves/", {"id": uuid4(), "move": f"{card}:T1>T1", "version": 0}
    )
    assert status == 422
    assert answer["error"]["message"]
    assert Move.objects.count() == 0


def test_a_sequence_is_entered_at_once_and_taken_back_at_once(
    anna: Asker, daily: CaseDaily
) -> None:
    path, game = start(anna, daily)
    for version, move in enumerate(daily.line):
        if game["sequence_dests"]:
            break
        _status, game = anna.ask(f"{path}moves/", {"id": uuid4(), "move": move, "version": version})
    card_and_pile, targets = next(iter(game["sequence_dests"].items()))
    body = {
        "id": uuid4(),
        "move": f"{card_and_pile}>{targets[0]}",
        "sequence": True,
        "version": game["version"],
    }
    before = game["piles"]
    status, game = anna.ask(f"{path}moves/", body)
    assert status == 200
    assert game["version"] > body["version"] + 1
    _status, game = anna.ask(f"{path}undo/", {"id": uuid4(), "version": game["version"]})
    assert game["piles"] == before


def test_a_finish_that_nobody_played_makes_no_entry(anna: Asker, daily: CaseDaily) -> None:
    path, _game = start(anna, daily)
    anna.ask(f"{path}resign/", {"id": uuid4(), "version": 0})
    assert not Entry.objects.exists()


def test_practice_of_a_number_deals_the_same_again_and_is_never_ranked(anna: Asker) -> None:
    body = {"ruleset": "fan", "number": 2**53 - 1}
    games = [anna.ask("/api/practice/", body)[1] for _ in range(2)]
    assert games[0]["piles"] == games[1]["piles"]
    assert games[0]["id"] != games[1]["id"]
    assert [(game["ranked"], game["number"]) for game in games] == [(False, 2**53 - 1)] * 2
