"""Help in practice over REST, and deals that are not there yet."""

import logging
import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from games.background.answering import answer_next, warm_up
from games.models import SolverPulse
from tests.api.askers import Asker, make_player, signed_in, with_token
from tests.api.test_api_schema import Described
from tests.support import CERTIFIED, SetClock, publish

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 20)
LINE = CERTIFIED["trefoil"]["line"].split()


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Nobody waits here for what is compiled first."""
    warm_up()


@pytest.fixture(autouse=True)
def days_later(set_clock: SetClock) -> SetClock:
    """A day with a certified deal is settled, and the solver's process is at work."""
    set_clock(f"{DAY} 12:00")
    publish("trefoil", DAY)
    SolverPulse.objects.create(seen=set_clock("2026-11-29 12:00"))
    return set_clock


def begin(asker: Asker, *, left: int = 5) -> str:
    """Practise the deal of the settled day until a few moves are left; gives the game's address."""
    status, game = asker.ask(f"/api/dailies/{DAY}/trefoil/start/", {})
    assert status == 200
    path = f"/api/games/{game['id']}/"
    for version, move in enumerate(LINE[: len(LINE) - left]):
        id_ = f"00000000-0000-4000-8000-{version:012}"
        status, _game = asker.ask(f"{path}moves/", {"id": id_, "move": move, "version": version})
        assert status == 200
    return path


@pytest.mark.parametrize("kind", ["hint", "winnable"])
def test_a_question_is_taken_and_answered_in_the_described_form(kind: str) -> None:
    anna = signed_in(make_player("Anna"))
    path, described = begin(anna), Described()
    where = "/api/games/{game_id}/help/"
    status, asked = anna.ask(f"{path}help/", {"kind": kind})
    described.check(where, "post", status, asked)
    assert (status, asked["kind"], asked["state"]) == (202, kind, "waiting")
    assert answer_next()
    status, told = anna.ask(f"{path}help/")
    described.check(where, "get", status, told)
    assert (status, told["state"], told["winnable"]) == (200, "answered", "yes")
    assert (told["move"] is not None) == (kind == "hint")
    assert anna.ask(path)[1]["helped"]
    assert anna.ask("/api/games/")[1]["games"][0]["helped"]


def test_guests_and_programs_are_helped_in_practice_too() -> None:
    guest = Asker()
    guest.ask("/api/practice/", {"ruleset": "citadel"})
    for asker in (guest, with_token(make_player("Bert"))):
        path = begin(asker)
        assert asker.ask(f"{path}help/", {"kind": "winnable"})[0] == 202


def test_the_line_is_shown_step_by_step_in_the_described_form() -> None:
    anna = signed_in(make_player("Anna"))
    path, described = begin(anna), Described()
    version = len(LINE) - 5
    id_ = "00000000-0000-4000-8000-00000000ffff"
    assert anna.ask(f"{path}help/", {"kind": "line"})[1]["error"]["code"] == "not_given_up"
    anna.ask(f"{path}resign/", {"id": id_, "version": version})
    assert anna.ask(f"{path}help/", {"kind": "line"})[0] == 202
    assert answer_next()
    status, told = anna.ask(f"{path}help/")
    described.check("/api/games/{game_id}/help/", "get", status, told)
    assert [step["ply"] for step in told["steps"]] == list(
        range(version, version + len(told["steps"]))
    )


@pytest.mark.parametrize("body", [{}, {"kind": "all"}, {"kind": 1}, {"kind": None}])
def test_what_is_no_kind_of_help_is_refused(body: dict[str, Any]) -> None:
    anna = signed_in(make_player("Anna"))
    status, answer = anna.ask(f"{begin(anna)}help/", body)
    assert (status, answer["error"]["code"]) == (400, "bad_request")
    assert "hint, winnable, line, turning_point" in answer["error"]["message"]


def test_only_the_owner_asks_and_looks() -> None:
    path = begin(signed_in(make_player("Anna")))
    for other in (signed_in(make_player("Bert")), Asker()):
        assert other.ask(f"{path}help/", {"kind": "hint"})[0] == 403
        assert other.ask(f"{path}help/")[0] == 403
    assert Asker().ask("/api/games/00000000-0000-4000-8000-000000000000/help/")[0] == 404


def test_while_the_solver_is_away_help_says_so_and_when_to_ask_again() -> None:
    anna = signed_in(make_player("Anna"))
    path = begin(anna)
    SolverPulse.objects.all().delete()
    answer = anna.post(f"{path}help/", {"kind": "hint"}, content_type="application/json")
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "help_unavailable"
    assert answer.headers["Retry-After"] == "10"
    assert not anna.ask(path)[1]["helped"]


# --- Deals that are being prepared, and settled ones --------------------------------------------


def test_a_daily_that_is_not_there_yet_says_when_to_ask_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for path in ("/api/dailies/2026-11-29/fan/", "/api/boards/fan/2026-11-29/"):
        answer = Client().get(path)
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "being_prepared"
        assert answer.headers["Retry-After"] == "2"
        assert answer.headers["Cache-Control"] == "no-store"
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    publish("fan", date(2026, 11, 29))
    assert Client().get("/api/dailies/2026-11-29/fan/").status_code == 200
    listed = Client().get("/api/dailies/").json()
    assert [daily["ruleset"] for daily in listed["dailies"]] == ["fan"]
    assert len(listed["being_prepared"]) == 11


def test_the_line_of_a_settled_daily_is_public_and_as_described() -> None:
    status, told = Asker().ask(f"/api/dailies/{DAY}/trefoil/solution/")
    Described().check("/api/dailies/{day}/{slug}/solution/", "get", status, told)
    assert [step["move"] for step in told["steps"]] == ["", *LINE]
    assert told["par"] == len(LINE)
    _status, daily = Asker().ask(f"/api/dailies/{DAY}/trefoil/")
    assert (daily["par"], daily["nodes"]) == (told["par"], told["nodes"])


def test_the_line_of_todays_deal_is_in_no_answer() -> None:
    publish("trefoil", date(2026, 11, 29))
    anna = signed_in(make_player("Anna"))
    status, answer = anna.ask("/api/dailies/2026-11-29/trefoil/solution/")
    assert (status, answer["error"]["code"]) == (409, "daily_not_settled")
    _status, game = anna.ask("/api/dailies/2026-11-29/trefoil/start/", {})
    told = re.compile("|".join(re.escape(move) for move in LINE if move != "redeal"))
    paths = ["dailies/", "dailies/2026-11-29/trefoil/", "games/", f"games/{game['id']}/"]
    for path in paths:
        text = anna.get(f"/api/{path}").content.decode()
        assert not told.search(text)
        assert f'"par":{len(LINE)}' not in text.replace(" ", "")
