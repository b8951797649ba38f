"""How the solver's process goes about its questions: what gives way, and what can't be answered."""

from collections.abc import Callable
from typing import Any

import pytest

from games import answering, selectors, services
from games.answering import answer_next
from games.lines import KnownLines
from games.models import HelpRequest, SolverPulse
from games.seat import Seat
from games.solver import Solution, Verdict
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
    return table(services.start_practice(who=seat, ruleset=SLUG, number=1), seat)


@pytest.fixture
def theirs(guest_seat: Seat, table: SitDown) -> Table:
    return table(services.start_practice(who=guest_seat, ruleset=SLUG, number=2), guest_seat)


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
