"""How the solver's process goes about its questions: what gives way, and what can't be answered."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.utils import OperationalError

from games import selectors, services
from games.background import answering
from games.background.answering import answer_next
from games.background.lines import KnownLines
from games.models import Game, HelpRequest, SolverPulse
from games.seats import Seat
from games.solver import Solution, Verdict, WrongSolution
from tests.support import SetClock, SitDown, Table

pytestmark = pytest.mark.django_db

SLUG = "beleaguered-castle"
LOST = Solution(Verdict.UNWINNABLE, None, 1)
UNDECIDED = Solution(Verdict.UNDECIDED, None, 1)
Stop = Callable[[], bool]


@pytest.fixture(autouse=True)
def looks_at_once(monkeypatch: pytest.MonkeyPatch, set_clock: SetClock) -> None:
    """Searches look for others each time that they are asked; no line is known."""
    SolverPulse.objects.create(seen=set_clock("2026-11-29 12:00"))
    monkeypatch.setattr(answering, "LOOK_SECONDS", 0)
    monkeypatch.setattr(answering, "KNOWN", KnownLines())


@pytest.fixture
def mine(seat: Seat, table: SitDown) -> Table:
    return table(services.start_practice(seat=seat, ruleset=SLUG, number=1), seat)


@pytest.fixture
def theirs(guest_seat: Seat, table: SitDown) -> Table:
    return table(services.start_practice(seat=guest_seat, ruleset=SLUG, number=2), guest_seat)


def ask(at: Table, kind: str) -> None:
    services.ask_help(game_id=at.game_id, seat=at.seat, kind=kind)


def look(at: Table) -> dict[str, Any]:
    return selectors.help_of(game_id=at.game_id, seat=at.seat)


@pytest.mark.parametrize(
    ("long", "told"), [("line", {"winnable": "no"}), ("turning_point", {"lost_from": 0})]
)
def test_a_long_search_gives_way_to_a_quick_question_and_goes_on(
    long: str,
    told: dict[str, Any],
    mine: Table,
    theirs: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine.resign()
    ask(mine, long)
    waiting_at_each_search = []

    def lost_if_undisturbed(_position: Any, *, stop: Stop, **_options: Any) -> Solution:
        waiting_at_each_search.append(HelpRequest.objects.filter(answer__isnull=True).count())
        if len(waiting_at_each_search) == 1:
            assert not stop()
            ask(theirs, "winnable")
        return UNDECIDED if stop() else LOST

    monkeypatch.setattr(answering, "solve", lost_if_undisturbed)
    assert answer_next()
    # The long one is begun; the quick one is searched while both wait; the long one goes on.
    assert waiting_at_each_search[:3] == [1, 2, 1]
    assert look(theirs)["winnable"] == "no"
    assert look(mine)["state"] == "answered"
    assert look(mine).items() >= told.items()
    assert not answer_next()


def test_quick_questions_wait_for_each_other(
    mine: Table, theirs: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(mine, "winnable")

    def asked_meanwhile(_position: Any, *, stop: Stop, **_options: Any) -> Solution:
        ask(theirs, "hint")
        assert not stop()
        return LOST

    monkeypatch.setattr(answering, "solve", asked_meanwhile)
    assert answer_next()
    assert (look(mine)["winnable"], look(theirs)["state"]) == ("no", "waiting")


def test_the_process_looks_after_the_rest_while_it_searches(
    mine: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_after = []

    def asks_three_times(_position: Any, *, stop: Stop, **_options: Any) -> Solution:
        assert [stop(), stop(), stop()] == [False] * 3
        return LOST

    monkeypatch.setattr(answering, "solve", asks_three_times)
    ask(mine, "hint")
    assert answer_next(meanwhile=lambda: looked_after.append(True))
    assert len(looked_after) == 3


def test_a_position_that_cannot_be_read_is_logged_and_the_next_question_answered(
    mine: Table,
    theirs: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(answering, "solve", lambda *_args, **_options: LOST)
    ask(mine, "hint")
    ask(theirs, "winnable")
    Game.objects.filter(pk=mine.game_id).update(position="T1: AH 2H")
    assert answer_next()
    assert answer_next()
    assert look(mine)["winnable"] == "unknown"
    assert look(theirs)["winnable"] == "no"
    (told,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert f"hint of game {mine.game_id}" in told
    assert "AH" not in told


def test_a_wrong_solution_is_an_error_without_cards(
    mine: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def wrong(*_args: Any, **_options: Any) -> Solution:
        raise WrongSolution("a line with AH in it")

    monkeypatch.setattr(answering, "solve", wrong)
    ask(mine, "hint")
    assert answer_next()
    assert look(mine)["winnable"] == "unknown"
    (told,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert told.startswith("The solver is wrong")
    assert "AH" not in told


def test_a_database_that_is_away_is_not_taken_for_an_answer(
    mine: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: Any, **_options: Any) -> Solution:
        raise OperationalError

    monkeypatch.setattr(answering, "solve", away)
    ask(mine, "hint")
    with pytest.raises(OperationalError):
        answer_next()
    assert look(mine)["state"] == "waiting"
